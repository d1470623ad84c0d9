import { realpath, rm, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { EngineError } from '../../engines/engines.ts'
import { AppError, finalConflict } from '../../platform/errors.ts'
import { type ObjectStorage, retryOnStorageOutage } from '../../storage/storage.ts'
import type { TaskStatus } from '../task/tables.ts'
import { keysOf, taskOfKey, videoKey } from '../task/object-keys.ts'

// A task's `result_key` is the key of a stored object. Results of another system, from before this one, are paths of files
// instead: only the row names them, never a caller.

export interface ResultPlace {
  storage: ObjectStorage
  /** Folder of another system's results; null when there is none. */
  legacy_results_dir: string | null
}

export function isStored(result_key: string): boolean {
  return taskOfKey(result_key) !== undefined
}

export interface LegacyFile {
  /** Real path of the folder. */
  root_dir: string
  /** Below it. */
  path: string
  size_bytes: number
}

/**
 * The file of an older result.
 * @throws AppError 404 `not_found` when the path leads out of the folder, through a link, or to no video; 410 `result_gone`
 * when the file, or the folder, is not there.
 */
export async function getLegacyFile(
  legacy_results_dir: string | null,
  result_key: string,
): Promise<LegacyFile> {
  const root_dir = legacy_results_dir === null ? undefined : await orMissing(realpath(legacy_results_dir))
  if (legacy_results_dir === null || root_dir === undefined) throw resultGone()
  const below = isAbsolute(result_key) ? relative(legacy_results_dir, result_key) : result_key
  const path = resolve(root_dir, below)
  if (!path.startsWith(root_dir + sep) || !/\.mp4$/i.test(path) || path.includes('\0')) throw noSuchFile()
  const real = await orMissing(realpath(path))
  if (real === undefined) throw resultGone()
  if (real !== path) throw noSuchFile()
  const found = await stat(path)
  if (!found.isFile()) throw noSuchFile()
  return { root_dir, path: relative(root_dir, path).split(sep).join('/'), size_bytes: found.size }
}

/** Removes everything that may be stored for a task, be it there or not. */
export async function removeStored(storage: Pick<ObjectStorage, 'remove'>, task_id: string): Promise<void> {
  await Promise.all(keysOf(task_id).map((key) => storage.remove(key)))
}

/** Removes a video with what stands beside it, wherever it is. One that is not there, or not ours to remove, is no error. */
export async function removeResult(
  { storage, legacy_results_dir }: ResultPlace,
  result_key: string,
): Promise<void> {
  const task_id = taskOfKey(result_key)
  if (task_id !== undefined) return removeStored(storage, task_id)
  try {
    const { root_dir, path } = await getLegacyFile(legacy_results_dir, result_key)
    await rm(resolve(root_dir, path), { force: true })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** Seconds after which asking again for a result makes sense. */
const askAgainAfter_s = 2

/**
 * The object key of a task's video.
 * @throws AppError 409 `result_not_ready` (ask again), 409 `task_failed` (will never be ready), 410 `result_gone`.
 */
export function resultKey(task: { status: TaskStatus; result_key: string | null }): string {
  switch (task.status) {
    case 'completed':
      if (task.result_key === null) throw resultGone()
      return task.result_key
    case 'failed':
      throw finalConflict('task_failed', 'The task failed; there is no video.')
    case 'queued':
    case 'running':
      throw new AppError(409, 'result_not_ready', 'The video is not ready yet.', {
        extra: { status: task.status },
        headers: { 'retry-after': String(askAgainAfter_s) },
      })
  }
}

/** A task's stored video. A storage that is away is waited for. @throws EngineError `video_gone`. */
export async function openVideo(
  storage: Pick<ObjectStorage, 'get'>,
  task_id: string,
  signal: AbortSignal,
): Promise<Readable> {
  const load = () => storage.get(videoKey(task_id))
  const video = await retryOnStorageOutage(load, { signal, onOutage: () => {} })
  if (video) return video
  throw new EngineError('video_gone', 'The video of the task is not there any more.', { fault: 'request' })
}

export const resultGone = () => new AppError(410, 'result_gone', 'The video has been removed.')
const noSuchFile = () => new AppError(404, 'not_found', 'There is no such file.')

async function orMissing(path: Promise<string>): Promise<string | undefined> {
  try {
    return await path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
    return undefined
  }
}
