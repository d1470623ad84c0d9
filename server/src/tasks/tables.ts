import type { Generated } from 'kysely'
import type { Json } from '../platform/json.ts'

export type TaskStatus = 'queued' | 'running' | 'completed' | 'failed'

/** What the caller's choices were resolved to, as sent on the wire. */
export interface GenerateParams {
  mode: 'text-to-video' | 'image-to-video'
  duration_seconds: number
  resolution: string
  aspect_ratio: string
  width_px: number
  height_px: number
  fps: number
  frames: number
  seed: number
}

export interface TaskTables {
  tasks: {
    task_id: string
    user_id: string
    parent_task_id: string | null
    model: string
    status: Generated<TaskStatus>
    prompt: string | null
    negative_prompt: string | null
    params: GenerateParams
    /** Minor units: the frozen quote, then what was captured. */
    cost: number
    /** 0 to 1 of the attempt that is running. */
    progress: number | null
    /** Object key of the video. */
    result_key: string | null
    error_code: string | null
    /** For the owner: no internals. */
    error_message: string | null
    request_id: string | null
    /** Number of the newest attempt; every write of a worker names the one it holds. */
    attempt: Generated<number>
    /** Attempts that count against the limit: one handed back at a graceful stop does not. */
    failed_attempts: Generated<number>
    worker_id: string | null
    /** Set while running; the holder moves it forward, and loses the task when it passes. */
    lease_expires_at: Date | null
    /** Not before this instant: the wait between attempts. */
    run_after: Generated<Date>
    deadline_at: Date
    created_at: Generated<Date>
    started_at: Date | null
    completed_at: Date | null
    updated_at: Generated<Date>
    deleted_at: Date | null
  }
  task_attempts: {
    task_id: string
    attempt: number
    worker_id: string
    engine: string
    /** The engine's own handle; the next attempt asks the engine about it before it starts anything. */
    operation: { [key: string]: Json } | null
    started_at: Generated<Date>
    ended_at: Date | null
    outcome: 'completed' | 'failed' | 'lost' | 'handed_back' | null
    error_code: string | null
    error_message: string | null
  }
  /** Kept by a trigger; deleted tasks left out. No row before the first task. */
  task_counts: {
    user_id: string
    queued: Generated<number>
    running: Generated<number>
    completed: Generated<number>
    failed: Generated<number>
    /** Number of the user's newest event; see `events`. */
    event_seq: Generated<number>
  }
}
