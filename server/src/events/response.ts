import { once } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'
import { heartbeat } from './messages.ts'

/** Resolves when the text is written and there is room for more, or when the stream is over. */
export type Write = (text: string) => Promise<void>

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform', // a compressing proxy would buffer it
  'x-accel-buffering': 'no',
}

/** Milliseconds for the last text to leave. */
const leaveWithin_ms = 1_000

/**
 * Hijacks the reply from Fastify and writes it piece by piece, one at a time, so that a slow reader costs the memory of one
 * piece. Aborts `stop` when the reader is gone, takes nothing for too long, or loses access. Disposing ends the answer.
 */
export function openResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  stop: AbortController,
  { heartbeat_ms }: { heartbeat_ms: number },
): { write: Write } & AsyncDisposable {
  reply.hijack()
  const { raw } = reply
  raw.on('error', () => stop.abort())
  raw.once('close', () => stop.abort())
  if (raw.destroyed) stop.abort()
  raw.writeHead(200, { ...reply.getHeaders(), ...headers } as Record<string, string>)

  const beat = async (): Promise<void> => {
    await stopUnlessAllowed(request, stop)
    if (stop.signal.aborted) return
    if (!raw.writableNeedDrain) raw.write(heartbeat)
    plan()
  }
  let timer: NodeJS.Timeout | undefined
  // Jitter: after a restart all of them reconnect at once.
  const plan = (): void =>
    void (timer = setTimeout(() => void beat(), heartbeat_ms * (0.8 + Math.random() * 0.2)))
  plan()

  return {
    write: async (text) => {
      if (stop.signal.aborted || raw.write(text)) return
      const slow = setTimeout(() => {
        request.log.info('event_stream_dropped')
        raw.destroy()
      }, heartbeat_ms)
      await once(raw, 'drain', { signal: stop.signal }).catch(() => {}) // the stream is over
      clearTimeout(slow)
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort()
      clearTimeout(timer)
      if (raw.closed) return
      const linger = setTimeout(() => raw.destroy(), leaveWithin_ms)
      raw.end()
      if (!raw.closed) await once(raw, 'close')
      clearTimeout(linger)
    },
  }
}

/** Aborts `stop` when the caller's credential is no longer valid. */
export async function stopUnlessAllowed(request: FastifyRequest, stop: AbortController): Promise<void> {
  try {
    await request.stillAllowed()
  } catch (error) {
    // An outage of the database says nothing about the caller.
    if (!(error instanceof AppError) || error.status >= 500) return
    request.log.info({ code: error.code }, 'event_stream_not_allowed')
    stop.abort()
  }
}
