import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { invalid } from '../errors.ts'

const bodies = new WeakMap<object, Buffer>()

/** Keeps the hash of a body that came with an Idempotency-Key. Called by the JSON parser, with the bytes. */
export function noteBody(request: Pick<FastifyRequest, 'headers'>, bytes: Uint8Array): void {
  if (request.headers['idempotency-key'] === undefined) return
  bodies.set(request, createHash('sha256').update(bytes).digest())
}

/**
 * The request's Idempotency-Key with the hash of its body; undefined when it has none.
 * @throws ValidationError unless it is 1 to 255 printable ASCII characters.
 */
export function idempotencyKeyOf(
  request: FastifyRequest,
): { route: string; key: string; fingerprint: Buffer } | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  const key = [header].flat().join(', ')
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw invalid(['header', 'idempotency-key'], 'Input must be 1 to 255 printable ASCII characters')
  }
  const route = `${request.method} ${request.routeOptions.url ?? request.url}`
  return { route, key, fingerprint: bodies.get(request) ?? createHash('sha256').digest() }
}
