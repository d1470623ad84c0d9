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
  /** Whether a job was started by this engine. */
  isKnown: (id: string) => boolean
}

export interface Start {
  request: EngineRequest
  model: OpenaiVideosModel
  /** Our name of the job; null where the server keeps none. */
  tag: string | null
  /** The server's jobs, as they were just before. */
  before: VideoRecord[]
}

/** Submits once. When no answer comes, the job that was made of it all the same, if there is no doubt which one that is. */
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

/** With our name of the job first, and without it where the server takes no model but its own. */
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

/** Never by size alone: a video would go to a stranger. */
async function findUnanswered(
  { api, dialect, isKnown }: SubmitDeps,
  { request, before }: Start,
  signal: AbortSignal,
): Promise<VideoRecord | undefined> {
  if (!dialect.keeps_prompt) return undefined
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
