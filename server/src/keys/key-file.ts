import { randomUUID } from 'node:crypto'
import { link, open, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ConfigError } from '../platform/setting.ts'

/** Undefined where there is no file. @throws ConfigError when it can't be read. */
export async function readKeyFile(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new ConfigError(`${file} can't be read: ${message}`)
  }
}

/**
 * Writes a new key to a draft, flushes it and then links it to its name, so that neither a crash nor a full disk leaves half a
 * key. Of several processes at once one wins: read the file afterwards.
 * @throws ConfigError when it can't be written.
 */
export async function makeKeyFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  try {
    await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true })
    await link(draft, file)
    await using folder = await open(dirname(file))
    await folder.sync()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new ConfigError(`DATA_DIR: a key can't be written: ${message}`)
  } finally {
    await rm(draft, { force: true })
  }
}
