import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Selectable } from 'kysely'
import { previewModel } from '../../catalog/catalog.ts'
import { type Engine, EngineError, type Operation } from '../../engines/engines.ts'
import type { Db } from '../../platform/db/database.ts'
import { retryOnDisconnect } from '../../platform/db/retry.ts'
import { hashFile } from '../../platform/media/hash-file.ts'
import { isOutOfSpace } from '../../platform/files/out-of-space.ts'
import type { Log } from '../../platform/log.ts'
import {
  aiTags,
  createManifest,
  fileTags,
  type MadeVideo,
  type Marking,
} from '../../provenance/provenance.ts'
import { type ObjectStorage, putFile, retryOnStorageOutage, StorageFull } from '../../storage/storage.ts'
import { checkVideo, makePlayable, retagVideo } from './check-video.ts'
import { finishEnhanced } from './finish-enhanced.ts'
import type { Report, TaskMedia } from '../task/media.ts'
import { findRecipe } from '../task/queries.ts'
import type { TaskTables } from '../task/tables.ts'
import { isUnderWay } from './queries.ts'
import { manifestKey, videoKey } from '../task/object-keys.ts'
import { extrasPatience, storeExtras, tryMakeExtras } from './store-extras.ts'

/** Far above any video that can be requested; an engine that sends more is broken. */
const maxVideo_bytes = 8 * 1024 ** 3

export interface ReceiveDeps {
  db: Db
  storage: ObjectStorage
  log: Log
  clock: () => Date
  marking: Marking
  /** Folder for videos between their download from the engine and their upload to storage. */
  work_dir: string
  ffmpeg_path: string | null
}

export type ReceivedTask = Pick<
  Selectable<TaskTables['tasks']>,
  'task_id' | 'parent_task_id' | 'attempt' | 'model' | 'prompt' | 'negative_prompt' | 'params'
>

/** Resolves to the facts about the stored video; null if there are none. */
export type ReceiveVideo = (
  engine: Engine,
  operation: Operation,
  task: ReceivedTask,
  options: { report?: Report | undefined; signal: AbortSignal },
) => Promise<TaskMedia | null>

/**
 * Creates the function that transfers a video from an engine to storage. It streams the video to a file, probes it, encodes
 * picture and sound again if not every browser plays them, restores in an enhanced video what it keeps of its source, adds the marks, and stores it
 * with its signed manifest. Meanwhile it makes the extras (poster, preview, sprite sheet); those that are not ready in time are
 * left out for good.
 *
 * A file that is not a video of the requested size and length is an error of the engine and is never stored. While storage is
 * away or a disk is full, it starts over until it succeeds or `signal` aborts: the video exists, so the task need not fail.
 * When it settles, no upload is running any more.
 */
