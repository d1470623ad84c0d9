import { constants, createWriteStream } from 'node:fs'
import { lstat, mkdir, open, opendir, realpath, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { draftIn, sweepDrafts } from '../platform/files/drafts.ts'
import { checkSpace, isOutOfSpace } from '../platform/files/out-of-space.ts'
import { checkKey, checkType, typeOf } from './keys.ts'
import type { ObjectStorage } from './object-storage.ts'
import { StorageFull } from './unavailable.ts'
import { type Download, signUpload, signUrl, type Upload, verifyUpload, verifyUrl } from './url-signature.ts'

export interface DiskStorageOptions {
  /** Holds one file per object, named by its key. Created when missing, with access for us alone. */
  root_dir: string
  /** At least 32 random bytes; they grant access to every object. */
  signing_key: Uint8Array
  /** The public address of `publicRoutes`. */
  base_url: string
  /** Milliseconds since 1970. */
  now?: () => number
}

/**
 * Objects as files in one folder, which several processes may share. A key that continues another (`a.mp4` and
 * `a.mp4/b.mp4`) can't be stored beside it: a file can't be a folder.
 */
export interface DiskStorage extends ObjectStorage {
  /** Real path of the folder. */
  readonly root_dir: string
  /** The grant of a download request. @throws {AppError} 403 unless we signed it and it has not expired. */
  verify(key: string, query: Record<string, unknown>): Download
  /** The grant of an upload request. @throws as `verify`. */
  verifyUpload(key: string, query: Record<string, unknown>): Upload
}

/** No key names this folder, since keys have no `~`. */
const unfinishedFolder = '~unfinished'
const minKey_bytes = 32

/** Creates the folder, and removes leftovers of crashed writers. */
export async function createDiskStorage(options: DiskStorageOptions): Promise<DiskStorage> {
  const { signing_key, base_url, now = Date.now } = options
  if (signing_key.length < minKey_bytes)
    throw new TypeError(`A signing key has at least ${minKey_bytes} bytes`)
  await mkdir(options.root_dir, { recursive: true, mode: 0o700 })
  const root = await realpath(options.root_dir)
  const unfinished = join(root, unfinishedFolder)
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  await sweepDrafts(unfinished)
  const temporary = () => draftIn(unfinished)

  /** The object's file; undefined when there is none, or when its path contains a link. */
  async function find(key: string): Promise<string | undefined> {
    const path = join(root, key)
    try {
      // The real path differs when any part of the path is a link.
      if ((await realpath(path)) !== path || !(await lstat(path)).isFile()) return undefined
      return path
    } catch (error) {
      return ignoreMissing(error)
    }
  }

  return {
    root_dir: root,

    async put(key, body, { content_type, signal }) {
      checkKey(key)
      checkType(key, content_type)
      const path = join(root, key)
      const file = temporary()
      try {
        await pipeline(body, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }), { signal })
        const { size: size_bytes } = await stat(file)
        await makeFolder(root, dirname(path))
        await rename(file, path)
        await sync(dirname(path))
        return { size_bytes, content_type }
      } catch (error) {
        await rm(file, { force: true })
        throw isOutOfSpace(error) ? new StorageFull(error) : error
      }
    },

    async head(key) {
      checkKey(key)
      const path = await find(key)
      if (path === undefined) return undefined
      const found = await stat(path).catch(ignoreMissing)
      return found && { size_bytes: found.size, content_type: typeOf(key) ?? 'application/octet-stream' }
    },

    async get(key) {
      checkKey(key)
      const path = await find(key)
      if (path === undefined) return undefined
      const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(ignoreMissing)
      return file?.createReadStream()
    },

    async remove(key) {
      checkKey(key)
      const path = await find(key)
      if (path === undefined) return
      await unlink(path).catch(ignoreMissing)
      await sync(dirname(path))
    },

    isEmpty: () => isWithoutFiles(root),

    async signedUrl(key, urlOptions) {
      checkKey(key)
      return signUrl(base_url, key, urlOptions, { signing_key, now_ms: now() })
    },

    async signedUpload(key, upload) {
      checkKey(key)
      const url = signUpload(base_url, key, upload, { signing_key, now_ms: now() })
      return { url, headers: { 'content-type': upload.content_type } }
    },

    async check() {
      const file = temporary()
      try {
        await checkSpace(root)
        await writeFile(file, 'x', { flag: 'wx', mode: 0o600 })
      } catch (error) {
        throw isOutOfSpace(error) ? new StorageFull(error) : error
      } finally {
        await rm(file, { force: true })
      }
    },

    async removeUnfinished() {
      await sweepDrafts(unfinished)
    },

    verify(key, query) {
      return verifyUrl(key, query, { signing_key, now_ms: now() })
    },

    verifyUpload(key, query) {
      return verifyUpload(key, query, { signing_key, now_ms: now() })
    },
  }
}

/** Creates `folder` and its parents below `root`, durably. @throws when a link leads elsewhere. */
async function makeFolder(root: string, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  const real = await realpath(folder)
  if (real !== folder) throw new Error(`${folder} leads to ${real}: links are not followed below ${root}`)
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await sync(dirname(made))
}

/** Folders stay when their last object goes. */
async function isWithoutFiles(folder: string): Promise<boolean> {
  for await (const entry of await opendir(folder)) {
    if (entry.name === unfinishedFolder) continue
    if (!entry.isDirectory() || !(await isWithoutFiles(join(folder, entry.name)))) return false
  }
  return true
}

/** Syncs a folder, which makes renames and removals in it durable. */
async function sync(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}

/** ENOTDIR: part of the path is another object. */
function ignoreMissing(error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
  return undefined
}
