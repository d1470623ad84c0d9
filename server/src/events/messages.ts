import { invalid } from '../platform/errors.ts'
import type { LivePictureData } from './schemas.ts'

// Server-sent events (HTML 9.2).

/** Milliseconds before a browser reconnects. */
const retry_ms = 1_000

/** A comment: keeps proxies from closing an idle connection, and detects a dead peer. */
export const heartbeat = ': still here\n\n'

/**
 * The start of a stream. An id without data raises no event, but a browser remembers it, so that one that loses its
 * connection early resumes from there.
 */
export function opening(after: number | undefined): string {
  return `retry: ${retry_ms}\n${after === undefined ? '' : `id: ${after}\n`}\n`
}

/** `data` is JSON without line breaks. Without an id the reader keeps its last one. */
export function message(event: { seq?: number; type: string; data: string }): string {
  const id = event.seq === undefined ? '' : `id: ${event.seq}\n`
  return `${id}event: ${event.type}\ndata: ${event.data}\n\n`
}

/** Tells that a task has a new live picture. Without an id: it is not kept, so nobody can go on after it. */
export function livePictureMessage(task_id: string): string {
  const data: LivePictureData = { task_id, live_url: `/api/v1/tasks/${task_id}/live` }
  return message({ type: 'task.live', data: JSON.stringify(data) })
}

/**
 * The cursor to resume from. The header wins, because a browser that reconnects sends it beside its original query. @throws
 * ValidationError unless it is a whole number.
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
