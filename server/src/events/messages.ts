import { invalid } from '../platform/errors.ts'

// Server-sent events as HTML 9.2 writes them.

/** Milliseconds after which a browser whose stream broke connects again. */
const retry_ms = 1_000

/** A comment: it keeps proxies from closing a quiet connection, and finds out about a peer that is gone. */
export const heartbeat = ': still here\n\n'

/**
 * The first words of a stream. An id without data raises no event, but a browser keeps it: one that loses its connection
 * before anything happened asks for what came after it.
 */
export function opening(after: number | undefined): string {
  return `retry: ${retry_ms}\n${after === undefined ? '' : `id: ${after}\n`}\n`
}

/** `data` is JSON, which has no line breaks. Without an id the reader keeps the one it had. */
export function message(event: { seq?: number; type: string; data: string }): string {
  const id = event.seq === undefined ? '' : `id: ${event.seq}\n`
  return `${id}event: ${event.type}\ndata: ${event.data}\n\n`
}

/**
 * The number after which a reader wants to go on. The header decides: a browser that connects again sends it beside the
 * address that it began with. @throws ValidationError for what is no whole number.
 */
export function readLastEventId(request: {
  headers: Record<string, string | string[] | undefined>
  query: { last_event_id?: number }
}): number | undefined {
  const header = request.headers['last-event-id']
  if (header === undefined || header === '') return request.query.last_event_id
  const id = Number(header)
  if (!/^[0-9]+$/.test(String(header)) || !Number.isSafeInteger(id)) {
    throw invalid(['header', 'last-event-id'], 'Input must be a whole number in digits', 'int_parsing')
  }
  return id
}
