import { execFile } from 'node:child_process'
import { chmod, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestContext } from 'node:test'

const run = promisify(execFile)
const size_mib = 32

/** A folder on a file system of its own, which is full until `makeRoom`. */
export interface FullDisk {
  makeRoom(): Promise<void>
}

/**
 * Puts a small file system over a folder, and fills it. Only root may: for anybody else the test is skipped, and this gives
 * nothing. `resources` is what the folder belongs to.
 */
export async function fillDisk(
  t: TestContext,
  resources: AsyncDisposableStack,
  folder: string,
): Promise<FullDisk | undefined> {
  await mkdir(folder, { recursive: true })
  const folders = await readdir(folder)
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size_mib}m`, 'tmpfs', folder])
  } catch {
    t.skip('only root may mount a file system')
    return undefined
  }
  resources.defer(async () => void (await run('umount', ['-l', folder])))
  await chmod(folder, 0o700)
  for (const name of folders) await mkdir(join(folder, name))
  const filler = join(folder, '~filler')
  await fill(filler)
  return { makeRoom: () => rm(filler) }
}

async function fill(path: string): Promise<void> {
  await using file = await open(path, 'wx')
  const block = Buffer.alloc(65_536)
  try {
    for (;;) await file.writeFile(block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
