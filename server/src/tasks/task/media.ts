import type { VideoFacts } from '../../platform/media/probe.ts'
import type { SpriteSheet } from '../../platform/media/extras.ts'
import type { Json } from '../../platform/json.ts'
import type { TaskOut } from './schemas.ts'

/** What an engine says of its result. */
export type Report = { [fact: string]: Json }

/** What is known of a stored video, as its task keeps it. Nothing here is its owner's. */
export interface TaskMedia extends Pick<
  VideoFacts,
  'width_px' | 'height_px' | 'duration_s' | 'fps' | 'frames' | 'has_audio'
> {
  /** Of the mp4 as it is delivered. */
  bytes: number
  sha256: string
  made_by_ai: boolean
  producer: string
  /** RFC 3339: when it was marked and signed. */
  made_at: string
  /** Whether there is one. */
  poster: boolean
  preview: boolean
  sprite: SpriteSheet | null
  /** What the engine said of it. */
  report?: Report
}

/** As callers are told. Once the video has been removed, so have its pictures; what it was stays known. */
export function toMediaOut(task: {
  task_id: string
  result_key: string | null
  media: TaskMedia | null
}): TaskOut['media'] {
  if (task.media === null) return null
  const { width_px, height_px, duration_s, fps, frames, bytes, sha256, has_audio, ...rest } = task.media
  const isThere = task.result_key !== null
  const url = (kind: 'poster' | 'preview' | 'sprite') => `/api/v1/tasks/${task.task_id}/${kind}`
  return {
    width_px,
    height_px,
    duration_s,
    fps,
    frames,
    bytes,
    sha256,
    has_audio,
    poster_url: isThere && rest.poster ? url('poster') : null,
    preview_url: isThere && rest.preview ? url('preview') : null,
    sprite: isThere && rest.sprite ? { url: url('sprite'), ...rest.sprite } : null,
  }
}
