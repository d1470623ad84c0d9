import type { Client, Schema } from './create-client.ts'
import { ApiError, type NetworkError } from './errors.ts'
import { createEventParser, type Message } from './event-parser.ts'
import { guard } from './guarded-body.ts'
import { isPassing, pause } from './patience.ts'

export type TaskEventType =
  | 'task.queued'
  | 'task.running'
  | 'task.progress'
  | 'task.requeued'
  | 'task.completed'
  | 'task.failed'
  | 'task.deleted'
  | 'task.restored'

export interface TaskEvent {
  type: TaskEventType
  /** To go on after this event another time: `last_event_id`. */
  id: string
  /** The task after the change. */
  task: Schema<'TaskEventData'>
}

/** What came after the last event is not kept any more: read your tasks again. New events follow. */
export interface Reset {
  type: 'reset'
}

export interface WatchOptions {
  /** Goes on after this event. Without it: what happens from now on, or everything that has happened to one task. */
  last_event_id?: string | undefined
  /** Called when the stream broke, before connecting again. */
  on_retry?: ((error: ApiError | NetworkError) => void) | undefined
  /** Called when a running task has a new live picture: at most once a second, and never for the past. */
  on_live?: ((live: Schema<'LivePictureData'>) => void) | undefined
  signal?: AbortSignal | undefined
  /** How long the service may be away at a stretch: a restart is survived, the end of it is reported. */
  outage_ms?: number | undefined
  /** How long a stream may be silent: the service sends something at least every 30 seconds. */
  silence_ms?: number | undefined
}

const firstPause_ms = 1_000
const longestPause_ms = 10_000
/** A stream's first words come with its headers; a proxy that holds them back would hold back everything. */
const firstWords_ms = 10_000

/**
 * What happens to the caller's tasks, as it happens. Connects again by itself, without a gap.
 * @throws ApiError, NetworkError after an outage that is too long, the reason of `signal`.
 */
export function watchEvents(client: Client, options: WatchOptions = {}): AsyncGenerator<TaskEvent | Reset> {
  return watch(client, '/api/v1/events', options, false)
}

/**
 * What has happened to one task and what happens to it, until it has ended. Connects again by itself, without a gap.
 * @throws ApiError, NetworkError after an outage that is too long, or `timeout` when nothing ever came (some proxies hold
 * streams back); the reason of `signal`.
 */
export function watchTask(
  client: Client,
  task_id: string,
  options: WatchOptions = {},
): AsyncGenerator<TaskEvent | Reset> {
  return watch(client, `/api/v1/tasks/${encodeURIComponent(task_id)}/events`, options, true)
}

async function* watch(
  client: Client,
  path: string,
  { last_event_id, on_retry, on_live, signal, outage_ms = 60_000, silence_ms = 45_000 }: WatchOptions,
  of_one_task: boolean,
): AsyncGenerator<TaskEvent | Reset> {
  let id = last_event_id ?? ''
  let pause_ms = firstPause_ms
  let failures = 0
  let heard_at = performance.now()
  let heard = false
  for (;;) {
    let wait_ms = pause_ms
    try {
      let last: string | undefined
      const headers = { accept: 'text/event-stream', ...(id && { 'last-event-id': id }) }
      const response = await client.open(path, { signal, headers })
      if (response.status === 204) return
      for await (const messages of read(response, signal, () =>
        heard ? silence_ms : Math.min(silence_ms, firstWords_ms),
      )) {
        heard = true
        heard_at = performance.now()
        failures = 0
        for (const message of messages) {
          id = message.id ?? id
          pause_ms = message.retry_ms ?? pause_ms
          if (message.type === undefined || message.data === undefined) continue
          if (message.type === 'task.live') {
            on_live?.(JSON.parse(message.data) as Schema<'LivePictureData'>)
            continue
          }
          last = message.type
          yield toEvent(message.type, id, message.data)
        }
      }
      if (of_one_task && last !== undefined && ends.has(last)) return
    } catch (error) {
      if (!isPassing(error) || isFinal(error, heard) || performance.now() - heard_at > outage_ms) throw error
      on_retry?.(error)
      const retry_after_ms = error instanceof ApiError ? (error.retry_after_s ?? 0) * 1000 : 0
      wait_ms = Math.max(pause_ms * 2 ** failures++, retry_after_ms)
    }
    await pause(Math.min(wait_ms, longestPause_ms), signal)
  }
}

const ends: ReadonlySet<string> = new Set(['task.completed', 'task.failed', 'task.deleted', 'task.restored'])

/** What trying again would not mend soon: too many streams, and a proxy that lets none through. */
function isFinal(error: ApiError | NetworkError, heard: boolean): boolean {
  if (error instanceof ApiError) return error.code === 'too_many_streams'
  return error.kind === 'timeout' && !heard
}

/** The messages of an answer, as they come. @throws ApiError for what is no event stream, NetworkError. */
async function* read(
  response: Response,
  signal: AbortSignal | undefined,
  silence_ms: () => number,
): AsyncGenerator<Message[]> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  if (!isStream || !response.body) throw new ApiError(response, '')
  const body = guard(response.body, new URL(response.url).origin, signal, silence_ms)
  const reader = body.getReader()
  const parse = createEventParser()
  const decoder = new TextDecoder()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      yield parse(decoder.decode(part.value, { stream: true }))
    }
  } finally {
    await reader.cancel().catch(() => undefined) // broken already, or the caller has had enough
  }
}

function toEvent(type: string, id: string, data: string): TaskEvent | Reset {
  if (type === 'reset') return { type }
  return { type: type as TaskEventType, id, task: JSON.parse(data) as Schema<'TaskEventData'> }
}
