import { statfs } from 'node:fs/promises'
import { AppError } from '../errors.ts'

/** Of the file system, and PostgreSQL's `disk_full`. */
const codes = new Set(['ENOSPC', 'EDQUOT', '53100'])
/** What programs that write for us say. */
const words = /No space left on device|Disk quota exceeded/i

/** Whether something could not be written because there is no room for it: room is made, the request is not at fault. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, stderr, message, cause } = error as Error & { code?: string; stderr?: string }
  if (code !== undefined && codes.has(code)) return true
  return words.test(message) || words.test(stderr ?? '') || isOutOfSpace(cause)
}

/** Nobody makes room within seconds. */
const retryAfter_s = 60

export function outOfSpace(cause: unknown): AppError {
  const message = 'There is no space left to store this; the operator has to make room.'
  const headers = { 'retry-after': String(retryAfter_s) }
  return new AppError(503, 'out_of_space', message, { headers, cause })
}

/** Below this much, what comes next does not fit. */
const least_bytes = 8 * 1024 * 1024

/** @throws an error that `isOutOfSpace` when the folder's file system is as good as full. */
export async function checkSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= least_bytes) return
  throw Object.assign(new Error(`${folder} has no space left`), { code: 'ENOSPC' })
}
