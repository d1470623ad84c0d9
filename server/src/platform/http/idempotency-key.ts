import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid } from '../errors.ts'

const bodies = new WeakMap<object, Buffer>()

/** Stores the hash of a body that came with an Idempotency-Key. The JSON parser calls it with the bytes. */
export function noteBody(request: Pick<FastifyRequest, 'headers'>, bytes: Uint8Array): void {
  if (request.headers['idempotency-key'] === undefined) return
  bodies.set(request, hash('sha256', bytes, 'buffer'))
}

/** A request that its caller may repeat without a second effect. */
export interface KeyedRequest {
  user_id: string
  /** Method and path pattern: a key counts per route. */
  route: string
  /** The actual path: the same key on another path of the route is refused. */
  path: string
  key: string
  /** SHA-256 of the body's bytes. */
  fingerprint: Buffer
}

/**
 * The request's Idempotency-Key with its scope; undefined without one. @throws ValidationError unless the key has 1 to 255
 * printable ASCII characters.
 */
export function keyedRequest(request: FastifyRequest): KeyedRequest | undefined {
  if (!request.routeOptions.config.idempotent) throw new Error('a route that does not say it is idempotent')
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  const key = [header].flat().join(', ')
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw invalid(['header', 'idempotency-key'], 'Input must be 1 to 255 printable ASCII characters')
  }
  const route = `${request.method} ${request.routeOptions.url ?? request.url}`
  const [path = ''] = request.url.split('?')
  const fingerprint = bodies.get(request) ?? hash('sha256', '', 'buffer')
  return { user_id: request.principal.user_id, route, path, key, fingerprint }
}

/** An answer, and whether it is a replay. */
export interface Answered<T> {
  answer: T
  replayed: boolean
}

/** Returns the answer, and marks a replay with a header. */
export function tellReplay<T>(reply: FastifyReply, { answer, replayed }: Answered<T>): T {
  if (replayed) void reply.header('idempotent-replayed', 'true')
  return answer
}
