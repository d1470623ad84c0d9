import type { Schema } from '@clipwright/client'
import { base_url } from './api.ts'

export type TaskEvent = { type: string; task: Schema<'TaskEventData'> }
export type StreamState = 'live' | 'broken'

const types = [
  'task.queued',
  'task.running',
  'task.progress',
  'task.requeued',
  'task.completed',
  'task.failed',
  'task.deleted',
  'task.restored',
]

interface Listener {
  onEvent: (event: TaskEvent) => void
  /** A running video has a new live picture. */
  onLive: (task_id: string) => void
  /** Events were missed: what was read before has to be read again. */
  onGap: () => void
  onState: (state: StreamState) => void
}

type Message =
  | { kind: 'event'; event: TaskEvent; id: string }
  | { kind: 'live'; task_id: string }
  | { kind: 'gap' }
  | { kind: 'state'; state: StreamState }

const watchers = new Set<(told: { event: TaskEvent; id: string }) => void>()

/** Tells each event that the page hears of, with its number, until the returned function is called. Opens no stream. */
export function watchHeardEvents(tell: (told: { event: TaskEvent; id: string }) => void): () => void {
  watchers.add(tell)
  return () => void watchers.delete(tell)
}

const silentFor_ms = 45_000 // the server sends a comment every 15 s; a browser that slept notices here

/**
 * Listens to what happens to the user's videos, until the returned function is called. All tabs of a browser share one stream:
 * the tab that holds the lock reads it and tells the others; when it closes, another takes over where it stopped.
 */
export function listenToEvents(listener: Listener): () => void {
  const channel = new BroadcastChannel('clipwright.events')
  const stop = new AbortController()
  let last_id = ''
  const take = (message: Message): void => {
    if (message.kind === 'event') {
      last_id = message.id
      for (const tell of watchers) tell(message)
      listener.onEvent(message.event)
    } else if (message.kind === 'live') listener.onLive(message.task_id)
    else if (message.kind === 'gap') listener.onGap()
    else listener.onState(message.state)
  }
  const tell = (message: Message): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, which has one origin
    channel.postMessage(message)
    take(message)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => take(data))
  navigator.locks
    .request('clipwright.events', { signal: stop.signal }, () => lead(() => last_id, tell, stop.signal))
    .catch(() => {}) // stopped while waiting
  return () => {
    stop.abort()
    channel.close()
  }
}

/** Reads the stream for all tabs, until the signal aborts. */
async function lead(lastId: () => string, tell: (message: Message) => void, signal: AbortSignal) {
  for (let failures = 0; !signal.aborted; failures++) {
    const wasLive = await readStream(lastId(), tell, signal)
    if (signal.aborted) return
    if (wasLive) failures = 0
    else tell({ kind: 'state', state: 'broken' })
    const backoff_ms = Math.min(15_000, 500 * 2 ** failures) * (0.5 + Math.random() / 2)
    await Promise.race([
      new Promise((resolve) => setTimeout(resolve, backoff_ms)),
      new Promise((resolve) => addEventListener('online', resolve, { once: true })),
    ])
  }
}

/** Resolves, when the stream breaks, to whether it had been live. */
function readStream(
  last_id: string,
  tell: (message: Message) => void,
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    let isLive = false
    const from = last_id === '' ? '' : `?last_event_id=${last_id}`
    const source = new EventSource(`${base_url}/api/v1/events${from}`)
    let watchdog = 0
    const over = new AbortController()
    const end = (): void => {
      clearTimeout(watchdog)
      over.abort()
      source.close()
      resolve(isLive)
    }
    const heard = (): void => {
      clearTimeout(watchdog)
      watchdog = window.setTimeout(end, silentFor_ms)
    }
    source.addEventListener('open', () => {
      isLive = true
      heard()
      tell({ kind: 'state', state: 'live' })
      if (last_id === '') tell({ kind: 'gap' }) // what happened before this stream began
    })
    source.addEventListener('error', end)
    addEventListener('offline', end, { signal: over.signal }) // a browser leaves the connection hanging
    source.addEventListener('reset', () => tell({ kind: 'gap' }))
    for (const type of types)
      source.addEventListener(type, ({ data, lastEventId }) => {
        heard()
        const task = JSON.parse(String(data)) as TaskEvent['task']
        tell({ kind: 'event', event: { type, task }, id: lastEventId })
      })
    source.addEventListener('task.live', ({ data }) => {
      heard()
      const { task_id } = JSON.parse(String(data)) as Schema<'LivePictureData'>
      tell({ kind: 'live', task_id })
    })
    signal.addEventListener('abort', end, { once: true, signal: over.signal })
  })
}
