import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { draftIn, sweepDrafts } from '../drafts.ts'
import { AppError, busy } from '../errors.ts'
import { limitBytes } from '../limit-bytes.ts'
import type { Drawn, DrawOrder } from './drawing.ts'
import { createProcesses, DrawingLost } from './processes.ts'
import { createFairQueue, type Place } from './fair-queue.ts'

export type { Drawn, DrawOrder } from './drawing.ts'

/** Pictures that people send, drawn again in processes of their own, in fair turns; while they wait they are files. */
export interface Pictures extends AsyncDisposable {
  /** A place for one picture of this user. @throws AppError 503 `pictures_busy` when none is left for this user. */
  enter(user_id: string, received?: ReceivedFile): Promise<PicturePlace>
  /** The same for a picture that the service itself needs: it is never sent away. */
  insist(user_id: string): Promise<PicturePlace>
  /** @throws AppError 503 `pictures_busy` when `enter` would: before anything is sent in vain. */
  refuseIfFull(user_id: string): void
  /** What comes, without a place yet: who sends slowly keeps nobody out. */
  receive(body: Readable, max_bytes: number): Promise<ReceivedFile & AsyncDisposable>
}

/** Gone once what it came with is disposed of. */
export interface ReceivedFile {
  path: string
  size_bytes: number
  /** There was more than was asked for. */
  is_cut: boolean
}

/** Its files are gone once it is disposed of. */
export interface PicturePlace extends AsyncDisposable {
  /** Where the picture comes to. */
  source_path: string
  receive(body: Readable, max_bytes: number): Promise<void>
  /** Undefined when there is no such picture, or only a part of one. */
  draw(order: DrawOrder): Promise<(Drawn & { path: string }) | undefined>
}

export interface PicturesOptions {
  /** For files on their way. */
  folder: string
  /** Pictures that are drawn at once, 2 or more. One user has all but one of them at most. */
  at_once: number
}

const places = 200
const placesEach = 16
const retryAfter_s = 5

export async function createPictures({ folder, at_once }: PicturesOptions): Promise<Pictures> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await sweepDrafts(folder)
  const queue = createFairQueue({
    at_once,
    at_once_each: at_once - 1,
    places,
    places_each: placesEach,
  })
  const processes = createProcesses()

  const open = (place: Place | undefined, received?: ReceivedFile): PicturePlace => {
    if (!place) throw full()
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
        const answer = await place.run(() => processes.draw(job)).catch(lost)
        if ('failed' in answer) throw new Error(answer.failed)
        return answer.drawn ? { ...answer.drawn, path: target_path } : undefined
      },
      async [Symbol.asyncDispose]() {
        place[Symbol.dispose]()
        await Promise.all([source_path, target_path].map((path) => rm(path, { force: true })))
      },
    }
  }

  return {
    enter: async (user_id, received) => open(queue.enter(user_id), received),
    insist: async (user_id) => open(queue.insist(user_id)),
    refuseIfFull(user_id) {
      using place = queue.enter(user_id)
      if (!place) throw full()
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
  return new AppError(
    503,
    'pictures_busy',
    'Too many pictures wait to be looked at; try again in a moment.',
    {
      headers: { 'retry-after': String(retryAfter_s) },
    },
  )
}

function lost(error: unknown): never {
  if (error instanceof DrawingLost)
    throw busy('The picture was lost; try again in a moment.', retryAfter_s, error)
  throw error
}
