import { readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Schema } from '@clipwright/client'
import { Failure } from '../failure.ts'
import { isCode } from '../file-lock.ts'
import { writeAtomically } from '../write-atomically.ts'

/** What is known of a row that was submitted, or may have been. */
export interface Entry {
  row: number
  name?: string | undefined
  hash: string
  /**
   * `submitting` is written before the request, so that whoever finds it sends the same request with the same key again;
   * `submitted` has a task; `done` has a file.
   */
  status: 'submitting' | 'submitted' | 'done' | 'failed'
  /** The Idempotency-Key of the submission. */
  key: string
  submitted_at: string
  /** In hundredths of a credit: what the task holds or was charged; 0 once that was given back. */
  cost: number
  /** What is sent, until the service has answered. */
  body?: Schema<'TaskCreate'> | undefined
  task_id?: string | undefined
  /** In the folder of the videos. */
  file?: string | undefined
  error?: { code: string; message: string } | undefined
  /** Another entry has taken its place: this one only tells what was spent. */
  is_replaced?: true | undefined
  /** The key of the entry whose place this one has taken. */
  replaces?: string | undefined
}

interface Saved {
  version: 1
  service: string
  entries: Entry[]
}

export type State = Awaited<ReturnType<typeof openState>>

/** Opens the memory of a batch, a file that is written anew before and after whatever costs credits. */
export async function openState(path: string, service: string) {
  await removeLeftOvers(path)
  const saved = await read(path)
  if (saved && saved.service !== service) {
    throw new Failure(2, 'other_service', `${path} belongs to a batch at ${saved.service}.`, {
      hint: `Name that service with --url, or delete the file to begin anew.`,
    })
  }
  const entries = saved?.entries ?? []
  let writing = Promise.resolve()
  return {
    path,
    entries,
    /** What all entries have cost so far, in hundredths of a credit. */
    spent: () => entries.reduce((sum, { cost }) => sum + cost, 0),
    /** Of an entry that has come to nothing. */
    forget(entry: Entry): void {
      entries.splice(entries.indexOf(entry), 1)
      const replaced = entries.find(({ key }) => key === entry.replaces)
      if (replaced) replaced.is_replaced = undefined
    },
    /** Keeps what the entries say now, even if the machine crashes. Calls at once are written one after the other. */
    save(): Promise<void> {
      const write = async () => {
        const text = JSON.stringify({ version: 1, service, entries } satisfies Saved, undefined, 1)
        await writeAtomically(path, `${text}\n`, 0o644)
      }
      writing = writing.then(write, write)
      return writing
    },
  }
}

/** Of writes that were killed. */
async function removeLeftOvers(path: string): Promise<void> {
  const folder = dirname(path)
  const isOurs = (name: string) => name.startsWith(`${basename(path)}.`) && /\.[0-9a-f-]{36}$/.test(name)
  for (const name of (await readdir(folder)).filter(isOurs)) await rm(join(folder, name), { force: true })
}

async function read(path: string): Promise<Saved | undefined> {
  let text
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
  try {
    const saved = JSON.parse(text) as Saved
    if (saved.version === 1 && Array.isArray(saved.entries)) return saved
  } catch {
    // told below
  }
  throw new Failure(1, 'bad_state_file', `${path} cannot be read.`, {
    hint: 'It says what was submitted already. Without it, all rows would be submitted again.',
  })
}
