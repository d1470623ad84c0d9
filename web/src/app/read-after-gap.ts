import type { QueryClient } from '@tanstack/react-query'

/**
 * Reads again, after a pause, what was known or being read when the event stream began: it may have changed before. Whatever an event
 * writes into it meanwhile does not make it new.
 */
export function readAfterGap(client: QueryClient, pause_ms: number): void {
  const known = new Set(client.getQueryCache().getAll())
  setTimeout(() => void client.invalidateQueries({ predicate: (query) => known.has(query) }), pause_ms)
}
