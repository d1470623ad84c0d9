import type { Generated, JSONColumnType } from 'kysely'
import type { EngineProblem, Mode } from '../../engines/engines.ts'
import type { Json } from '../../platform/json.ts'
import type { TaskMedia } from './media.ts'

export type TaskStatus = 'queued' | 'running' | 'completed' | 'failed'

/** What the caller's choices were resolved to, as sent on the wire. */
export interface GenerateParams {
  mode: Mode
  duration_seconds: number
  resolution: string
  aspect_ratio: string
  width_px: number
  height_px: number
  fps: number
  frames: number
  seed: number
  /** Null where the engine has its own; absent in tasks from before there was a choice. */
  steps?: number | null
  guidance?: number | null
  /** Upload keys of the first and the last frame. */
  image_key?: string | null
  last_image_key?: string | null
  /** Of an enhance sub-task: the clarity that was asked for. */
  target?: EnhanceTarget | null
}

export type EnhanceTarget = '1080p' | '2k'

export interface TaskTables {
  tasks: {
    task_id: string
    user_id: string
    parent_task_id: string | null
    model: string
    status: Generated<TaskStatus>
    prompt: string | null
    /** What the prompt was before it was optimised. */
    original_prompt: string | null
    negative_prompt: string | null
    params: GenerateParams
    /**
     * Minor units: the price at submission. It stays when the task fails or is refunded; what was taken and given back is in
     * `ledger_holds`.
     */
    cost: number
    /** 0 to 1 of the attempt that is running. */
    progress: number | null
    /** Object key of the video, or a path of one that another system made; null again when it is purged. */
    result_key: string | null
    /** When retention removed the video: a completed task has either this or a key. */
    result_purged_at: Date | null
    /** When to remove what it may have stored, if it has ended without a video; infinity when that was done for good. */
    sweep_at: Generated<Date>
    /** Stays when the video is purged; null for videos from before it was kept. */
    media: TaskMedia | null
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
    /** Until then only whoever serves the engine that may still be at work on it takes it. */
    reserved_until: Date | null
    /** Among the tasks of its own user: higher is earlier. From -10 to 10. */
    priority: Generated<number>
    /** How long an engine will probably take. */
    expected_s: Generated<number>
    /** Place in the queue: the virtual time at which it would end if all users were served at once. */
    queue_tag: Generated<number>
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
    outcome: 'completed' | 'failed' | 'lost' | 'handed_back' | 'canceled' | null
    /** Whose fault it was. */
    error_class: 'request' | 'engine' | 'worker' | 'deadline' | null
    error_code: string | null
    error_message: string | null
  }
  /** One row per model that a worker has offered. */
  queues: {
    model: string
    /** The highest tag that was claimed: where newcomers begin. */
    virtual_time: Generated<number>
    /** Seconds that an engine takes for a million pixels; null before the first video. */
    seconds_per_unit: number | null
    /** Nothing is taken from it while this is set. */
    paused_at: Date | null
    paused_by: string | null
  }
  /** Where a user's next task of a model stands. */
  queue_turns: {
    user_id: string
    model: string
    last_tag: number
    /** The lowest priority in the queue, or one that was there before. */
    lowest_priority: number
  }
  /** Processes that take tasks. Gone when they stop, and some time after they were last heard of. */
  workers: {
    worker_id: string
    version: string
    host: string
    pid: number
    started_at: Generated<Date>
    seen_at: Generated<Date>
    /** An administrator asked it to take no more. */
    draining_since: Date | null
  }
  /** One row per operation that an engine does at once. */
  engine_slots: {
    engine: string
    /** The worker whose own process the engine is in; empty for a server that all workers share. */
    owner: string
    slot: number
    models: string[]
    /** `model/mode`. */
    offers: string[]
    /** By model the most frames of a video; without a limit where it is not named. */
    frame_limits: JSONColumnType<Record<string, number>>
    seen_at: Generated<Date>
    /** The attempt whose operation is in it, also when that task has ended or runs elsewhere by now. */
    task_id: string | null
    attempt: number | null
    taken_at: Date | null
    loaded_model: string | null
    loaded_at: Date | null
    /** When somebody last asked the engine to stop what nobody wants. */
    checked_at: Date | null
  }
  /** What each worker last found out about each engine that it serves. */
  engine_reports: {
    engine: string
    worker_id: string
    kind: string
    /** Without credentials; null for an engine in the worker's own process. */
    url: string | null
    reached_at: Date | null
    version: string | null
    offers: string[]
    problems: JSONColumnType<EngineProblem[]>
    /** Failures in a row: of calls, or of attempts. */
    failures: number
    /** It gets nothing until then. */
    rests_until: Date | null
    checked_at: Generated<Date>
  }
  /** Kept by triggers, with a row for every user; deleted tasks left out. */
  task_counts: {
    user_id: string
    queued: Generated<number>
    running: Generated<number>
    completed: Generated<number>
    failed: Generated<number>
    /** The minute of the newest submission, and how many there were in it. */
    submitted_minute: Generated<Date>
    submitted: Generated<number>
    /** Number of the user's newest event; see `events`. */
    event_seq: Generated<number>
  }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends TaskTables {}
}
