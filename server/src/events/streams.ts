import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../platform/db/database.ts'
import { retryOnDisconnect } from '../platform/db/retry.ts'
import type { Notifier } from '../platform/db/notifier.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { createFeeds, type Feed, type Page } from './feeds.ts'
import { livePictureMessage, message, opening } from './messages.ts'
import { createStreamQuota, type StreamLimits } from './stream-quota.ts'
import { openResponse, stopUnlessAllowed, type Write } from './response.ts'
import type { EventType } from './tables.ts'

/** What a stream sends. */
export interface StreamOrder {
  user_id: string
  /** Resumes after this number. Undefined: from now on, or from the beginning of the task. */
  after: number | undefined
  /** Only this task, and only until it has ended. */
  task?: WatchedTask
}

export interface WatchedTask {
  task_id: string
  has_ended: boolean
  /** The task's present state, for when none of its events is kept. */
  present(): Promise<{ type: EventType; data: string }>
}

export interface EventStreams {
  /** Starts listening for revoked credentials; call it before serving streams. */
  begin(): void
  /**
   * Serves a stream, and resolves when it is over. A task that has ended without events after `after` gets 204, at which
   * browsers stop reconnecting. @throws AppError 429 `too_many_streams`, 503 `busy`.
   */
  serve(request: FastifyRequest, reply: FastifyReply, order: StreamOrder): Promise<void>
  /** Ends every stream; readers reconnect elsewhere. */
  close(): void
}

export interface StreamOptions {
  db: Db
  notifier: Pick<Notifier, 'listen'>
  log: Log
  metrics: Pick<Metrics, 'gauge'>
  limits: StreamLimits
  /**
   * Milliseconds between two heartbeats. Each of them checks the caller's credential again, because a hint of its end may be
   * lost, and drops a reader that has taken nothing since the last one: it can reconnect and resume.
   */
  heartbeat_ms: number
}

export function createEventStreams(options: StreamOptions): EventStreams {
  const feeds = createFeeds(options)
  const quota = createStreamQuota(options.limits)
  const open = new Set<OpenStream>()
  const about = { name: 'clipwright_event_streams', help: 'Event streams that are open in this process.' }
  options.metrics.gauge(about, () => [{ value: open.size }])
  let unlisten = (): void => {}
  const lookAgain = (user_id: string): void => {
    for (const stream of open) {
      if (user_id !== '' && user_id !== stream.user_id) continue
      stream.allowed = stopUnlessAllowed(stream.request, stream.stop)
    }
  }

  return {
    begin: () => {
      unlisten = options.notifier.listen(credentialsChannel, lookAgain)
    },
    serve: async (request, reply, order) => {
      using _stream = quota.take(order.user_id)
      const stop = new AbortController()
      const stream: OpenStream = { user_id: order.user_id, request, stop, allowed: Promise.resolve() }
      open.add(stream)
      try {
        await request.stillAllowed() // from here on no revocation is missed
        using feed = await feeds.open(order.user_id, stop.signal)
        const start = startOf(feed, order)
        const first = await feed.read(start.after, order.task?.task_id)
        const nothingMore = order.task?.has_ended && !start.from_beginning && first.events.length === 0
        if (nothingMore) return void (await reply.code(204).send())
        await using response = openResponse(request, reply, stop, options)
        const write: Write = async (text) => {
          await stream.allowed
          await response.write(text)
        }
        await follow(feed, order.task, start, first, write, stop.signal).catch((error: unknown) => {
          if (!stop.signal.aborted) request.log.error({ err: error }, 'event_stream_failed')
        })
      } finally {
        open.delete(stream)
      }
    },
    close: () => {
      unlisten()
      for (const { stop } of open) stop.abort()
    },
  }
}

interface OpenStream {
  user_id: string
  request: FastifyRequest
  stop: AbortController
  /** The running check of the credential; nothing is written before it ends. */
  allowed: Promise<void>
}

/** Announces whose credentials have changed, by a trigger; an empty subject means everybody's. */
const credentialsChannel = 'credentials'

interface Start {
  after: number
  /** The cursor's events are no longer kept, or it never existed. */
  expired: boolean
  /** For a task: sends every kept event first. */
  from_beginning: boolean
}

function startOf(feed: Feed, { after, task }: StreamOrder): Start {
  const expired = after !== undefined && (after > feed.newest || after < feed.oldest - 1)
  if (after !== undefined && !expired) return { after, expired, from_beginning: false }
  return task
    ? { after: 0, expired, from_beginning: true }
    : { after: feed.newest, expired, from_beginning: false }
}

const ends: readonly EventType[] = ['task.completed', 'task.failed', 'task.deleted', 'task.restored']

/** Writes events as they come, until the signal aborts or the watched task has ended. */
async function follow(
  feed: Feed,
  task: WatchedTask | undefined,
  start: Start,
  first: Page,
  write: Write,
  signal: AbortSignal,
): Promise<void> {
  const reset = start.expired ? message({ type: 'reset', data: '{}' }) : ''
  await write(opening(start.from_beginning ? undefined : start.after) + reset)
  let cursor = start.after
  let last: EventType | undefined
  for (let page = first; !signal.aborted; page = await read(feed, cursor, task, signal)) {
    if (page.events.length > 0) await write(page.events.map(message).join(''))
    last = page.events.at(-1)?.type ?? last
    const isAll = page.to === cursor
    cursor = page.to
    if (!isAll) continue
    if (task && start.from_beginning && last === undefined) {
      const present = await task.present()
      await write(message({ ...present, seq: cursor }))
      last = present.type
    }
    if (task && last && ends.includes(last)) return
    const redrawn = feed.takeRedrawn().filter((task_id) => task_id === (task?.task_id ?? task_id))
    if (redrawn.length > 0) await write(redrawn.map(livePictureMessage).join(''))
    await feed.wait(cursor)
  }
}

/** An outage of the database ends no stream: a browser would give up at a 503. */
function read(feed: Feed, after: number, task: WatchedTask | undefined, signal: AbortSignal): Promise<Page> {
  return retryOnDisconnect(() => feed.read(after, task?.task_id), signal)
}
