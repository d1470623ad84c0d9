import { ApiError, NetworkError, toNetworkError } from './errors.ts'

/**
 * Who is asking. A function gives the bearer token of the moment: it is called before each request, and once more, with the
 * token that was sent, when the service answers that this one has expired.
 */
export type Credential =
  | { api_key: string }
  | { access_token: string }
  | ((expired?: string) => string | Promise<string>)

export interface TransportOptions {
  base_url: string
  credential?: Credential | undefined
  /** In place of the global one. */
  fetch?: typeof globalThis.fetch | undefined
  user_agent?: string | undefined
  /** How long one request may take, its answer included; of a download, only until it begins. */
  timeout_ms?: number | undefined
}

/** Sends a request of ours; `take` reads the answer, within the same time. @throws ApiError, NetworkError. */
export type Send = (request: Request, take: (response: Response) => Promise<Response>) => Promise<Response>

export function createTransport({
  base_url,
  credential,
  fetch = globalThis.fetch,
  user_agent,
  timeout_ms = 30_000,
}: TransportOptions): Send {
  const { origin } = new URL(base_url)

  function attempt(
    request: Request,
    bearer: string | undefined,
    take: Parameters<Send>[1],
  ): Promise<Response> {
    const headers = new Headers(request.headers)
    if (user_agent) headers.set('user-agent', user_agent)
    if (bearer) headers.set('authorization', `Bearer ${bearer}`)
    else if (credential && 'api_key' in credential && !isPublic(request))
      headers.set('x-api-key', credential.api_key)
    return within(timeout_ms, request.signal, origin, async (signal) => {
      // No redirect is followed here: it would take the credentials along.
      const response = await fetch(new Request(request, { headers, signal, redirect: 'manual' }))
      return take(response)
    })
  }

  return async (request, take) => {
    if (typeof credential !== 'function' || isPublic(request)) {
      const bearer = credential && 'access_token' in credential ? credential.access_token : undefined
      return attempt(request, isPublic(request) ? undefined : bearer, take)
    }
    const again = request.clone()
    const bearer = await credential()
    try {
      return await attempt(request, bearer, take)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'token_expired')) throw error
      return attempt(again, await credential(bearer), take)
    }
  }
}

/** For answers in JSON: an error is thrown, and so is what some other server says. */
export async function takeJson(response: Response): Promise<Response> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (!response.ok || (text !== '' && !isJson)) throw new ApiError(response, text)
  return new Response(text || null, { status: response.status, headers: response.headers })
}

/** For what is not JSON: the body stays unread, a redirect stays a redirect (which a browser reports as status 0). */
export async function takeUnread(response: Response): Promise<Response> {
  if (response.status >= 400) throw new ApiError(response, await response.text())
  return response
}

/**
 * Runs `work` with a signal that aborts with `caller`, or after a time.
 * @throws NetworkError for what broke on the way, the caller's own reason when that aborted it.
 */
export async function within<T>(
  timeout_ms: number,
  caller: AbortSignal | undefined,
  origin: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  caller?.throwIfAborted()
  const controller = new AbortController()
  const tooLate = () =>
    controller.abort(new NetworkError('timeout', `No answer from ${origin} in ${timeout_ms / 1000} s.`))
  const timer = setTimeout(tooLate, timeout_ms)
  const pass = () => controller.abort(caller?.reason)
  caller?.addEventListener('abort', pass, { once: true })
  try {
    return await work(controller.signal)
  } catch (error) {
    controller.signal.throwIfAborted()
    if (error instanceof ApiError) throw error
    throw toNetworkError(error, origin)
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', pass)
  }
}

/** What takes no credentials is not shown any: refreshing tokens must not ask for a token. */
function isPublic(request: Request): boolean {
  return new URL(request.url).pathname.includes('/api/v1/auth/')
}
