import { rename, rm } from 'node:fs/promises'

/** Lets `make` write a file under a name beside the target, and gives it the target's name only when it is whole. */
export async function writeWhole(target: string, make: (part: string) => Promise<void>): Promise<void> {
  const part = `${target.replace(/\.mp4$/, '')}.${crypto.randomUUID().slice(0, 8)}.part.mp4`
  try {
    await make(part)
    await rename(part, target)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