export function createReceiver(deps: ReceiveDeps, patience = extrasPatience): ReceiveVideo {
  const { db, storage, log, clock, marking, work_dir, ffmpeg_path } = deps
  const receive: ReceiveVideo = async (engine, operation, task, { report, signal }) => {
    const { task_id } = task
    const folder = join(work_dir, `${task_id}-${task.attempt}`)
    const [received, path] = [join(folder, 'received'), join(folder, 'video.mp4')]
    const ffmpeg = { signal, ffmpeg_path }
    const onOutage = (error: Error) => log.warn({ err: error, task_id }, 'result_waits_for_storage')
    const store = (put: () => Promise<unknown>) => retryOnStorageOutage(put, { signal, onOutage })
    await mkdir(folder, { recursive: true })
    try {
      const bytes = await engine.fetch(operation, signal)
      await pipeline(bytes, limitTo(maxVideo_bytes), createWriteStream(received), { signal })
      const sent = await checkVideo(received, task.params, ffmpeg)
      const onSoundLost = (err: unknown) => log.warn({ err, task_id }, 'sound_left_out')
      const checked = await makePlayable(received, sent, { ...ffmpeg, onSoundLost })
      const { facts, ...compared } =
        task.params.mode === 'enhance'
          ? await finishEnhanced(storage, task, { received, facts: checked, folder }, ffmpeg)
          : { facts: checked }
      const video = toMadeVideo(await withRecipe(db, task, signal))
      await retagVideo(received, path, fileTags(video, marking), { ...ffmpeg, has_audio: facts.has_audio })
      await rm(received)
      const file = await hashFile(path, signal)
      const made_at = clock()
      const manifest = JSON.stringify(createManifest(video, file, marking, made_at))

      const calledOff = new AbortController()
      const making = tryMakeExtras(
        { path, facts, tags: aiTags(video, marking), folder },
        { log, task_id, signal: AbortSignal.any([signal, calledOff.signal]), patience, ffmpeg_path },
      )
      try {
        const asVideo = { content_type: 'video/mp4', signal }
        await store(() => putFile(storage, videoKey(task_id), path, asVideo))
        const asJson = { content_type: 'application/json', signal }
        const bytes = () => Readable.from([Buffer.from(manifest)])
        await store(() => storage.put(manifestKey(task_id), bytes(), asJson))
        const extras = await storeExtras(storage, await making, { log, task_id, signal, patience })
        const { width_px, height_px, duration_s, fps, frames, has_audio } = facts
        const told: Report = { ...report, ...compared }
        return {
          width_px,
          height_px,
          duration_s,
          fps,
          frames,
          has_audio,
          ...file,
          made_by_ai: video.made_by_ai,
          producer: marking.producer,
          made_at: made_at.toISOString(),
          ...extras,
          ...(Object.keys(told).length > 0 && { report: told }),
        }
      } finally {
        calledOff.abort()
        await making
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return (engine, operation, task, options) =>
    retryOnStorageOutage(
      () =>
        receive(engine, operation, task, options).catch((error: unknown) => {
          throw isOutOfSpace(error) ? new StorageFull(error) : error
        }),
      {
        signal: options.signal,
        onOutage: (error) => log.warn({ err: error, task_id: task.task_id }, 'result_waits_for_space'),
      },
    )
}

/** Removes temporary files of attempts that have ended, such as those of dead workers. Several processes may share the folder. */
export async function sweepReceiving({ db, work_dir }: Pick<ReceiveDeps, 'db' | 'work_dir'>): Promise<void> {
  for (const name of await readdir(work_dir).catch(() => [])) {
    const [, task_id, attempt] = /^(.+)-(\d+)$/.exec(name) ?? []
    if (task_id === undefined || (await isUnderWay(db, { task_id, attempt: Number(attempt) }))) continue
    await rm(join(work_dir, name), { recursive: true, force: true })
  }
}

function limitTo(max_bytes: number): Transform {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen <= max_bytes) done(null, chunk)
      else
        done(new EngineError('bad_result', 'The engine sent a file that is too large.', { fault: 'engine' }))
    },
  })
}

/** The recipe of an enhanced video is that of its source. */
async function withRecipe(db: Db, task: ReceivedTask, signal: AbortSignal): Promise<ReceivedTask> {
  if (task.params.mode !== 'enhance' || task.parent_task_id === null) return task
  const { params, ...source } = await retryOnDisconnect(() => findRecipe(db, task.parent_task_id!), signal)
  return { ...task, ...source, params: { ...params, ...task.params, mode: params.mode } }
}

function toMadeVideo({
  task_id,
  parent_task_id,
  model,
  prompt,
  negative_prompt,
  params,
}: ReceivedTask): MadeVideo {
  const { seed, ...parameters } = params
  const made_by_ai = model !== previewModel.name
  return {
    task_id,
    parent_task_id,
    model,
    made_by_ai,
    prompt: prompt ?? '',
    negative_prompt,
    seed,
    parameters: { ...parameters },
  }
}
