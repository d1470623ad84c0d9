import type { Generated, JSONColumnType } from 'kysely'
import type { EngineProblem, Mode, ParameterValue } from '../../engines/engines.ts'
import type { Json } from '../../platform/json.ts'
import type { TaskMedia } from './media.ts'

export const taskStatuses = ['queued', 'running', 'completed', 'failed'] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** The caller's choices with all defaults resolved, in the API's format. */
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
  /** Null for the engine's own default; absent in old tasks. */
  steps?: number | null
  guidance?: number | null
  /** The parameters that the operator gives the model; absent where it has none, and in old tasks. */
  parameters?: Readonly<Record<string, ParameterValue>>
  /** Upload keys of the first and the last frame. */
  image_key?: string | null
  last_image_key?: string | null
  /** Upload key of the sound that it is made to. */
  audio_key?: string | null
  /** The target of an enhance sub-task. */
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
    /** The prompt before it was optimized. */
    original_prompt: string | null
    negative_prompt: string | null
    params: GenerateParams
    /**
     * Minor units: the price at submission. It stays when the task fails or is refunded; what was taken and given back is in
     * `ledger_holds`.
     */
    cost: number
    /** Progress of the running attempt, from 0 to 1. */
    progress: number | null
    /** Object key of the video, or the path of a video that another system made; null again when the video is removed. */
    result_key: string | null
    /** When retention removed the video. A completed task has either this or a `result_key`. */
    result_purged_at: Date | null
    /** For a task that ended without a video: when its objects are to be swept. Infinity after the last sweep. */
    sweep_at: Generated<Date>
    /** Stays when the video is removed; null for videos of old versions. */
    media: TaskMedia | null
    error_code: string | null
    /** Shown to the owner, so it contains no internals. */
    error_message: string | null
    request_id: string | null
    /** The step of a trace that submitted it. */
    traceparent: string | null
    /** Number of the newest attempt; every write of a worker names its own. */
    attempt: Generated<number>
    /** Attempts that count against the limit; one that was handed back does not. */
    failed_attempts: Generated<number>
    worker_id: string | null
    /** Set while running. The worker renews it; when it expires, another worker takes the task over. */
    lease_expires_at: Date | null
    /** The end of the backoff; the task cannot be claimed before. */
    run_after: Generated<Date>
    /** Until then only workers that serve the engine of its last operation can claim it. */
    reserved_until: Date | null
    /** From -10 to 10; higher is earlier. It orders only tasks of the same user. */
    priority: Generated<number>
    /** How many seconds an engine will probably take. */
    expected_s: Generated<number>
    /** Order in the queue: the virtual time at which the task would end if all users were served at once. */
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
    /** The engine's handle. The next attempt inspects it before it starts anything. */
    operation: { [key: string]: Json } | null
    started_at: Generated<Date>
    ended_at: Date | null
    outcome: 'completed' | 'failed' | 'lost' | 'handed_back' | 'canceled' | null
    /** What caused the failure. */
    error_class: 'request' | 'engine' | 'worker' | 'deadline' | null
    error_code: string | null
    error_message: string | null
  }
  /** One row per model that was ever offered or paused. */
  queues: {
    model: string
    /** The highest tag that was claimed; users without waiting tasks start here. */
    virtual_time: Generated<number>
    /** Average seconds per million pixels; null before the first video. */
    seconds_per_unit: number | null
    /** No task of the queue is claimed while this is set. */
    paused_at: Date | null
    paused_by: string | null
  }
  /** The end of each user's waiting tasks in the queue of a model. */
  queue_turns: {
    user_id: string
    model: string
    last_tag: number
    /** A lower bound of the priorities of the user's waiting tasks. */
    lowest_priority: number
  }
  /** Worker processes. A row is removed when its worker stops, or a minute after its last heartbeat. */
  workers: {
    worker_id: string
    version: string
    host: string
    pid: number
    started_at: Generated<Date>
    seen_at: Generated<Date>
    /** When an administrator told it to drain. */
    draining_since: Date | null
  }
  /** The slots of engines: each has room for one operation. */
  engine_slots: {
    engine: string
    /** The worker whose process contains the engine; empty for a server that all workers share. */
    owner: string
    slot: number
    models: string[]
    /** `model/mode`. */
    offers: string[]
    /** The most frames of a video, by model; a model without an entry has no limit. */
    frame_limits: JSONColumnType<Record<string, number>>
    seen_at: Generated<Date>
    /** The attempt whose operation occupies the slot, even if its task has ended or runs elsewhere. */
    task_id: string | null
    attempt: number | null
    taken_at: Date | null
    loaded_model: string | null
    loaded_at: Date | null
    /** When a worker last asked the engine to stop an orphaned operation. */
    checked_at: Date | null
    /** Until then the engine may compute something for the attempt that it cannot be asked about. */
    unseen_until: Date | null
  }
  /** Unfinished jobs of engines that tell no steady progress. */
  engine_jobs: {
    engine: string
    /** The server's own id. */
    job: string
    /** What it said last, and since when. */
    says: string
    since: Generated<Date>
    is_hung: Generated<boolean>
  }
  /** Engines that an administrator has taken out. */
  engine_pauses: {
    engine: string
    paused_at: Generated<Date>
    paused_by: string
  }
  /** Engines that are started when tasks wait for them and stopped when they are idle. */
  engine_power: {
    engine: string
    state: Generated<'off' | 'starting' | 'on' | 'stopping'>
    since: Generated<Date>
    /** When it was last seen computing, wanted by a task, or coming up. */
    active_at: Generated<Date>
    /** How long a start takes, as measured. */
    start_s: number | null
    /** Starts in a row that came to nothing, and why the last start or stop did. */
    failures: Generated<number>
    error: string | null
    models: string[]
    /** From a task's submission until the engine would be up, assumed. */
    ready_in_s: number
    seen_at: Generated<Date>
  }
  /** What running tasks look like by now. Unlogged. */
  live_pictures: {
    task_id: string
    attempt: number
    /** A WebP file that a worker has drawn itself. */
    picture: Buffer
    /** Its hash, as an HTTP entity tag without quotes. */
    etag: string
    shown_at: Generated<Date>
  }
  /** The newest report of each worker on each engine that it serves. */
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
    /** Failures in a row, of calls and of attempts. */
    failures: number
    /** The worker gives it no tasks until then. */
    rests_until: Date | null
    checked_at: Generated<Date>
  }
  /** What engines have to choose from, as they reported it last. */
  engine_choices: {
    engine: string
    model: string
    parameter: string
    choices: string[]
    seen_at: Generated<Date>
  }
  /** How much of an engine was used within an hour. */
  engine_hours: {
    engine: string
    hour: Date
    /** Slot seconds, of those that were offered. */
    busy_s: number
    offered_s: number
  }
  /** Videos by the hour in which they were completed; only hours that are over. */
  model_hours: {
    hour: Date
    /** Empty in the row that each hour has. */
    model: string
    videos: number
    /** How long they are together. */
    video_s: number
    /** Their files, as delivered. */
    bytes: number
  }
  /** Numbers of tasks by status, without deleted ones. Triggers maintain a row for every user. */
  task_counts: {
    user_id: string
    queued: Generated<number>
    running: Generated<number>
    completed: Generated<number>
    failed: Generated<number>
    /** The minute of the newest submission, and the number of submissions in it. */
    submitted_minute: Generated<Date>
    submitted: Generated<number>
    /** Of videos that are not deleted; null until it was counted for the first time. */
    stored_bytes: Generated<number | null>
    /** Number of the user's newest event; see `events`. */
    event_seq: Generated<number>
  }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends TaskTables {}
}
