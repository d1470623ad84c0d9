import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../platform/log.ts'
import { type Extras, makeExtras } from '../../platform/media/extras.ts'
import type { VideoFacts } from '../../platform/media/probe.ts'
import { type ObjectStorage, putFile } from '../../storage/storage.ts'
import type { TaskMedia } from '../task/media.ts'
import { type ExtraKind, extraKey, extraKinds, extras } from '../task/object-keys.ts'

// Poster, preview and sprite sheet. A video is complete without them: failures are only logged, and timeouts limit how long a
// finished video waits for them.

/** Timeouts for the extras of a finished video. */
export interface ExtrasPatience {
  making_ms: number
  storing_ms: number
}

/** For a video of five seconds, making the extras takes 0.7 s in 480p and 3.8 s in 2160p on two idle cores. */
export const extrasPatience: ExtrasPatience = { making_ms: 30_000, storing_ms: 15_000 }

export type StoredExtras = Pick<TaskMedia, ExtraKind>

const none: StoredExtras = { poster: false, preview: false, sprite: null }

interface ExtrasContext {
  log: Log
  task_id: string
  signal: AbortSignal
  patience: ExtrasPatience
}

/** Makes the extras. Undefined after an error, a timeout or an abort; never rejects. */
export async function tryMakeExtras(
  video: { path: string; facts: VideoFacts; tags: Record<string, string>; folder: string },
  { log, task_id, signal, patience, ffmpeg_path }: ExtrasContext & { ffmpeg_path: string | null },
): Promise<Extras | undefined> {
  try {
    const folder = join(video.folder, 'extras')
    await mkdir(folder)
    const options = {
      tags: video.tags,
      ffmpeg_path: ffmpeg_path ?? undefined,
      signal,
      timeout_ms: patience.making_ms,
    }
    return await makeExtras(video.path, video.facts, folder, options)
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error, task_id }, 'extras_not_made')
    return undefined
  }
}

/**
 * Stores the extras and returns which of them succeeded. When it settles, no upload is running any more. @throws the signal's
 * reason.
 */
export async function storeExtras(
  storage: Pick<ObjectStorage, 'put'>,
  made: Extras | undefined,
  { log, task_id, signal, patience }: ExtrasContext,
): Promise<StoredExtras> {
  if (!made) return none
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(patience.storing_ms)])
  const isStored = async (kind: ExtraKind): Promise<boolean> => {
    try {
      const { content_type } = extras[kind]
      await putFile(storage, extraKey(task_id, kind), made[kind], { content_type, signal: inTime })
      return true
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, task_id, kind }, 'extra_not_stored')
      return false
    }
  }
  const [poster, preview, sprite] = await Promise.all(extraKinds.map(isStored))
  signal.throwIfAborted()
  return { poster: poster === true, preview: preview === true, sprite: sprite ? made.sheet : null }
}
