import { rename, rm } from 'node:fs/promises'

/**
 * Writes a file atomically: `make` writes a part file beside the target, which is renamed when complete. @throws the signal's reason
 * when it aborts before that, even if all is made.
 */
export async function writeWhole(
  target: string,
  signal: AbortSignal,
  make: (part: string) => Promise<void>,
): Promise<void> {
  const part = `${target.replace(/\.mp4$/, '')}.${crypto.randomUUID().slice(0, 8)}.part.mp4`
  try {
    await make(part)
    signal.throwIfAborted()
    await rename(part, target)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
