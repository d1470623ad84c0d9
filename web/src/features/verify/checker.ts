import { type Manifest, type ReadManifest, readManifest, type Damage } from './manifest.ts'
import { checkManifest, findFile, hashFile, type KnownFile } from './verify.ts'

/** What has been found out about what was dropped. */
export interface Check {
  file?: FileCheck
  manifest?: ManifestCheck
}

export type FileCheck = { name: string } & (
  | { step: 'reading'; share: number }
  | { step: 'asking'; sha256: string }
  | { step: 'answered'; sha256: string; known: KnownFile | null }
  | { step: 'stopped' }
  | { step: 'failed'; error: unknown }
)

export type ManifestCheck = { name: string } & (
  | { step: 'damaged'; damage: Damage }
  /** For the file to be read, or for the server. */
  | { step: 'waiting' }
  /** No reason: it holds. `isOfFile`: it was compared with a file. */
  | { step: 'answered'; reasons: readonly string[]; isOfFile: boolean }
  | { step: 'failed'; error: unknown }
)

type Kind = keyof Check

/**
 * Checks one video and one manifest, which come together or one after the other; a newer one of a kind replaces the older.
 * All work has a signal, which aborts when it is replaced; only work that has not been aborted may say anything.
 */
export class Checker {
  #check: Check = {}
  readonly #listeners = new Set<() => void>()
  readonly #work: Record<Kind, AbortController> = {
    file: new AbortController(),
    manifest: new AbortController(),
  }
  /** Files in the order in which they came: looking at one takes a while, and what came last counts. */
  #turn = 0
  readonly #newest: Record<Kind, number> = { file: 0, manifest: 0 }
  #file: { file: File; sha256?: string } | undefined
  #manifest: { name: string; manifest: Manifest } | undefined

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly current = (): Check => this.#check

  readonly take = (files: readonly File[]): void => {
    for (const file of files) void this.#look(file, ++this.#turn)
  }

  /** Ends the reading of the file. */
  readonly stop = (): void => {
    if (!this.#file) return
    const { name } = this.#file.file
    this.#begin('file')
    this.#say({ file: { name, step: 'stopped' } })
    void this.#askManifest()
  }

  readonly retryFile = (): void => {
    if (this.#file) void this.#askFile(this.#file)
  }

  readonly retryManifest = (): void => void this.#askManifest()

  /** Ends all work and forgets everything. */
  readonly reset = (): void => {
    for (const kind of ['file', 'manifest'] as const) {
      this.#begin(kind)
      this.#newest[kind] = ++this.#turn
    }
    this.#file = undefined
    this.#manifest = undefined
    this.#check = {}
    this.#tell()
  }

  async #look(file: File, turn: number): Promise<void> {
    // What cannot be read is said when it is hashed.
    const read = await readManifest(file).catch(() => undefined)
    const kind = read ? 'manifest' : 'file'
    if (turn < this.#newest[kind]) return
    this.#newest[kind] = turn
    if (read) this.#takeManifest(file.name, read)
    else {
      this.#file = { file }
      await this.#askFile(this.#file)
    }
  }

  #takeManifest(name: string, read: ReadManifest): void {
    if ('manifest' in read) {
      this.#manifest = { name, manifest: read.manifest }
      void this.#askManifest()
    } else {
      this.#manifest = undefined
      this.#begin('manifest')
      this.#say({ manifest: { name, step: 'damaged', damage: read.damage } })
    }
  }

  /** Reads the file, unless that was done, and asks the server about it. */
  async #askFile(about: { file: File; sha256?: string }): Promise<void> {
    const { file } = about
    const { name } = file
    const signal = this.#begin('file')
    const say = (file: FileCheck): void => {
      if (!signal.aborted) this.#say({ file })
    }
    try {
      if (about.sha256 === undefined) {
        say({ name, step: 'reading', share: 0 })
        this.#manifestWaits()
        about.sha256 = await hashFile(file, (share) => say({ name, step: 'reading', share }), signal)
      }
      const { sha256 } = about
      say({ name, step: 'asking', sha256 })
      if (!signal.aborted) void this.#askManifest()
      say({ name, step: 'answered', sha256, known: await findFile(sha256, signal) })
    } catch (error) {
      say({ name, step: 'failed', error })
      if (!signal.aborted && about.sha256 === undefined) void this.#askManifest()
    }
  }

  #manifestWaits(): void {
    if (!this.#manifest) return
    this.#begin('manifest')
    this.#say({ manifest: { name: this.#manifest.name, step: 'waiting' } })
  }

  /** Once the file is read, if there is one: with its hash the server can say whether the manifest is about it. */
  async #askManifest(): Promise<void> {
    if (!this.#manifest) return
    const { name, manifest } = this.#manifest
    this.#manifestWaits()
    if (this.#check.file?.step === 'reading') return
    const { signal } = this.#work.manifest
    const sha256 = this.#file?.sha256
    const say = (manifest: ManifestCheck): void => {
      if (!signal.aborted) this.#say({ manifest })
    }
    try {
      const reasons = await checkManifest(manifest, sha256, signal)
      say({ name, step: 'answered', reasons, isOfFile: sha256 !== undefined })
    } catch (error) {
      say({ name, step: 'failed', error })
    }
  }

  /** Ends what is done about a kind; the signal of what is begun instead. */
  #begin(kind: Kind): AbortSignal {
    this.#work[kind].abort()
    this.#work[kind] = new AbortController()
    return this.#work[kind].signal
  }

  #say(changes: Partial<Check>): void {
    this.#check = { ...this.#check, ...changes }
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
