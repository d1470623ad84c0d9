import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from './failure.ts'
import { isCode, withLock } from './file-lock.ts'

/** Who is logged in at one service. */
export interface Session {
  email: string
  access_token: string
  access_expires_at: string
  refresh_token: string
  /**
   * Set while the refresh token is being spent. Found later, it means that the answer was lost: showing the token again
   * could end every session of the account, so nobody does.
   */
  is_renewing?: boolean
}

/** Sessions by the URL of their service: a token is never sent to another one. */
type Sessions = Record<string, Session>

export type SessionStore = ReturnType<typeof openSessions>

/** The file `session.json`, readable by its owner alone. */
export function openSessions(folder: string) {
  const path = join(folder, 'session.json')

  async function readAll(): Promise<Sessions> {
    let text
    try {
      text = await readFile(path, 'utf8')
    } catch (error) {
      if (isCode(error, 'ENOENT')) return {}
      throw error
    }
    try {
      return (JSON.parse(text) as { sessions: Sessions }).sessions
    } catch (error) {
      const hint = 'Delete it and log in again: clipwright login'
      throw new Failure(1, 'bad_session_file', `${path} cannot be read.`, { hint, cause: error })
    }
  }

  /** Whole or not at all, also when the machine stops. */
  async function writeAll(sessions: Sessions): Promise<void> {
    const temporary = `${path}.${randomUUID()}`
    try {
      await using file = await open(temporary, 'wx', 0o600)
      await file.writeFile(`${JSON.stringify({ sessions }, undefined, 2)}\n`)
      await file.sync()
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  return {
    path,
    async find(url: string): Promise<Session | undefined> {
      return (await readAll())[url]
    },
    /** No other process changes a session meanwhile. */
    async locked<T>(work: () => Promise<T>): Promise<T> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return withLock(join(folder, 'session.lock'), work)
    },
    /** Only under the lock. */
    async save(url: string, session: Session | undefined): Promise<void> {
      const { [url]: _, ...others } = await readAll()
      await writeAll(session ? { ...others, [url]: session } : others)
    },
  }
}
