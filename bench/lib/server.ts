import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leash } from '../../server/src/testing/leash.ts'
import type { Service } from './load.ts'

/** What the process under test is told, and what it answers. */
export type Order =
  | { do: 'fill'; user_id: string; rows: number }
  | { do: 'queue'; user_id: string; rows: number }
  /** Of the process, after its garbage is collected. */
  | { do: 'memory' }
  /** As it is. */
  | { do: 'rss' }
  | { do: 'drain'; user_id: string; tasks: number; slots: number }
  | { do: 'dispatch'; user_id: string; tasks: number }
export type Answer = Record<string, number>
/** What it says when it listens. */
export type Started = Pick<Target, 'url' | 'database_url'>

export interface Target extends AsyncDisposable, Service {
  url: string
  /** Where another program finds its PostgreSQL. */
  database_url: string
  ask(order: Order): Promise<Answer>
}

/**
 * The real server in a process of its own, on a fresh PostgreSQL that writes to disk, with the baseline routes beside ours; on the
 * folder `keep`, which stays, where one is named.
 */
export async function startTarget(
  env: Record<string, string> = {},
  { keep }: { keep?: string } = {},
): Promise<Target> {
  const folder = keep ?? (await mkdtemp(join(tmpdir(), 'clipwright-bench-')))
  if (!keep) leash(folder)
  await chmod(folder, 0o755) // PostgreSQL's own user may pass
  const child = fork(join(import.meta.dirname, 'target.ts'), [], {
    env: {
      ...process.env,
      LOG_LEVEL: 'warn',
      PORT: '0',
      DATA_DIR: folder,
      MAX_ACTIVE_TASKS: '100000',
      GENERATE_PER_MINUTE: '1000000',
      ...env,
    },
    serialization: 'json',
  })
  const ended = once(child, 'exit')
  const [started] = (await Promise.race([once(child, 'message'), ended.then(failed)])) as [Started]
  return {
    ...started,
    pid: child.pid!,
    database_under: child.pid!,
    ask: async (order) => {
      child.send(order)
      const [answer] = (await Promise.race([once(child, 'message'), ended.then(failed)])) as [Answer]
      return answer
    },
    [Symbol.asyncDispose]: async () => {
      child.disconnect()
      await ended
      if (!keep) await rm(folder, { recursive: true, force: true })
    },
  }
}

function failed(): never {
  throw new Error('The server under test has ended')
}
