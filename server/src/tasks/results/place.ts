import { realpath, rm, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { EngineError } from '../../engines/engines.ts'
import { AppError, finalConflict } from '../../platform/errors.ts'
import { type ObjectStorage, retryOnStorageOutage } from '../../storage/storage.ts'
import type { TaskStatus } from '../task/tables.ts'
import { keysOf, taskOfKey, videoKey } from '../task/object-keys.ts'

// A task's `result_key` is the key of a stored object, or the path of a file if another system made the video. Callers never
// supply such a path; it comes from the task's row only.

export interface ResultPlace {
  storage: ObjectStorage
  /** Folder of the videos that another system made; null without one. */
  legacy_results_dir: string | null
}

export function isStored(result_key: string): boolean {
  return taskOfKey(result_key) !== undefined
}

export interface LegacyFile {
  /** The folder's path, without symbolic links. */
  root_dir: string
  /** Relative to `root_dir`. */
  path: string
  size_bytes: number
}

/**
 * Finds the file of a video that another system made.
 * @throws AppError 404 `not_found` if the path leaves the folder, contains a symbolic link or does not end in `.mp4`; 410
 * `result_gone` if the file or the folder does not exist.
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

/** Removes all objects that a task may have. A missing object is no error. */
export async function removeStored(storage: Pick<ObjectStorage, 'remove'>, task_id: string): Promise<void> {
  await Promise.all(keysOf(task_id).map((key) => storage.remove(key)))
}

/**
 * Removes a stored video with its other objects, or the file of another system. A missing one, or one outside of the folder, is
 * no error.
 */
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

/** The Retry-After of a result that is not ready, in seconds. */
const askAgainAfter_s = 2

/**
 * Returns the `result_key` of a task with a video.
 * @throws AppError 409 `result_not_ready`, with Retry-After; 409 `task_failed`; 410 `result_gone`.
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

/** Opens a task's stored video; retries while storage is away. @throws EngineError `video_gone`. */
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
