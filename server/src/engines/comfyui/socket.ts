import { WebSocket } from 'undici'
import type { Log } from '../../platform/log.ts'
import type { ServerAddress } from '../server.ts'

/** The WebSocket with the server's live events. Events are lost while it is disconnected, so decisions are made over HTTP. */
export interface EventSocket {
  /** Connects unless connected, and reconnects with exponential backoff while `isWanted`. */
  open(): void
  close(): void
}

interface SocketOptions {
  name: string
  server: ServerAddress
  client_id: string
  log: Log | undefined
  /** Whether anybody waits for events; an idle engine does not reconnect. */
  isWanted: () => boolean
  onEvent: (type: string, data: Record<string, unknown>) => void
  /** A binary message, as it came. */
  onBinary: (message: ArrayBuffer) => void
}

/** The first message to the server: previews shall say which prompt they are of. Old servers ignore it. */
const features = JSON.stringify({ type: 'feature_flags', data: { supports_preview_metadata: true } })

const initialBackoff_ms = 250
const maxBackoff_ms = 30_000
/** Needed because a proxy may never answer the upgrade. */
const openTimeout_ms = 10_000

export function createEventSocket(options: SocketOptions): EventSocket {
  const { name, server, client_id, log, isWanted, onEvent, onBinary } = options
  const url = `${server.url.replace(/^http/, 'ws')}/ws?clientId=${encodeURIComponent(client_id)}`
  let socket: WebSocket | undefined
  let timer: NodeJS.Timeout | undefined
  let backoff_ms = initialBackoff_ms
  let isClosed = false

  const connect = (): void => {
    timer = undefined
    const mine = new WebSocket(url, { headers: { ...server.headers } })
    socket = mine
    mine.binaryType = 'arraybuffer'
    const openTimer = setTimeout(() => mine.close(), openTimeout_ms)
    mine.addEventListener('open', () => {
      clearTimeout(openTimer)
      backoff_ms = initialBackoff_ms
      mine.send(features)
    })
    mine.addEventListener('message', ({ data }) => {
      if (data instanceof ArrayBuffer) return onBinary(data)
      const event = typeof data === 'string' ? parse(data) : undefined
      if (event) onEvent(event.type, event.data)
    })
    mine.addEventListener('error', () => {}) // a close follows
    mine.addEventListener('close', ({ code }) => {
      clearTimeout(openTimer)
      socket = undefined
      if (isClosed) return
      log?.debug({ engine: name, close_code: code }, 'engine_events_interrupted')
      if (!isWanted()) return
      timer = setTimeout(connect, backoff_ms)
      timer.unref()
      backoff_ms = Math.min(backoff_ms * 2, maxBackoff_ms)
    })
  }

  return {
    open() {
      if (!socket && !timer && !isClosed) connect()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      socket?.close()
    },
  }
}

function parse(text: string): { type: string; data: Record<string, unknown> } | undefined {
  try {
    const { type, data } = JSON.parse(text) as Record<string, unknown>
    if (typeof type !== 'string' || typeof data !== 'object' || data === null) return undefined
    return { type, data: data as Record<string, unknown> }
  } catch {
    return undefined // ignored
  }
}
