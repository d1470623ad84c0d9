import createFetchClient, { type FetchOptions } from 'openapi-fetch'
import type { components, paths } from './openapi.ts'
import { createTransport, takeJson, takeUnread, type TransportOptions } from './transport.ts'

/** A shape of the service by its name: `Schema<'TaskOut'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

/** `base_url` is where the service is reached, without `/api/v1`: `https://video.example.org`. */
export type ClientOptions = TransportOptions

type Verb = 'get' | 'post' | 'put' | 'delete'
type PathWith<V extends Verb> = {
  [Path in keyof paths]: paths[Path] extends Record<V, object> ? Path : never
}[keyof paths]
type Operation<Path, V extends Verb> = Path extends keyof paths ? paths[Path][V] & object : never
type Init<Path, V extends Verb> = Omit<
  FetchOptions<Operation<Path, V>>,
  'baseUrl' | 'fetch' | 'parseAs' | 'middleware'
>
type Good = 200 | 201 | 202 | 203 | 204
type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined
/** By hand, not by openapi-fetch's type, which is right only where `exactOptionalPropertyTypes` is on. */
type Answer<Path, V extends Verb> =
  Operation<Path, V> extends { responses: infer Responses }
    ? JsonOf<Responses[keyof Responses & Good]>
    : never

/** One call of the service. @throws ApiError for every answer but 2xx, NetworkError when there is none. */
type Call<V extends Verb> = <Path extends PathWith<V>>(
  path: Path,
  ...init: object extends Init<Path, V> ? [Init<Path, V>?] : [Init<Path, V>]
) => Promise<Answer<Path, V>>

export interface Client {
  readonly base_url: string
  readonly GET: Call<'get'>
  readonly POST: Call<'post'>
  readonly PUT: Call<'put'>
  readonly DELETE: Call<'delete'>
  /**
   * An answer as it comes, for what is not JSON: 2xx and 3xx, redirects not followed, the body unread and without a limit.
   * @throws ApiError for every other status, NetworkError.
   */
  open(
    path: string,
    options?: { signal?: AbortSignal | undefined; headers?: Record<string, string> },
  ): Promise<Response>
  /** The plain `fetch` underneath, which knows no credentials. */
  readonly fetch: typeof globalThis.fetch
}

/** A client of one service for one caller. It opens nothing, so there is nothing to close. */
export function createClient(options: ClientOptions): Client {
  const base_url = options.base_url.replace(/\/+$/, '')
  const send = createTransport({ ...options, base_url })
  const api = createFetchClient<paths>({ baseUrl: base_url, fetch: (request) => send(request, takeJson) })
  type Untyped = (path: string, init?: object) => Promise<{ data?: unknown }>
  // Sound: `send` has thrown for all that would not be `data`, and the paths and options are openapi-fetch's own.
  const call = <V extends Verb>(untyped: Untyped) =>
    (async (path: string, init?: object) => (await untyped(path, init)).data) as Call<V>
  return {
    base_url,
    GET: call<'get'>(api.GET as Untyped),
    POST: call<'post'>(api.POST as Untyped),
    PUT: call<'put'>(api.PUT as unknown as Untyped),
    DELETE: call<'delete'>(api.DELETE as Untyped),
    open: (path, { signal, headers = {} } = {}) =>
      send(new Request(`${base_url}${path}`, { signal: signal ?? null, headers }), takeUnread),
    fetch: options.fetch ?? globalThis.fetch,
  }
}
