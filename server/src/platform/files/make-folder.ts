import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ConfigError } from '../setting.ts'

/**
 * Creates a folder and its missing parents, and returns those it created, outermost first. It goes one by one, because
 * `mkdir` with `recursive` never ends below folders such as `/proc`. @throws ConfigError that names `setting` and the
 * reason.
 */
export async function makeFolder(path: string, setting: string): Promise<string[]> {
  const missing: string[] = []
  try {
    for (let folder = resolve(path); !(await isFolder(folder)); folder = dirname(folder))
      missing.unshift(folder)
    for (const folder of missing) {
      await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error // another process was faster
      })
    }
    return missing
  } catch (error) {
    throw new ConfigError(`${setting}: the folder ${path} can't be made: ${(error as Error).message}`)
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).isDirectory()) return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
  throw new Error(`${path} is a file`)
}
