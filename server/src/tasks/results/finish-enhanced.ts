import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Json } from '../../platform/json.ts'
import { probe, type VideoFacts } from '../../platform/media/probe.ts'
import type { ObjectStorage } from '../../storage/storage.ts'
import { conform, measureQuality, UpscaleError } from '../../upscalers/upscalers.ts'
import { badResult } from './check-video.ts'
import { openVideo } from './place.ts'

const measureWithin_ms = 300_000

/**
 * Restores in an enhanced video what it must keep of its source, such as sound and frame rate, and measures its quality against
 * the source. Replaces the file at `received`; `folder` takes temporary files. `quality` is null if the measurement failed.
 * @throws EngineError `bad_result` if the number of frames differs from the source; `video_gone`.
 */
export async function finishEnhanced(
  storage: Pick<ObjectStorage, 'get'>,
  { parent_task_id }: { parent_task_id: string | null },
  { received, facts, folder }: { received: string; facts: VideoFacts; folder: string },
  { signal, ffmpeg_path }: { signal: AbortSignal; ffmpeg_path: string | null },
): Promise<{ facts: VideoFacts; quality: Json }> {
  const [source, conformed] = [join(folder, 'source.mp4'), join(folder, 'conformed.mp4')]
  const look = (path: string) => probe(path, { signal, ...(ffmpeg_path !== null && { ffmpeg_path }) })
  const tools = { signal, ffmpeg_path: ffmpeg_path ?? undefined }
  await pipeline(await openVideo(storage, parent_task_id ?? '', signal), createWriteStream(source), {
    signal,
  })
  const { frames } = await look(source)
  if (facts.frames !== frames) throw badResult(`a wrong video: ${facts.frames} frames instead of ${frames}`)
  await conform(source, received, conformed, tools).catch((error: unknown) => {
    if (!(error instanceof UpscaleError) || error.code !== 'failed') throw error
    throw badResult('a video that is no mp4', error)
  })
  await rename(conformed, received)
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(measureWithin_ms)])
  const quality = await measureQuality(source, received, inTime, tools.ffmpeg_path).catch(() => null)
  signal.throwIfAborted()
  await rm(source)
  return { facts: await look(received), quality: quality && (JSON.parse(JSON.stringify(quality)) as Json) }
}
