import { WebSocket } from 'undici'
import type { Log } from '../../platform/log.ts'
import type { ServerAddress } from '../server.ts'

/** The server's live events. It may be away at any time, and repeats nothing: whoever must know asks over HTTP. */
export interface EventSocket {
  /** Connects if it is not connected, and again after a break for as long as `isWanted`. */
  open(): void
  close(): void
}

interface SocketOptions {
  name: string
  server: ServerAddress
  client_id: string
  log: Log | undefined
  /** Whether anybody waits for events: an idle engine does not knock at a server that is away. */
  isWanted: () => boolean
  onEvent: (type: string, data: Record<string, unknown>) => void
}

const firstPause_ms = 250
const longestPause_ms = 30_000
/** A proxy may swallow the upgrade without an answer. */
const openWithin_ms = 10_000

export function createEventSocket(options: SocketOptions): EventSocket {
  const { name, server, client_id, log, isWanted, onEvent } = options
  const url = `${server.url.replace(/^http/, 'ws')}/ws?clientId=${encodeURIComponent(client_id)}`
  let socket: WebSocket | undefined
  let timer: NodeJS.Timeout | undefined
  let pause_ms = firstPause_ms
  let isClosed = false

  const connect = (): void => {
    timer = undefined
    const mine = new WebSocket(url, { headers: { ...server.headers } })
    socket = mine
    mine.binaryType = 'arraybuffer' // previews, which nobody looks at
    const patience = setTimeout(() => mine.close(), openWithin_ms)
    mine.addEventListener('open', () => {
      clearTimeout(patience)
      pause_ms = firstPause_ms
    })
    mine.addEventListener('message', ({ data }) => {
      const event = typeof data === 'string' ? parse(data) : undefined
      if (event) onEvent(event.type, event.data)
    })
    mine.addEventListener('error', () => {}) // a close follows
    mine.addEventListener('close', ({ code }) => {
      clearTimeout(patience)
      socket = undefined
      if (isClosed) return
      log?.debug({ engine: name, close_code: code }, 'engine_events_interrupted')
      if (!isWanted()) return
      timer = setTimeout(connect, pause_ms)
      timer.unref()
      pause_ms = Math.min(pause_ms * 2, longestPause_ms)
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
    return undefined // not ours to judge
  }
}
