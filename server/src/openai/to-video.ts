import type { Task } from '../tasks/tasks.ts'
import type { OpenAiVideo } from './schemas.ts'

const day_ms = 86_400_000
const statuses = {
  queued: 'queued',
  running: 'in_progress',
  completed: 'completed',
  failed: 'failed',
} as const

const seconds = (instant_ms: number): number => Math.floor(instant_ms / 1000)

/** A task as a video of the dialect. */
export function toVideo(task: Task, retention: { result_retention_days: number }): OpenAiVideo {
  const { params, completed_at, error_code } = task
  const keptFor_ms = retention.result_retention_days * day_ms
  const expires = task.status === 'completed' && keptFor_ms > 0 && completed_at
  return {
    id: task.task_id,
    object: 'video',
    model: task.model,
    status: statuses[task.status],
    progress: progressOf(task),
    created_at: seconds(task.created_at.getTime()),
    completed_at: completed_at && seconds(completed_at.getTime()),
    expires_at: expires ? seconds(expires.getTime() + keptFor_ms) : null,
    prompt: task.prompt,
    size: `${params.width_px}x${params.height_px}`,
    seconds: String(params.duration_seconds),
    remixed_from_video_id: task.parent_task_id,
    error: error_code === null ? null : { code: error_code, message: task.error_message ?? '' },
  }
}

/** In percent; the last one comes with the stored video. */
function progressOf({ status, progress }: Task): number {
  return status === 'completed' ? 100 : Math.min(99, Math.floor((progress ?? 0) * 100))
}
