import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { ConfigError } from '../platform/setting.ts'
import { type Bytes, Damaged, ignoreMissing, readStored, syncFolder, type Written } from './files.ts'
import type { Partition, Sequence, Table } from './schema-queries.ts'

// A folder of backups: sets/NAME has a database and the list of its objects, objects/ has the objects of all sets. What is not yet
// whole lies in unfinished/. Nothing is changed once it has its place.

const format = 1

export interface Manifest {
  format: number
  /** Of the program that made it. */
  version: string
  /** By the database's clock: what was committed before is in it, and nothing else. */
  taken_at: string
  /** PostgreSQL's name of the moment. */
  snapshot: string
  postgres: string
  migrations: string[]
  /** Whom files are sealed for; empty when they are not. */
  encrypted_for: string[]
  /** The first bytes of each key's SHA-256, to tell whether one has the right keys. */
  keys: Record<string, string>
  has_keys: boolean
  tables: (Table & { rows: number; file: string })[]
  partitions: Partition[]
  sequences: Sequence[]
  objects: {
    total: number
    /** Copied by this run; the others were there. */
    copied: number
    copied_bytes: number
    /** Removed by users or by retention after `taken_at`, before they were copied. */
    removed: number
    /** Of old versions, which may have had none. */
    uncertain: number
    /** Named by the database, and not in storage. */
    missing: string[]
    /** In storage, and not what was stored. */
    damaged: string[]
  }
  /** Files of another system, which are not in the backup. */
  legacy_videos: number
}

export const places = (folder: string) => ({
  sets: join(folder, 'sets'),
  objects: join(folder, 'objects'),
  unfinished: join(folder, 'unfinished'),
})

const marker = 'README.txt'
const readme = `Backups of Clipwright, made by \`clipwright-server backup\`; docs/backup.md explains them.

sets/TIME/           one backup: manifest.json tells what it holds, \`sha256sum -c SHA256SUMS\` whether it is whole
sets/TIME/tables/    rows of the database, as COPY of PostgreSQL writes them, by gzip
sets/TIME/objects.gz key and file of each video and picture
objects/             those files; the last part of a name is the SHA-256 of the file
unfinished/          what was not done; the next backup removes it

What ends in .age was encrypted: \`age --decrypt --identity KEYFILE\` (age-encryption.org) opens it.
`

/** @throws ConfigError for a folder that holds something else. */
export async function openFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(ignoreMissing)
  if (names && names.length > 0 && !names.includes(marker))
    throw new ConfigError(
      `--to: ${folder} holds something else (${names[0]}). Name a new folder, or one with backups.`,
    )
  const { sets, objects, unfinished } = places(folder)
  await rm(unfinished, { recursive: true, force: true })
  for (const path of [folder, sets, objects, unfinished]) await mkdir(path, { recursive: true, mode: 0o700 })
  if (!names?.includes(marker)) await writeFile(join(folder, marker), readme, { flush: true })
  await syncFolder(folder)
}

/** A name that sorts by time, in UTC. */
export const setName = (taken_at: Date): string => taken_at.toISOString().replaceAll(/[:.]/g, '-')

/** The names of all whole sets, the oldest first. */
export async function listSets(folder: string): Promise<string[]> {
  const names = (await readdir(places(folder).sets).catch(ignoreMissing)) ?? []
  return names.filter((name) => /^\d{4}-/.test(name)).toSorted()
}

/** A set, and what its files must be. */
export interface BackupSet {
  name: string
  folder: string
  path: string
  manifest: Manifest
  sums: ReadonlyMap<string, Written>
}

/** Opens the named set, or the newest. @throws ConfigError where there is none; Damaged. */
export async function openSet(folder: string, wanted?: string): Promise<BackupSet> {
  const names = await listSets(folder)
  const name = wanted ?? names.at(-1)
  if (name === undefined) throw new ConfigError(`--from: there is no backup in ${folder}.`)
  if (!names.includes(name))
    throw new ConfigError(
      `--set: there is no backup ${name} in ${folder}. There are: ${names.slice(-10).join(', ') || 'none'}.`,
    )
  const path = join(places(folder).sets, name)
  const sums = await readSums(path)
  const text = await readWhole(path, 'manifest.json', sums)
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== format)
    throw new ConfigError(
      `${path} has format ${manifest.format}, and this program reads ${format}. Use the version that made it: ${manifest.version}.`,
    )
  for (const file of [...manifest.tables.map((table) => table.file), ...filesOf(manifest)])
    if (!sums.has(file)) throw new Damaged(`${path}/SHA256SUMS does not name ${file}`)
  return { name, folder, path, manifest, sums }
}

/** The files of a set beside its tables. */
function filesOf({ encrypted_for, has_keys }: Manifest): string[] {
  const ending = encrypted_for.length > 0 ? '.age' : ''
  return [`objects.gz${ending}`, 'files.gz', ...(has_keys ? [`keys.json${ending}`] : [])]
}

async function readWhole(path: string, file: string, sums: BackupSet['sums']): Promise<string> {
  const sum = sums.get(file)
  if (!sum) throw new Damaged(`${path}/SHA256SUMS does not name ${file}`)
  const chunks: Uint8Array[] = []
  for await (const chunk of readStored(join(path, file), sum)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

async function readSums(path: string): Promise<Map<string, Written>> {
  const text = await readFile(join(path, 'SHA256SUMS'), 'utf8').catch((error: Error) => {
    throw new Damaged(`${path}/SHA256SUMS can't be read: ${error.message}`)
  })
  const sums = new Map<string, Written>()
  for (const line of text.split('\n').filter(Boolean)) {
    const [, sha256, file] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? []
    if (sha256 === undefined || file === undefined)
      throw new Damaged(`${path}/SHA256SUMS has a line that is none`)
    const found = await stat(join(path, file)).catch(ignoreMissing)
    if (!found) throw new Damaged(`${join(path, file)} is missing`)
    sums.set(file, { sha256, bytes: found.size })
  }
  return sums
}

/** Writes the manifest and the sums, and gives the set its place: until then there is none. */
export async function publishSet(
  draft: string,
  path: string,
  manifest: Omit<Manifest, 'format'>,
  written: ReadonlyMap<string, Written>,
): Promise<string> {
  const text = `${JSON.stringify({ format, ...manifest }, null, 2)}\n`
  const own = { bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') }
  const sums = [...written, ['manifest.json', own] as const].map(
    ([file, { sha256 }]) => `${sha256}  ${file}\n`,
  )
  await writeFile(join(draft, 'manifest.json'), text, { mode: 0o600, flush: true })
  await writeFile(join(draft, 'SHA256SUMS'), sums.join(''), { mode: 0o600, flush: true })
  await syncFolder(join(draft, 'tables'))
  await syncFolder(draft)
  await rename(draft, path)
  await syncFolder(dirname(path))
  return path
}

/** The lines of a file of text. */
export async function* linesOf(source: Bytes): AsyncGenerator<string> {
  const stream = Readable.from(source, { objectMode: false })
  let rest = ''
  stream.setEncoding('utf8')
  for await (const chunk of stream as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}
