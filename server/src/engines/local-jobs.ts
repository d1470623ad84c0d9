import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Json } from '../platform/json.ts'
import { type Engine, EngineError, type Operation, type OperationState } from './engines.ts'

/** A job in this process. After a restart, the file of a finished job is enough to find it again. */
interface Job {
  state: OperationState
  abort: AbortController
  /** Resolves once nothing of the job runs any more; never rejects. */
  settled: Promise<void>
}

export interface LocalWork {
  /** The file that the work writes; it is renamed to the result once the work is done. */
  part_path: string
  /** A temporary file for the work; removed when the work ends. */
  scratch_path: string
  signal: AbortSignal
  onProgress: (share: number) => void
}

/** Writes the file at `part_path` and returns a report on it, if any. */
type Work = (work: LocalWork) => Promise<{ [fact: string]: Json } | void>

/** The part of an engine that all engines in this process share: each job writes one mp4 file. */
export interface LocalJobs extends Pick<
  Engine,
  'operationFor' | 'inspect' | 'cancel' | 'fetch' | 'forget' | 'close'
> {
  /** Starts the work and returns at once. A second call with the same key starts nothing. */
  start(key: string, signal: AbortSignal, work: Work): Promise<Operation>
}

/** No task lives this long, so nobody needs an older file. */
const abandonedAfter_ms = 24 * 3_600_000

/**
 * Runs jobs whose results are files in `work_dir`, which no other process may use. A job does not survive its process: it is
 * `lost` then, unless its file was complete. A job that runs longer than `limit_ms` is aborted. `asError` turns a failure
 * into what the task's owner is told.
 */
export function createLocalJobs({
  work_dir,
  limit_ms,
  asError,
}: {
  work_dir: string
  limit_ms: number
  asError: (cause: unknown) => EngineError
}): LocalJobs {
  const jobs = new Map<string, Job>()
  let swept: Promise<void> | undefined
  const pathOf = (key: string) => join(work_dir, `${key}.mp4`)
  const partOf = (key: string) => join(work_dir, `${key}.part.mp4`)
  const scratchOf = (key: string) => join(work_dir, `${key}.scratch.mp4`)

  async function run(key: string, job: Job, work: Work): Promise<void> {
    const [part_path, scratch_path] = [partOf(key), scratchOf(key)]
    const signal = AbortSignal.any([job.abort.signal, AbortSignal.timeout(limit_ms)])
    const onProgress = (share: number): void => {
      job.state = { status: 'running', progress: share }
    }
    try {
      const report = await work({ part_path, scratch_path, signal, onProgress })
      await rename(part_path, pathOf(key))
      job.state = { status: 'succeeded', ...(report && { report }) }
    } catch (cause) {
      await rm(part_path, { force: true })
      job.state = job.abort.signal.aborted ? { status: 'lost' } : { status: 'failed', error: asError(cause) }
    } finally {
      await rm(scratch_path, { force: true })
    }
  }

  async function discard(key: string): Promise<void> {
    const job = jobs.get(key)
    job?.abort.abort()
    await job?.settled
    await removeFiles(work_dir, key)
    if (jobs.get(key) === job) jobs.delete(key)
  }

  return {
    operationFor: (key) => ({ key: fileKey(key) }),

    async start(givenKey, signal, work) {
      const key = fileKey(givenKey)
      if (jobs.has(key) || (await exists(pathOf(key)))) return { key }
      swept ??= sweepAbandoned(work_dir)
      await swept
      signal.throwIfAborted()
      if (jobs.has(key)) return { key } // a concurrent start with this key came first
      const job: Job = {
        state: { status: 'running', progress: 0 },
        abort: new AbortController(),
        settled: Promise.resolve(),
      }
      jobs.set(key, job)
      job.settled = run(key, job, work)
      return { key }
    },

    async inspect(operation, signal) {
      signal.throwIfAborted()
      const key = keyOf(operation)
      if (key === undefined) return { status: 'lost' }
      const state = jobs.get(key)?.state
      if (state && state.status !== 'succeeded') return state
      return (await exists(pathOf(key))) ? (state ?? { status: 'succeeded' }) : { status: 'lost' }
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
      await Promise.all([...jobs.values()].map((job) => (job.abort.abort(), job.settled)))
      jobs.clear()
    },
  }
}

/** A key as a file name; a key with other characters than `\w-` is hashed. */
function fileKey(key: string): string {
  return /^[\w-]{1,100}$/.test(key) ? key : createHash('sha256').update(key).digest('hex')
}

/** The key of an operation, made safe again: it names a file, and operations come from the database. */
function keyOf(operation: Operation): string | undefined {
  const key = operation['key']
  return typeof key === 'string' ? fileKey(key) : undefined
}

/** Removes all files of a key, also those that a killed process left. */
async function removeFiles(folder: string, key: string): Promise<void> {
  const names = (await exists(folder)) ? await readdir(folder) : []
  const ours = names.filter((name) => name.startsWith(`${key}.`))
  await Promise.all(ours.map((name) => rm(join(folder, name), { force: true })))
}

async function sweepAbandoned(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (!name.endsWith('.mp4')) continue
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > abandonedAfter_ms) await rm(path, { force: true })
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
