import type { Db } from '../platform/db/database.ts'
import type { Notifier } from '../platform/db/notifier.ts'
import { poll, type Poll } from '../platform/db/poll.ts'
import type { Log } from '../platform/log.ts'
import * as queries from './queries.ts'

/** Events kept in memory per followed user. Readers further behind read the table. */
const kept = 200
const pageSize = 200
/** A burst of changes is read in few statements. */
const debounce_ms = 20
/** Without a hint: one may be lost, and the reaper sends none. */
const look_ms = 1_000

export interface Page {
  events: readonly queries.EventRow[]
  /** The cursor after this page, whether the last numbers were among `events` or filtered out. */
  to: number
}

/** One reader's view of a user's events. */
export interface Feed extends Disposable {
  /** At the time of opening; 0 without events. */
  readonly oldest: number
  readonly newest: number
  /**
   * A page of events after a cursor, oldest first, of one task or of all. An empty page may still move the cursor; at the
   * end `to` is `after`.
   */
  read(after: number, task_id: string | undefined): Promise<Page>
  /** Resolves when there may be events after the cursor, when a live picture has changed, or when the reader's signal aborts. */
  wait(after: number): Promise<void>
  /** The tasks whose live picture has changed since the last call; `wait` resolves for them too. */
  takeRedrawn(): string[]
}

/** Needs no disposal: its resources end with the last reader. */
export interface Feeds {
  /** `signal` aborts when the reader leaves. */
  open(user_id: string, signal: AbortSignal): Promise<Feed>
}

/** The state of one followed user, shared by all readers. */
interface Followed {
  user_id: string
  readers: Set<Reader>
  newest: number
  /** All events from `recentAfter` (not included) to `newest`. */
  recent: queries.EventRow[]
  recentAfter: number
}

interface Reader {
  /** The tasks whose live picture has changed. Each once, so that a slow reader misses only pictures between. */
  redrawn: Set<string>
  /** Ends its wait, if it waits. */
  wake: () => void
}

/**
 * Follows the events of users with readers in this process: one statement for all of them, after a hint and every second. A
 * user's numbers are committed in order, so nothing ever appears below a number that was seen.
 */
export function createFeeds({
  db,
  notifier,
  log,
}: {
  db: Db
  notifier: Pick<Notifier, 'listen'>
  log: Log
}): Feeds {
  const users = new Map<string, Followed>()
  /** Users who may have unread events. */
  const stale = new Set<Followed>()
  let lookedAt = 0

  const append = (user: Followed, rows: queries.EventRow[]): void => {
    const fresh = rows.filter(({ seq }) => seq > user.newest)
    if (fresh.length === 0) return
    user.recent.push(...fresh)
    user.newest = fresh.at(-1)!.seq
    if (user.recent.length > kept) {
      user.recent = user.recent.slice(-kept)
      user.recentAfter = user.recent[0]!.seq - 1
    }
    for (const { wake } of user.readers) wake()
  }

  const look = async (): Promise<'again' | undefined> => {
    if (performance.now() - lookedAt >= look_ms) hint('')
    if (stale.size === 0) return undefined
    const asked = [...stale]
    stale.clear()
    const rows = await queries.listNew(
      db,
      asked.map(({ user_id, newest }) => ({ user_id, after: newest })),
      pageSize,
    )
    const found = Map.groupBy(rows, ({ user_id }) => user_id)
    for (const user of asked) {
      const ofUser = found.get(user.user_id) ?? []
      if (ofUser.length === pageSize) stale.add(user)
      append(user, ofUser)
    }
    return stale.size > 0 ? 'again' : undefined
  }

  /** All users where the subject is empty. */
  const hint = (user_id: string): void => {
    if (user_id === '') lookedAt = performance.now()
    for (const user of user_id === '' ? users.values() : [users.get(user_id)]) if (user) stale.add(user)
  }

  /** The subject is empty after a lost connection: pictures that were missed are followed by the next. */
  const hintLivePicture = (subject: string): void => {
    const [user_id = '', task_id = ''] = subject.split(' ')
    const user = users.get(user_id)
    if (!user) return
    for (const { redrawn, wake } of user.readers) {
      redrawn.add(task_id)
      wake()
    }
  }

  /** Runs while somebody reads. */
  let loop: Poll | undefined
  let unlisten = (): void => {}
  const begin = (): void => {
    unlisten = notifier.listen(livePicturesChannel, hintLivePicture)
    loop = poll(look, {
      notifier,
      channels: [eventsChannel],
      onHint: (_channel, user_id) => hint(user_id),
      every_ms: look_ms,
      debounce_ms,
      onError: (error) => log.warn({ err: error }, 'events_not_read'),
    })
  }

  const join = (user_id: string, reader: Reader): Followed => {
    const user: Followed = users.get(user_id) ?? {
      user_id,
      readers: new Set(),
      newest: 0,
      recent: [],
      recentAfter: 0,
    }
    user.readers.add(reader)
    if (users.size === 0) begin()
    users.set(user_id, user)
    return user
  }
  const leave = (user: Followed, reader: Reader): void => {
    user.readers.delete(reader)
    if (user.readers.size > 0) return
    users.delete(user.user_id)
    stale.delete(user)
    if (users.size > 0) return
    unlisten()
    void loop?.stop()
  }

  const catchUp = (user: Followed, newest: number): void => {
    if (newest <= user.newest) return
    user.recent = []
    user.newest = user.recentAfter = newest
    for (const { wake } of user.readers) wake()
  }

  return {
    open: async (user_id, signal) => {
      const reader: Reader = { redrawn: new Set(), wake: () => {} }
      const user = join(user_id, reader)
      const bounds = await queries.findBounds(db, user_id).catch((error: unknown) => {
        leave(user, reader)
        throw error
      })
      catchUp(user, bounds.newest)
      // Once, and not at each wait: thousands of readers wait after each event.
      signal.addEventListener('abort', () => reader.wake(), { once: true })
      return {
        ...bounds,
        read: async (after, task_id) => {
          const to = user.newest
          if (after >= user.recentAfter) {
            // From the end: of 200 that are kept a reader has seen all but the newest.
            const fresh = user.recent.slice(user.recent.findLastIndex(({ seq }) => seq <= after) + 1)
            const events = task_id === undefined ? fresh : fresh.filter((row) => row.task_id === task_id)
            return { events, to: Math.max(after, to) }
          }
          const events = await queries.listAfter(db, user_id, { after, to, task_id, limit: pageSize })
          return { events, to: events.length < pageSize ? to : events.at(-1)!.seq }
        },
        wait: (after) =>
          new Promise((resolve) => {
            if (user.newest > after || reader.redrawn.size > 0 || signal.aborted) resolve()
            else reader.wake = resolve
          }),
        takeRedrawn: () => {
          const tasks = [...reader.redrawn]
          reader.redrawn.clear()
          return tasks
        },
        [Symbol.dispose]: () => leave(user, reader),
      }
    },
  }
}

/** Announces whose tasks have changed; the subject is the user's id. */
export const eventsChannel = 'task_events'
/** Announces whose live pictures have changed; the subject is the ids of the user and of the task. */
export const livePicturesChannel = 'live_pictures'
