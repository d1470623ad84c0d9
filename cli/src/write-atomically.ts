import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'

/** Replaces a file, or makes it. Whoever reads it, even after a crash of the machine, finds the old text or the new one. */
export async function writeAtomically(path: string, text: string, mode: number): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  try {
    await using file = await open(temporary, 'wx', mode)
    await file.writeFile(text)
    await file.sync()
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
