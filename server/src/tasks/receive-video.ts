import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Engine, EngineError, type Operation } from '../engines/engines.ts'
import { probe, type VideoFacts } from '../platform/media/probe.ts'
import { ProcessError } from '../platform/media/run.ts'
import type { Log } from '../platform/log.ts'
import { despiteStorageOutage, type ObjectStorage } from '../storage/storage.ts'
import type { GenerateParams } from './tables.ts'

/** Far above any video we ask for; an engine that sends more is broken. */
const maxVideo_bytes = 8 * 1024 ** 3

export interface ReceiveDeps {
  storage: ObjectStorage
  log: Log
  /** Folder for a video on its way from the engine to storage. */
  work_dir: string
  ffmpeg_path: string | null
}

export type ReceiveVideo = (
  engine: Engine,
  operation: Operation,
  task: { task_id: string; attempt: number; params: GenerateParams },
  options: { result_key: string; signal: AbortSignal },
) => Promise<void>

/**
 * Brings an engine's video into storage: streamed to a file, probed, then stored. A file that is no video of the asked size
 * and length is the engine's failure and never reaches storage. A storage that is away is tried again for as long as the attempt has
 * time: the video is made, and an outage is no reason to fail the task.
 */
export function createReceiver({ storage, log, work_dir, ffmpeg_path }: ReceiveDeps): ReceiveVideo {
  return async (engine, operation, task, { result_key, signal }) => {
    await mkdir(work_dir, { recursive: true })
    const path = join(work_dir, `${task.task_id}-${task.attempt}.mp4`)
    try {
      const bytes = await engine.fetch(operation, signal)
      await pipeline(bytes, limitTo(maxVideo_bytes), createWriteStream(path), { signal })
      await checkVideo(path, task.params, ffmpeg_path, signal)
      const store = () =>
        storage.put(result_key, createReadStream(path), { content_type: 'video/mp4', signal })
      const onOutage = (error: Error) =>
        log.warn({ err: error, task_id: task.task_id }, 'result_waits_for_storage')
      await despiteStorageOutage(store, { signal, onOutage })
    } finally {
      await rm(path, { force: true })
    }
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

async function checkVideo(
  path: string,
  params: GenerateParams,
  ffmpeg_path: string | null,
  signal: AbortSignal,
) {
  let facts: VideoFacts
  try {
    facts = await probe(path, { signal, ...(ffmpeg_path !== null && { ffmpeg_path }) })
  } catch (error) {
    if (!(error instanceof ProcessError) || error.code === 'missing') throw error
    throw new EngineError('bad_result', 'The engine sent a file that is no video.', {
      fault: 'engine',
      cause: error,
    })
  }
  const problem = resultProblem(facts, params)
  if (problem)
    throw new EngineError('bad_result', `The engine sent a wrong video: ${problem}.`, { fault: 'engine' })
}

/** What is wrong with a result, or nothing. Engines may round a size or a length; they may not send something else. */
export function resultProblem(
  facts: Pick<VideoFacts, 'width_px' | 'height_px' | 'duration_s' | 'frames'>,
  asked: Pick<GenerateParams, 'width_px' | 'height_px' | 'frames' | 'fps'>,
): string | undefined {
  const tolerance_px = 32 // models round sizes to multiples of up to 32
  if (
    Math.abs(facts.width_px - asked.width_px) > tolerance_px ||
    Math.abs(facts.height_px - asked.height_px) > tolerance_px
  ) {
    return `${facts.width_px}x${facts.height_px} instead of ${asked.width_px}x${asked.height_px}`
  }
  const asked_s = asked.frames / asked.fps
  if (facts.frames < 1 || Math.abs(facts.duration_s - asked_s) > Math.max(0.5, asked_s * 0.1)) {
    return `${facts.duration_s.toFixed(2)} s instead of ${asked_s.toFixed(2)} s`
  }
  return undefined
}
