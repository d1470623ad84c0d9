import { execFile } from 'node:child_process'
import { readFile, statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { promisify } from 'node:util'
import type { ClientConfig } from 'pg'
import { makeSchema } from '../platform/db/migrate.ts'
import { inTransaction, type OneClient, openOneClient } from '../platform/db/one-client.ts'
import { findProgram } from '../platform/media/run.ts'
import type { Ffmpeg, Machine } from './machine-rules.ts'
import { enterEmptySchema, listParts, type Part } from './queries.ts'

// Reads facts, and changes nothing.

const within_ms = 10_000

/** The ffmpeg that this process would use. */
export async function lookAtFfmpeg(path: string | null): Promise<Ffmpeg | { missing: string }> {
  try {
    const program = findProgram('ffmpeg', path ?? undefined)
    const run = (...args: string[]) =>
      promisify(execFile)(program, args, { timeout: within_ms, maxBuffer: 4 * 2 ** 20 })
    const { stdout: head } = await run('-version')
    const { stdout: list } = await run('-hide_banner', '-encoders')
    return {
      version: /^ffmpeg version (\S+)/.exec(head)?.[1] ?? '?',
      encoders: [...list.matchAll(/^ [VAS][A-Z.]{5} (\S+)/gm)].map(([, name]) => name!),
    }
  } catch (error) {
    return { missing: (error as Error).message }
  }
}

export async function lookAtMachine(data_dir: string): Promise<Machine> {
  const { ffree, files } = await statfs(data_dir).catch(() => ({ ffree: 0, files: 0 }))
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const open_files = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  const constrained = process.constrainedMemory()
  return {
    data_dir,
    inodes: { free: ffree, total: files },
    open_files: open_files === undefined ? undefined : Number(open_files),
    memory_bytes: Math.min(totalmem(), constrained > 0 ? constrained : Infinity),
  }
}

/** Seconds that a server's clock is ahead of ours, by its answer to anything; undefined where it says nothing. */
export async function lookAtClock(url: string): Promise<number | undefined> {
  const asked_ms = Date.now()
  const response = await fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(within_ms),
  }).catch(() => undefined)
  const told_ms = Date.parse(response?.headers.get('date') ?? '')
  if (Number.isNaN(told_ms)) return undefined
  const own_ms = (asked_ms + Date.now()) / 2
  // It tells whole seconds, cut off.
  return (told_ms + 500 - own_ms) / 1000
}

/** What the migrations make, tried in a schema that goes with its transaction; undefined where the user may make none. */
export async function lookAtMigrations(
  connection: ClientConfig,
  names: readonly string[],
): Promise<{ made: Part[]; there: Part[] } | undefined> {
  await using on = await openOneClient(connection)
  const there = await listParts(on.db)
  const made = await tryMigrations(on, names)
  return made && { made, there }
}

class TriedOut extends Error {}

async function tryMigrations(on: OneClient, names: readonly string[]): Promise<Part[] | undefined> {
  let made: Part[] | undefined
  try {
    await inTransaction(on, '', async () => {
      await enterEmptySchema(on.db, `clipwright_doctor_${process.pid}`)
      await makeSchema(on.db, names)
      made = await listParts(on.db)
      throw new TriedOut()
    })
  } catch (error) {
    const { code } = error as { code?: string }
    // insufficient_privilege, read_only_sql_transaction: as on a standby
    if (!(error instanceof TriedOut) && code !== '42501' && code !== '25006') throw error
  }
  return made
}
