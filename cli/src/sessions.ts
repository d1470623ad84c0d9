import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from './failure.ts'
import { isCode, withLock } from './file-lock.ts'
import { writeAtomically } from './write-atomically.ts'

/** A login at one service. */
export interface Session {
  email: string
  access_token: string
  access_expires_at: string
  refresh_token: string
  /**
   * Set while the session is renewed. If it is still set later, the answer was lost. The refresh token must not be sent again then:
   * reuse could end all sessions of the account.
   */
  is_renewing?: boolean
}

/** By the URL of the service, so that no token is sent to another service. */
type Sessions = Record<string, Session>

export type SessionStore = ReturnType<typeof openSessions>

/** Opens the store of sessions: the file `session.json`, which only its owner can read. */
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

  const writeAll = (sessions: Sessions) =>
    writeAtomically(path, `${JSON.stringify({ sessions }, undefined, 2)}\n`, 0o600)

  return {
    path,
    async find(url: string): Promise<Session | undefined> {
      return (await readAll())[url]
    },
    /** Runs `work` under the lock that every change of a session needs. */
    async locked<T>(work: () => Promise<T>): Promise<T> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return withLock(join(folder, 'session.lock'), work)
    },
    /** Saves a session, or removes it if undefined. Call it only under the lock. */
    async save(url: string, session: Session | undefined): Promise<void> {
      const { [url]: _, ...others } = await readAll()
      await writeAll(session ? { ...others, [url]: session } : others)
    },
  }
}
