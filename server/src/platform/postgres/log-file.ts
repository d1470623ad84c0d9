import { copyFile, open, stat, truncate } from 'node:fs/promises'

const maxLog_bytes = 4 * 2 ** 20
const checkEvery_ms = 60_000

/**
 * Rotates a file that another process appends to at about 4 MiB, with one older copy (`.1`). The writer keeps its
 * descriptor, so the file is truncated, not renamed; what is written in that moment is lost.
 */
export function limitLogFile(path: string): Disposable {
  const timer = setInterval(() => void rotateIfLarge(path), checkEvery_ms).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

export async function rotateIfLarge(path: string, max_bytes = maxLog_bytes): Promise<void> {
  if ((await sizeOf(path)) <= max_bytes) return
  // Two processes may rotate one file: a failed or lost copy does no harm.
  await copyFile(path, `${path}.1`).catch(() => undefined)
  await truncate(path).catch(() => undefined)
}

export async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}

/** The file's text after `from_bytes`, at most its last 4 KiB. */
export async function tailOf(path: string, from_bytes: number): Promise<string> {
  await using file = await open(path).catch(() => undefined)
  if (!file) return ''
  const { size } = await file.stat()
  const start = Math.max(from_bytes, size - 4096, 0)
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(4096), position: start })
  return buffer.toString('utf8', 0, bytesRead).trim()
}
