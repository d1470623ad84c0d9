import { EngineError, type EngineRequest } from '../engines.ts'
import type { VideosApi } from './api.ts'
import type { Dialect } from './dialects.ts'
import type { OpenaiVideosModel } from './entry.ts'
import type { VideoRecord } from './record.ts'
import { sizeOf, toSubmission } from './submission.ts'

export interface SubmitDeps {
  api: VideosApi
  dialect: Dialect
  findByTag: (tag: string, signal: AbortSignal) => Promise<VideoRecord | undefined>
  /** Whether this process started or found the job. */
  isKnown: (id: string) => boolean
}

export interface Start {
  request: EngineRequest
  model: OpenaiVideosModel
  /** The adapter's name for the job; null where the server takes none. */
  tag: string | null
  /** The newest jobs just before the submission. */
  before: VideoRecord[]
}

/**
 * Submits a job. If the answer is lost, finds the job that the server made all the same.
 * @throws EngineError, with `mayRun` if the answer is lost and no job can be identified beyond doubt.
 */
export async function submitOrFind(
  deps: SubmitDeps,
  start: Start,
  signal: AbortSignal,
): Promise<VideoRecord> {
  try {
    return await submit(deps, start, signal)
  } catch (error) {
    if (!(error instanceof EngineError) || !error.mayRun) throw error
    const find = start.tag === null ? findUnanswered(deps, start, signal) : deps.findByTag(start.tag, signal)
    const found = await find.catch(() => signal.throwIfAborted())
    if (found) return found
    throw error
  }
}

/** Submits with the tag, and again without it if the server accepts no model but its own. */
async function submit(
  { api, dialect }: SubmitDeps,
  { request, model, tag }: Start,
  signal: AbortSignal,
): Promise<VideoRecord> {
  const attempt = (name: string | null) => api.submit(toSubmission(request, model, dialect, name), signal)
  let answer = await attempt(tag)
  if ('refusal' in answer && answer.isAboutModel && tag !== null) answer = await attempt(null)
  if ('refusal' in answer) throw answer.refusal
  return answer
}

/** Finds the one new job with the same prompt and size. The size alone is not enough: one user would get another user's video. */
async function findUnanswered(
  { api, dialect, isKnown }: SubmitDeps,
  { request, before }: Start,
  signal: AbortSignal,
): Promise<VideoRecord | undefined> {
  if (!dialect.echoes_prompt) return undefined
  const old = new Set(before.map(({ id }) => id))
  const newest = Math.max(0, ...before.map(({ created_at }) => created_at))
  const candidates = (await api.list(signal)).filter(
    ({ id, prompt, size, created_at }) =>
      !old.has(id) &&
      !isKnown(id) &&
      prompt === request.prompt &&
      size === sizeOf(request) &&
      created_at >= newest,
  )
  return candidates.length === 1 ? candidates[0] : undefined
}
