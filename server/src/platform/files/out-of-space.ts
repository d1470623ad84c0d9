import { statfs } from 'node:fs/promises'
import { AppError } from '../errors.ts'

/** Error codes of the file system, and PostgreSQL's `disk_full`. */
const codes = new Set(['ENOSPC', 'EDQUOT', '53100'])
/** Messages of programs that write for us. */
const words = /No space left on device|Disk quota exceeded/i

/** Whether a write failed for lack of space: the operator's problem, not the request's. */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, stderr, message, cause } = error as Error & { code?: string; stderr?: string }
  if (code !== undefined && codes.has(code)) return true
  return words.test(message) || words.test(stderr ?? '') || isOutOfSpace(cause)
}

const retryAfter_s = 60

export function outOfSpace(cause: unknown): AppError {
  const message = 'There is no space left to store this; the operator has to make room.'
  const headers = { 'retry-after': String(retryAfter_s) }
  return new AppError(503, 'out_of_space', message, { headers, cause })
}

/** Less free space than this counts as full. */
const least_bytes = 8 * 1024 * 1024

/** The room on a folder's file system for whoever is not root. */
export async function findSpace(folder: string): Promise<{ free_bytes: number; total_bytes: number }> {
  const { bavail, bfree, blocks, bsize } = await statfs(folder)
  return { free_bytes: bavail * bsize, total_bytes: (blocks - bfree + bavail) * bsize }
}

/** @throws an error that satisfies `isOutOfSpace` when the folder's file system is almost full. */
export async function checkSpace(folder: string): Promise<void> {
  const { free_bytes } = await findSpace(folder)
  if (free_bytes >= least_bytes) return
  throw Object.assign(new Error(`${folder} has no space left`), { code: 'ENOSPC' })
}
