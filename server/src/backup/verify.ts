import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ClientConfig } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { createDb, createPool } from '../platform/db/database.ts'
import { openOneClient, type OneClient } from '../platform/db/one-client.ts'
import { reconcile } from '../wallet/wallet.ts'
import { promiseOf, toNamed } from './copy-objects.ts'
import { Damaged, ignoreMissing, readStored } from './files.ts'
import { loadDatabase, type Opener } from './load.ts'
import { copyOfNames } from './object-queries.ts'
import { eachObject } from './put-objects.ts'
import { refuseWithoutKey } from './restore.ts'
import { type BackupSet, linesOf, openSet, places } from './sets.ts'

export interface VerifyOptions {
  /** Of an empty database that nobody else uses. */
  connection: ClientConfig
  folder: string
  set?: string | undefined
  open: Opener
  /** Looks only whether each object is there with its size. */
  quick: boolean
  now: Date
  say: (line: string) => void
}

const mostTold = 1_000
const tellEvery_ms = 5_000

/**
 * Tries a backup: puts its database into an empty one, checks the ledger, and looks for each object that the database names. True if
 * it can be put back. @throws Damaged; ConfigError for the wrong key.
 */
export async function verifyBackup(options: VerifyOptions): Promise<boolean> {
  const { open, say } = options
  const set = await openSet(options.folder, options.set)
  refuseWithoutKey(set, open)
  say(`Backup: ${set.name}, of ${set.manifest.taken_at}, made by version ${set.manifest.version}.`)
  const on = await openOneClient(options.connection)
  await using _ = on
  const { rows } = await loadDatabase(on, set, open, options)
  say(`Database: ${rows} rows of ${set.manifest.tables.length} tables put into an empty database.`)
  const isLedgerGood = await checkLedger(options)
  const areObjectsGood = await checkObjects(options, on, set)
  const isGood = isLedgerGood && areObjectsGood
  say(isGood ? 'Verdict: this backup can be put back.' : 'Verdict: this backup is NOT good.')
  return isGood
}

async function checkLedger({ connection, say }: VerifyOptions): Promise<boolean> {
  const db = createDb(createPool({ connection, pool_size: 1, time_limits: false, onError: () => {} }))
  try {
    const checks = Object.entries(await reconcile(db))
    say(`Ledger: ${checks.map(([check, found]) => `${check} ${found}`).join(', ')}.`)
    return checks.every(([, found]) => found === 0)
  } finally {
    await db.destroy()
  }
}

/** Walks through what the database names and what the set has, both in the order of names. */
async function checkObjects(options: VerifyOptions, on: OneClient, set: BackupSet): Promise<boolean> {
  const { manifest } = set
  const known = new Set([...manifest.objects.missing, ...manifest.objects.damaged])
  const faults: string[] = []
  const tell = (fault: string): void => {
    faults.push(fault)
    if (faults.length <= mostTold) options.say(fault)
  }
  const counts = { named: 0, there: 0, absent: 0 }
  const kept = eachObject(set, options.open)
  let ahead = await kept.next()
  const nameOf = (): string | undefined => (ahead.done ? undefined : promiseOf(ahead.value.file).name)
  let told_at = performance.now()
  const rows = on.client.query(copyTo(copyOfNames(on.db, manifest.encrypted_for.join(','))))
  for await (const line of linesOf(Readable.from(rows))) {
    const { name, object_key } = toNamed(line)
    counts.named++
    if (nameOf() !== name) {
      counts.absent++
      if (known.has(object_key))
        tell(`Missing: ${object_key} was not in storage, or damaged there, when the backup was made.`)
      continue
    }
    const { value } = ahead as { value: { object_key: string; file: string } }
    if (value.object_key !== object_key)
      tell(`Damaged: ${value.file} stands for ${value.object_key} instead of ${object_key}.`)
    const fault = await faultOf(join(places(set.folder).objects, value.file), value.file, options)
    if (fault === undefined) counts.there++
    else tell(`${fault} It is ${object_key}.`)
    ahead = await kept.next()
    if (performance.now() - told_at < tellEvery_ms) continue
    told_at = performance.now()
    options.say(`Objects: ${counts.named} looked at.`)
  }
  if (!ahead.done)
    tell(`Damaged: the database does not name ${ahead.value.object_key}, which the backup has.`)
  const { removed, uncertain, missing, damaged } = manifest.objects
  const excused = removed + uncertain + missing.length + damaged.length
  if (counts.absent !== excused)
    tell(`Missing: ${counts.absent} objects have no file, and the backup says so of ${excused}.`)
  options.say(
    `Objects: ${counts.named} named, ${counts.there} there${options.quick ? ' with their sizes' : ' with their checksums'}, ${removed + uncertain} removed meanwhile or never made, ${faults.length} faults.`,
  )
  return faults.length === 0
}

async function faultOf(path: string, file: string, { quick }: VerifyOptions): Promise<string | undefined> {
  const promise = promiseOf(file)
  if (quick) {
    const size = (await stat(path).catch(ignoreMissing))?.size
    return size === promise.bytes ? undefined : `Damaged: ${path} is missing or cut off.`
  }
  try {
    for await (const _ of readStored(path, promise)) void _
    return undefined
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    return `Damaged: ${error.message}.`
  }
}
