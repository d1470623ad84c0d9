import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { draftIn, sweepDrafts } from '../files/drafts.ts'
import { AppError, busy } from '../errors.ts'
import { limitBytes } from '../files/limit-bytes.ts'
import type { Drawn, DrawOrder } from './drawing.ts'
import { createProcesses, DrawingLost } from './processes.ts'
import { type Admission, createFairQueue } from './fair-queue.ts'

export type { Drawn, DrawOrder } from './drawing.ts'

/**
 * Decodes and redraws pictures that users send, in processes of their own, fairly between users. Waiting pictures are files. Sound
 * that users send waits in the same queue for its own process (`inTurn`).
 */
export interface Pictures extends AsyncDisposable {
  /** Admits one picture. @throws AppError 503 `pictures_busy` when the quota of this user, or of all, is used up. */
  admit(user_id: string, received?: ReceivedFile): Promise<AdmittedPicture>
  /** Admits a picture that the service itself needs, beyond any quota. */
  admitAlways(user_id: string): Promise<AdmittedPicture>
  /** @throws AppError 503 `pictures_busy` when `admit` would: before anything is sent in vain. */
  refuseIfFull(user_id: string): void
  /** Receives a picture before it is admitted: a slow sender uses up no quota. */
  receive(body: Readable, max_bytes: number): Promise<ReceivedFile & AsyncDisposable>
}

/** Removed when its owner is disposed of. */
export interface ReceivedFile {
  path: string
  size_bytes: number
  /** Whether more came than was allowed. */
  is_cut: boolean
}

/** Disposing removes its files. */
export interface AdmittedPicture extends AsyncDisposable {
  /** Where the picture is received. */
  source_path: string
  receive(body: Readable, max_bytes: number): Promise<void>
  /** Undefined when there is no such picture, or only a part of one. */
  draw(order: DrawOrder): Promise<(Drawn & { path: string }) | undefined>
  /** Runs other work on the whole file when it is its turn: `target_path` is for what it makes. Undefined for a part of a file. */
  inTurn<T>(work: (files: { source_path: string; target_path: string }) => Promise<T>): Promise<T | undefined>
}

export interface PicturesOptions {
  /** For received and drawn files. */
  folder: string
  /** Processes, 2 or more. One user has all but one of them at most. */
  at_once: number
}

const quota = 200
const quotaEach = 16
const retryAfter_s = 5

export async function createPictures({ folder, at_once }: PicturesOptions): Promise<Pictures> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await sweepDrafts(folder)
  const queue = createFairQueue({
    at_once,
    at_once_each: at_once - 1,
    quota,
    quota_each: quotaEach,
  })
  const processes = createProcesses()

  const open = (admission: Admission | undefined, received?: ReceivedFile): AdmittedPicture => {
    if (!admission) throw full()
    const source_path = received?.path ?? draftIn(folder)
    const target_path = draftIn(folder)
    let isCut = received?.is_cut ?? false
    return {
      source_path,
      async receive(body, max_bytes) {
        isCut = (await receive(body, source_path, max_bytes)).is_cut
      },
      async draw(order) {
        if (isCut) return undefined
        const job = { ...order, source_path, target_path }
        const answer = await admission.run(() => processes.draw(job)).catch(lost)
        if ('failed' in answer) throw new Error(answer.failed)
        return answer.drawn ? { ...answer.drawn, path: target_path } : undefined
      },
      inTurn: async (work) => (isCut ? undefined : admission.run(() => work({ source_path, target_path }))),
      async [Symbol.asyncDispose]() {
        admission[Symbol.dispose]()
        await Promise.all([source_path, target_path].map((path) => rm(path, { force: true })))
      },
    }
  }

  return {
    admit: async (user_id, received) => open(queue.admit(user_id), received),
    admitAlways: async (user_id) => open(queue.admitAlways(user_id)),
    refuseIfFull(user_id) {
      using admission = queue.admit(user_id)
      if (!admission) throw full()
    },
    async receive(body, max_bytes) {
      const path = draftIn(folder)
      const leave = () => rm(path, { force: true })
      try {
        return { ...(await receive(body, path, max_bytes)), [Symbol.asyncDispose]: leave }
      } catch (error) {
        await leave()
        throw error
      }
    },
    [Symbol.asyncDispose]: () => processes[Symbol.asyncDispose](),
  }
}

async function receive(body: Readable, path: string, max_bytes: number): Promise<ReceivedFile> {
  const tooMany = new Error('too many bytes')
  const limited = limitBytes(body, max_bytes, () => tooMany)
  const file = createWriteStream(path, { mode: 0o600 })
  const is_cut = await pipeline(limited, file).then(
    () => false,
    (error) => {
      if (error !== tooMany) throw error
      return true
    },
  )
  return { path, size_bytes: file.bytesWritten, is_cut }
}

function full(): AppError {
  return new AppError(503, 'pictures_busy', 'Too many uploads wait to be looked at; try again in a moment.', {
    headers: { 'retry-after': String(retryAfter_s) },
  })
}

function lost(error: unknown): never {
  if (error instanceof DrawingLost)
    throw busy('The picture was lost; try again in a moment.', retryAfter_s, error)
  throw error
}
