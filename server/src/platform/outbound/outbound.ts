import { open } from 'node:fs/promises'
import { isIPv6, type LookupFunction } from 'node:net'
import { Agent, type Dispatcher, request } from 'undici'
import { type Resolve, resolveByDns } from './resolve.ts'
import { createTargets, literalOf, type Refusal, type TargetRules, type Targets } from './targets.ts'

export { maxUrlLength, type Refusal, type TargetRules } from './targets.ts'

/** Why a fetch failed, in words that users may see. */
export type OutboundFault =
  /** The URL, or a redirect's target, is not allowed. */
  | 'not_allowed'
  | 'name_not_found'
  /** No connection, a broken one, an untrusted certificate, or no HTTP. */
  | 'connection_failed'
  | 'timeout'
  | 'too_many_redirects'
  /** The body is too long, or compressed, which we never request. */
  | 'body_refused'

export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly fault: OutboundFault
  constructor(fault: OutboundFault, options: { cause?: unknown } = {}) {
    super(fault, options)
    this.fault = fault
  }
}

export interface OutboundRequest {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** For the whole fetch, from the DNS lookup to the last byte. */
  timeout_ms: number
  max_body_bytes: number
  /** A longer body fails, or is cut to its beginning; of a compressed one `cut` keeps nothing. */
  longer_body: 'fail' | 'cut'
  /** Redirects to follow, each checked like the first address; 0 returns the redirect itself. Only for GET. */
  max_redirects: 0 | 1 | 2 | 3
  signal?: AbortSignal
  /** Writes the body to this file, replacing it, instead of memory. */
  save_as?: string
}

export interface OutboundResponse {
  status: number
  headers: Dispatcher.ResponseData['headers']
  /** Empty when saved to a file. */
  body: Buffer
}

/** The only way to fetch addresses that users give: it prevents requests into our own network (SSRF). */
export interface Outbound {
  /** Why a URL is never allowed, whatever its name resolves to; undefined when it may be tried. */
  refusal: (url: string) => Refusal | undefined
  /**
   * Fetches a user's URL. Resolves the name once, requires every address to be allowed, and connects to one of those. Sends
   * no cookies or credentials, and ignores proxies. @throws OutboundError; the signal's reason when it aborts.
   */
  fetch: (url: string, options: OutboundRequest) => Promise<OutboundResponse>
}

export function createOutbound({
  rules,
  resolve = resolveByDns,
}: {
  rules: TargetRules
  resolve?: Resolve
}): Outbound {
  const targets = createTargets(rules)
  return {
    refusal: (url) => {
      const target = targets.read(url)
      return typeof target === 'string' ? target : undefined
    },
    fetch: async (url, options) => {
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(new OutboundError('timeout')), options.timeout_ms)
      const signal = options.signal ? AbortSignal.any([limit.signal, options.signal]) : limit.signal
      try {
        return await follow({ targets, resolve }, url, options, signal)
      } catch (error) {
        if (signal.aborted) throw signal.reason
        throw error instanceof OutboundError
          ? error
          : new OutboundError('connection_failed', { cause: error })
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

interface Means {
  targets: Targets
  resolve: Resolve
}

async function follow(
  means: Means,
  first: string,
  options: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  let next = first
  for (let hops = 0; ; hops++) {
    const url = means.targets.read(next)
    if (typeof url === 'string') throw new OutboundError('not_allowed')
    const addresses = await findAddresses(means, url, signal)
    const response = await fetchOnce(url, addresses, options, signal)
    const location = [response.headers['location']].flat()[0]
    const isRedirect = [301, 302, 303, 307, 308].includes(response.status)
    if (options.max_redirects === 0 || !isRedirect || location === undefined) return response
    if (hops === options.max_redirects) throw new OutboundError('too_many_redirects')
    if (!URL.canParse(location, url.href)) throw new OutboundError('not_allowed')
    next = new URL(location, url).href
  }
}

/** All addresses of the host; one disallowed address refuses the whole name. */
async function findAddresses({ targets, resolve }: Means, url: URL, signal: AbortSignal): Promise<string[]> {
  const literal = literalOf(url)
  const addresses = literal === undefined ? await lookUp(resolve, url.hostname, signal) : [literal]
  if (addresses.length === 0) throw new OutboundError('name_not_found')
  if (!addresses.every((address) => targets.mayReach(url, address))) throw new OutboundError('not_allowed')
  return addresses
}

async function lookUp(resolve: Resolve, name: string, signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([resolve(name, signal), stopped])
  } catch (error) {
    throw new OutboundError('name_not_found', { cause: error })
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function fetchOnce(
  url: URL,
  addresses: readonly string[],
  options: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  // A new agent for each fetch: a pooled connection would outlive the check of its address.
  const agent = new Agent({
    connect: { lookup: pinned(addresses), timeout: 0, rejectUnauthorized: true },
    pipelining: 0,
    allowH2: false,
    headersTimeout: 0, // the signal limits the whole fetch
    bodyTimeout: 0,
  })
  try {
    const response = await request(url, {
      dispatcher: agent,
      method: options.method,
      headers: { 'accept-encoding': 'identity', ...options.headers },
      body: options.body ?? null,
      signal,
    })
    const body = await readBody(response, options)
    return { status: response.statusCode, headers: response.headers, body }
  } finally {
    await agent.destroy() // also drops data still arriving
  }
}

/** A lookup that returns the checked addresses. TLS and `Host` keep the name. */
function pinned(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_name, options, callback) => {
    if (options.all) return callback(null, answers)
    callback(null, answers[0]!.address, answers[0]!.family)
  }
}

async function readBody(
  { body, headers }: Dispatcher.ResponseData,
  { max_body_bytes, longer_body, save_as }: OutboundRequest,
): Promise<Buffer> {
  body.on('error', () => {}) // it is cut off below
  const encoding = [headers['content-encoding'] ?? 'identity'].flat().join(',')
  const declared = Number(headers['content-length'] ?? 0)
  const fails = longer_body === 'fail'
  if (fails && (encoding !== 'identity' || declared > max_body_bytes)) throw new OutboundError('body_refused')
  const parts: Buffer[] = []
  let size_bytes = 0
  await using file = save_as === undefined ? undefined : await open(save_as, 'w', 0o600)
  if (encoding === 'identity') {
    for await (const part of body as AsyncIterable<Buffer>) {
      if (file) await file.writeFile(part)
      else parts.push(part)
      size_bytes += part.length
      if (size_bytes > max_body_bytes) {
        if (fails) throw new OutboundError('body_refused')
        break
      }
    }
  }
  return Buffer.concat(parts).subarray(0, max_body_bytes)
}
