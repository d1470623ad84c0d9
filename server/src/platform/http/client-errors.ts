import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../errors.ts'
import { createRequestId } from './request-id.ts'

/** Node's errors for connections that send no complete request, in our words. */
const refusals: Record<string, AppError> = {
  ERR_HTTP_REQUEST_TIMEOUT: new AppError(408, 'request_timeout', 'The request did not arrive in time.'),
  HPE_HEADER_OVERFLOW: new AppError(431, 'headers_too_large', 'The headers are too large.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new AppError(413, 'payload_too_large', 'The body is too large.'),
}
const malformed = new AppError(400, 'bad_request', 'The request is not valid HTTP.')

/** The latest response of each connection. */
const answers = new WeakMap<Socket, ServerResponse>()

/** Must be called for every request: a refusal is then never written into a response that has begun. */
export function noteAnswer({ socket }: IncomingMessage, answer: ServerResponse): void {
  answers.set(socket, answer)
}

/**
 * Answers a malformed request with the usual error body and closes the connection. Returns what was sent; undefined when the
 * peer is gone or a response has begun.
 */
export function refuseConnection(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Record<string, string>,
): { request_id: string; status: number } | undefined {
  const answer = answers.get(socket)
  const hasBegun = answer?.headersSent === true && !answer.writableFinished
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegun) {
    socket.destroy()
    return undefined
  }
  const { status, code, message } = refusals[error.code ?? ''] ?? malformed
  const request_id = createRequestId()
  const body = JSON.stringify({ detail: message, code, request_id })
  const lines = Object.entries({
    ...headers,
    'x-request-id': request_id,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  socket.destroySoon()
  return { request_id, status }
}
