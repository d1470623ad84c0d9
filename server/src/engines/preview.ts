import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { findProgram, ProcessError, run } from '../platform/media/run.ts'
import {
  type Engine,
  EngineError,
  type EngineRequest,
  type Operation,
  type OperationState,
} from './engines.ts'
import { checkImageHeader } from './preview/image-header.ts'
import { renderVideo } from './preview/render-video.ts'

export interface PreviewOptions {
  /** Holds videos until they are forgotten; made if it is not there. One engine in one process uses it. */
  work_dir: string
  /** Default: the first `ffmpeg` on PATH. */
  ffmpeg_path?: string | undefined
  /** Default: 1 on one or two cores, else all but one. */
  render_threads?: number | undefined
}

/** A render in this process. A finished one needs no entry: its file is the proof. */
interface Render {
  state: OperationState
  abort: AbortController
  /** Resolves, never rejects, once no thread and no ffmpeg is left. */
  settled: Promise<void>
}

const CHECK_LIMIT_MS = 10_000
/** Far above the largest render (1920x1080, 161 frames) on a slow machine: only a hang takes longer. */
const RENDER_LIMIT_MS = 15 * 60_000

export const PREVIEW_MODEL = 'preview'

/**
 * Draws a procedural film of what the prompt names: no model, no GPU, no network. It answers at once and runs in worker
 * threads and one ffmpeg per operation. A render does not survive its process: afterwards it is `lost`, unless its file
 * was complete.
 */
export function createPreviewEngine(options: PreviewOptions): Engine {
  const threads = options.render_threads ?? Math.max(1, availableParallelism() - 1)
  const renders = new Map<string, Render>()
  let swept: Promise<void> | undefined
  const pathOf = (key: string) => join(options.work_dir, `${key}.mp4`)
  const partOf = (key: string) => join(options.work_dir, `${key}.part.mp4`)

  async function render(key: string, request: EngineRequest, ffmpeg: string, entry: Render): Promise<void> {
    const signal = AbortSignal.any([entry.abort.signal, AbortSignal.timeout(RENDER_LIMIT_MS)])
    try {
      await renderVideo({
        request,
        path: partOf(key),
        ffmpeg,
        threads,
        signal,
        onFrame: (written) => {
          entry.state = { status: 'running', progress: written / request.frames }
        },
      })
      await rename(partOf(key), pathOf(key))
      entry.state = { status: 'succeeded' }
    } catch (cause) {
      await rm(partOf(key), { force: true })
      entry.state = entry.abort.signal.aborted
        ? { status: 'lost' }
        : { status: 'failed', error: asEngineError(cause) }
    }
  }

  return {
    name: 'preview',

    async capabilities(signal) {
      await checkFfmpeg(options.ffmpeg_path, signal)
      return {
        offers: [{ model: PREVIEW_MODEL, modes: ['text-to-video', 'image-to-video'] }],
        problems: [],
        version: null,
      }
    },

    operationFor: (key) => ({ key: fileKey(key) }),

    async start(request, { key: givenKey, signal }) {
      signal.throwIfAborted()
      const key = fileKey(givenKey)
      if (renders.has(key) || (await exists(pathOf(key)))) return { key }
      checkSize(request)
      if (request.image) checkImageHeader(request.image)
      const ffmpeg = locateFfmpeg(options.ffmpeg_path)
      swept ??= sweepAbandoned(options.work_dir)
      await swept
      signal.throwIfAborted()
      if (renders.has(key)) return { key } // another start with this key came first
      const entry: Render = {
        state: { status: 'running', progress: 0 },
        abort: new AbortController(),
        settled: Promise.resolve(),
      }
      renders.set(key, entry)
      entry.settled = render(key, request, ffmpeg, entry)
      return { key }
    },

    async inspect(operation, signal) {
      signal.throwIfAborted()
      const key = keyOf(operation)
      if (key === undefined) return { status: 'lost' }
      const state = renders.get(key)?.state
      if (state && state.status !== 'succeeded') return state
      return (await exists(pathOf(key))) ? { status: 'succeeded' } : { status: 'lost' }
    },

    async cancel(operation) {
      const key = keyOf(operation)
      if (key !== undefined) await discard(key)
      return 'stopped'
    },

    async fetch(operation, signal) {
      signal.throwIfAborted()
      const key = keyOf(operation)
      if (key === undefined || !(await exists(pathOf(key)))) {
        throw new EngineError('result_gone', 'The video is not here any more.', { fault: 'engine' })
      }
      // Open before answering: a later `forget` does not break this stream.
      const file = await open(pathOf(key), 'r')
      return createReadStream('', { fd: file, signal })
    },

    async forget(operation) {
      const key = keyOf(operation)
      if (key !== undefined) await discard(key)
    },

    async close() {
      await Promise.all([...renders.values()].map((entry) => (entry.abort.abort(), entry.settled)))
      renders.clear()
    },
  }

  async function discard(key: string): Promise<void> {
    const entry = renders.get(key)
    entry?.abort.abort()
    await entry?.settled
    await Promise.all([rm(partOf(key), { force: true }), rm(pathOf(key), { force: true })])
    if (renders.get(key) === entry) renders.delete(key)
  }
}

/** A key as a file name: what is not plainly one becomes its hash. */
function fileKey(key: string): string {
  return /^[\w-]{1,100}$/.test(key) ? key : createHash('sha256').update(key).digest('hex')
}

/** The key in an operation of ours, or nothing: operations come from storage, and name files here. */
function keyOf(operation: Operation): string | undefined {
  const key = operation['key']
  return typeof key === 'string' ? fileKey(key) : undefined
}

function isSide(px: number): boolean {
  return Number.isInteger(px) && px >= 64 && px <= 1920 && px % 2 === 0
}

function checkSize({ width_px, height_px, frames, fps }: EngineRequest): void {
  if (isSide(width_px) && isSide(height_px) && frames >= 1 && frames <= 1000 && fps >= 1 && fps <= 60) return
  throw new EngineError(
    'invalid_size',
    'The preview engine makes even sides up to 1920 px and at most 1000 frames.',
    {
      fault: 'request',
    },
  )
}

function locateFfmpeg(path: string | undefined): string {
  try {
    return findProgram('ffmpeg', path)
  } catch (cause) {
    throw unavailable(cause)
  }
}

async function checkFfmpeg(path: string | undefined, signal: AbortSignal): Promise<void> {
  try {
    await run(findProgram('ffmpeg', path), ['-hide_banner', '-version'], {
      signal,
      timeout_ms: CHECK_LIMIT_MS,
    })
  } catch (cause) {
    if (cause instanceof ProcessError) throw unavailable(cause)
    throw cause
  }
}

/** A file this old is nobody's: no task lives as long. */
const ABANDONED_AFTER_MS = 24 * 3_600_000

async function sweepAbandoned(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (!name.endsWith('.mp4')) continue
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true })
  }
}

function unavailable(cause: unknown): EngineError {
  return new EngineError('unavailable', 'The preview engine needs ffmpeg, which does not run here.', {
    fault: 'engine',
    cause,
  })
}

function asEngineError(cause: unknown): EngineError {
  if (cause instanceof EngineError) return cause
  return new EngineError('render_failed', 'The preview could not be rendered.', { fault: 'engine', cause })
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
