import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { ConfigError } from '../platform/setting.ts'
import type { Sealer } from './sealing.ts'

// Files of a backup: written whole or not at all, and held against their hash whenever they are read.

/** A file of a backup is not what was written, or is not there. */
export class Damaged extends Error {
  override readonly name = 'Damaged'
}

export type Bytes = AsyncIterable<Uint8Array>
type Step = (source: Bytes) => Bytes

export interface Written {
  bytes: number
  /** Hex, of the file as it lies there. */
  sha256: string
}

/** Hashes what goes by. */
export function createMeter(): { step: Step; measured: () => Written } {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async *step(source) {
      for await (const chunk of source) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    measured: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}

/** Writes a draft in `drafts` and flushes it; `nameOf` says where it goes then. */
export async function writeStored(
  source: Bytes,
  { drafts, sealer, zip = false }: { drafts: string; sealer: Sealer; zip?: boolean },
  pathOf: (written: Written) => string,
): Promise<Written & { path: string }> {
  const draft = join(drafts, randomUUID())
  const meter = createMeter()
  const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
  try {
    if (zip) await pipeline(source, createGzip({ level: 3 }), sealer.seal, meter.step, target)
    else await pipeline(source, sealer.seal, meter.step, target)
    const written = meter.measured()
    const path = pathOf(written)
    await rename(draft, path)
    return { ...written, path }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Makes what was renamed or removed in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}

export async function makeDurable(path: string): Promise<void> {
  await syncFolder(dirname(path))
}

/**
 * What a file holds. The last byte comes only if all of them are those that were written.
 * @throws Damaged otherwise; ConfigError where `open` has the wrong key.
 */
export async function* readStored(
  path: string,
  { sha256, bytes }: Written,
  { open: openSealed, zip = false }: { open?: Step | undefined; zip?: boolean } = {},
): Bytes {
  const size = (await stat(path).catch(ignoreMissing))?.size
  if (size === undefined) throw new Damaged(`${path} is missing`)
  if (size !== bytes) throw new Damaged(`${path} has ${size} bytes instead of ${bytes}`)
  const meter = createMeter()
  const checked: Step = async function* (source) {
    yield* meter.step(source)
    if (meter.measured().sha256 !== sha256) throw new Damaged(`${path} is not what was written`)
  }
  const steps: Step[] = [checked, ...(openSealed ? [openSealed] : []), ...(zip ? [unzip] : [])]
  let content: Bytes = createReadStream(path)
  for (const step of steps) content = step(content)
  try {
    yield* content
  } catch (error) {
    throw asDamage(error, path)
  }
}

/** What comes out of damaged bytes fails before their hash is known; a disk that does not read is another matter. */
function asDamage(error: unknown, path: string): unknown {
  const isOther =
    error instanceof Damaged || error instanceof ConfigError || (error as NodeJS.ErrnoException).syscall
  return isOther ? error : new Damaged(`${path} is not what was written`, { cause: error })
}

async function* unzip(source: Bytes): Bytes {
  const gunzip = createGunzip()
  const done = pipeline(source, gunzip)
  done.catch(() => {}) // the loop below throws it
  yield* gunzip as Bytes
  await done
}

export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
  return undefined
}
