import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'

/**
 * Tells other processes that there is something to look at, by LISTEN and NOTIFY. It is only a hint: whoever listens also
 * polls, so that a lost hint costs a moment.
 *
 * Hints go out after the commit, on a connection of their own. NOTIFY inside a transaction holds one lock for the whole
 * database until the commit is on disk, and submissions could not share a write.
 */
export interface Notifier extends AsyncDisposable {
  /**
   * Equal hints are sent once, and all that are pending in one statement. `subject` is what to look at, at most 1,000
   * characters; without it everything. A hint with `within_ms` waits at most that long for one that goes out at once.
   */
  notify(channel: string, options?: { subject?: string; within_ms?: number }): void
  /**
   * Calls `onHint` with the subject of every hint from any process, this one included; and with an empty one after every
   * reconnect. Returns how to stop.
   */
  listen(channel: string, onHint: (subject: string) => void): () => void
}

const reconnectAfter_ms = 500
const connectWithin_ms = 5_000
const endWithin_ms = 1_000
/** A connection that does not answer within this hears no hints: it is closed and opened again. */
const beatEvery_ms = 5_000

export function createNotifier(options: {
  connection: pg.ClientConfig
  log: Log
  beat_ms?: number
}): Notifier {
  const { beat_ms = beatEvery_ms } = options
  const listeners = new Map<string, Set<(subject: string) => void>>()
  /** Hints that have not gone out: the subjects of each channel. */
  let pending = new Map<string, Set<string>>()
  let sending: 'not' | 'soon' | 'now' | 'now, and again' = 'not'
  let later: NodeJS.Timeout | undefined
  /** The open connection, and the end of its last statement: a client runs one at a time. */
  let link: { client: pg.Client; asked: Promise<unknown> } | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  const call = (channel: string, subject: string): void =>
    listeners.get(channel)?.forEach((onHint) => onHint(subject))

  /** Queued behind the statement before. What a broken connection does not answer is lost, as hints may be. */
  const ask = (text: string, values: string[][] = []): void => {
    if (link) link.asked = link.asked.then(() => link?.client.query(text, values)).catch(() => {})
  }
  const listenTo = (channel: string): void => ask(`listen ${pg.escapeIdentifier(channel)}`)

  const disconnect = (client: pg.Client, error: Error | undefined): void => {
    client
      .removeAllListeners('end')
      .end()
      .catch(() => {}) // it is gone already
    link = undefined
    if (closed) return
    options.log.warn({ err: error }, 'notifier_connection_lost')
    clearTimeout(retry)
    retry = setTimeout(connect, reconnectAfter_ms)
  }

  const connect = (): void => {
    const client = new pg.Client({ ...options.connection, connectionTimeoutMillis: connectWithin_ms })
    client.on('error', (error) => options.log.warn({ err: error }, 'notifier_connection_error'))
    client.on('notification', ({ channel, payload = '' }) => call(channel, payload))
    client
      .connect()
      .then(async () => {
        if (closed) return await client.end() // disposed of meanwhile: nobody else would close it
        client.on('end', () => disconnect(client, undefined))
        link = { client, asked: Promise.resolve() }
        for (const channel of listeners.keys()) listenTo(channel)
        ask('select 1') // by its answer every `listen` before it is in force
        link.asked = link.asked.then(() => [...listeners.keys()].forEach((channel) => call(channel, '')))
      })
      .catch((error: unknown) => disconnect(client, error as Error))
  }
  connect()

  const beat = setInterval(() => {
    const beaten = link
    if (!beaten) return
    let isAlive = false
    ask('select 1')
    void beaten.asked.then(() => (isAlive = true))
    setTimeout(() => {
      if (isAlive || link !== beaten) return
      beaten.client.connection.stream.destroy() // emits `end`
    }, beat_ms - 1).unref()
  }, beat_ms)
  beat.unref()

  /** Sends all pending hints; one statement at a time. */
  const send = async (): Promise<void> => {
    sending = 'now'
    clearTimeout(later)
    later = undefined
    const hints = [...pending].flatMap(([channel, subjects]) =>
      [...subjects].map((subject) => ({ channel, subject })),
    )
    pending = new Map()
    ask('select pg_notify(channel, subject) from unnest($1::text[], $2::text[]) as hint(channel, subject)', [
      hints.map(({ channel }) => channel),
      hints.map(({ subject }) => subject),
    ])
    await link?.asked
    const again = (sending as string) === 'now, and again'
    sending = 'not'
    if (again) sendSoon()
  }
  const sendSoon = (): void => {
    if (sending === 'now') sending = 'now, and again'
    if (sending !== 'not') return
    sending = 'soon'
    setImmediate(() => void send())
  }

  return {
    notify: (channel, { subject = '', within_ms = 0 } = {}) => {
      const subjects = pending.get(channel)
      if (subjects) subjects.add(subject)
      else pending.set(channel, new Set([subject]))
      if (within_ms === 0) sendSoon()
      else later ??= setTimeout(sendSoon, within_ms)
    },
    listen: (channel, onHint) => {
      const known = listeners.get(channel)
      if (known) known.add(onHint)
      else {
        listeners.set(channel, new Set([onHint]))
        listenTo(channel)
      }
      return () => listeners.get(channel)?.delete(onHint)
    },
    [Symbol.asyncDispose]: async () => {
      closed = true
      clearInterval(beat)
      clearTimeout(retry)
      clearTimeout(later)
      await Promise.race([link?.asked.then(() => link?.client.end().catch(() => {})), wait(endWithin_ms)])
      link?.client.connection.stream.destroy() // a dead line never answers `end`
    },
  }
}
