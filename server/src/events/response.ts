import { once } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'
import { heartbeat } from './messages.ts'

/** Resolves when the text is on its way and there is room for more, or when the stream is over. */
export type Write = (text: string) => Promise<void>

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform', // a proxy that compressed it would hold it back
  'x-accel-buffering': 'no',
}

/** What was written last may take this long to leave. */
const leaveWithin_ms = 1_000

/**
 * Takes the answer out of Fastify's hands and writes it piece by piece: one piece at a time, so that a slow reader costs one
 * piece of memory. Aborts `stop` when the reader is gone, has taken nothing for too long, or may not read any more.
 * Disposing ends the answer.
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
  // Not all at the same moment, after a restart that made all of them connect at once.
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
      await once(raw, 'drain', { signal: stop.signal }).catch(() => {}) // over
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

/** Aborts `stop` when the caller's credential is good no more. */
export async function stopUnlessAllowed(request: FastifyRequest, stop: AbortController): Promise<void> {
  try {
    await request.stillAllowed()
  } catch (error) {
    // A database that is away says nothing about the caller.
    if (!(error instanceof AppError) || error.status >= 500) return
    request.log.info({ code: error.code }, 'event_stream_not_allowed')
    stop.abort()
  }
}
