import type { VideoFacts } from '../../platform/media/probe.ts'
import type { SpriteSheet } from '../../platform/media/extras.ts'
import type { Json } from '../../platform/json.ts'
import type { TaskOut } from './schemas.ts'

/** Facts that an engine reports about its result. */
export type Report = { [fact: string]: Json }

/** Facts about a stored video, kept with its task. They contain nothing that the owner wrote. */
export interface TaskMedia extends Pick<
  VideoFacts,
  'width_px' | 'height_px' | 'duration_s' | 'fps' | 'frames' | 'has_audio'
> {
  /** Size of the mp4 file as it is delivered. */
  bytes: number
  sha256: string
  made_by_ai: boolean
  producer: string
  /** When the video was marked and signed, in RFC 3339. */
  made_at: string
  /** Whether it was stored. */
  poster: boolean
  preview: boolean
  sprite: SpriteSheet | null
  report?: Report
}

/** Converts to what callers see. After the video was removed, its facts stay and the URLs of its extras are null. */
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
