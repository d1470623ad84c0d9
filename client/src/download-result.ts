import type { Client } from './create-client.ts'
import { ApiError, NetworkError } from './errors.ts'
import { guard } from './guarded-body.ts'
import { takeUnread, within } from './transport.ts'

export interface DownloadOptions {
  signal?: AbortSignal | undefined
  /** How long nothing may come before the download counts as broken; it may take any time as long as bytes come. */
  stall_ms?: number | undefined
}

/**
 * The video of a completed task, as a stream of bytes. The service redirects to a storage; that one gets no credentials.
 * In a browser, which hides where a redirect leads, the service sends the bytes itself.
 * Reading fails with NetworkError when the bytes stop, and with the reason of `signal`.
 * @throws ApiError: 409 when the task has no result yet, 404, 410; NetworkError.
 */
export async function downloadResult(
  client: Client,
  task_id: string,
  { signal, stall_ms = 30_000 }: DownloadOptions = {},
): Promise<Response> {
  const path = `/api/v1/result/${encodeURIComponent(task_id)}`
  const answer = await client.open(path, { signal })
  const response =
    answer.type === 'opaqueredirect'
      ? await client.open(`${path}?redirect=false`, { signal })
      : answer.status < 300
        ? answer
        : await follow(client, answer, signal, stall_ms)
  if (!response.body) throw new NetworkError('interrupted', 'The answer has no video in it.')
  const { origin } = new URL(response.url || client.base_url)
  const guarded = guard(response.body, origin, signal, () => stall_ms)
  return new Response(guarded, { status: response.status, headers: response.headers })
}

function follow(
  client: Client,
  answer: Response,
  signal: AbortSignal | undefined,
  timeout_ms: number,
): Promise<Response> {
  const target = URL.parse(answer.headers.get('location') ?? '', client.base_url)
  if (target?.protocol !== 'https:' && target?.protocol !== 'http:') throw new ApiError(answer, '')
  const { fetch } = client
  return within(timeout_ms, signal, target.origin, async (signal) =>
    takeUnread(await fetch(target, { signal, credentials: 'omit' })),
  )
}
