import { once } from 'node:events'
import { ReadStream, fstat } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import send from '@fastify/send'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'

/** How often a file may be replaced in the moment between looking at it and opening it. */
const maxSwaps = 20

/** Whatever it holds may not run, nor load anything else. */
const headers = {
  'x-content-type-options': 'nosniff',
  // The page a browser makes around a video or an image has a style and loads that one file.
  'content-security-policy':
    "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}

export interface SentFile {
  /** Real path of the folder that holds it. */
  root_dir: string
  /** Below `root_dir`, with `/`; the caller has made sure that no link is on the way. */
  path: string
  size_bytes: number
  content_type: string
  /** Whether pages of any origin may embed it, and the caller's browser may keep it. */
  is_public: boolean
  /** ASCII, without quotes: the name under which it is saved; shown in the browser when absent. */
  download_as?: string | undefined
}

/**
 * Answers with a file, with its ranges and conditions; it is read as it is sent, never whole.
 * @throws AppError 404, 412, 416 or 503 when it can't be sent as asked.
 */
export async function sendFile(
  file: SentFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Of the request the library reads nothing but these two.
  const asked = { method: request.method, headers: satisfiable(request.headers, file.size_bytes) }
  const answer = await openFile(file, asked as typeof request.raw)
  if (answer.type !== 'file') throw refusal(answer)
  reply.code(answer.statusCode).headers({ ...answer.headers, ...headers })
  if (file.is_public)
    reply.header('cross-origin-resource-policy', 'cross-origin').header('cache-control', 'private')
  if (answer.statusCode !== 304) reply.header('content-type', file.content_type)
  if (file.download_as !== undefined) {
    reply.header('content-disposition', `attachment; filename="${file.download_as}"`)
  }
  const hasBody = answer.stream instanceof ReadStream
  return hasBody ? reply.send(answer.stream) : reply.send()
}

/**
 * Lengths and tags are of a file that is looked at before it is opened. A file replaced in between would be sent
 * with those of the old one: then it is looked at again.
 */
async function openFile({ root_dir, path }: SentFile, request: IncomingMessage): Promise<send.SendResult> {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  for (let swaps = 0; swaps < maxSwaps; swaps++) {
    const answer = await send(request, encoded, {
      root: root_dir,
      dotfiles: 'allow',
      index: false,
      cacheControl: false,
      contentType: false,
    })
    if (answer.type !== 'file' || !(answer.stream instanceof ReadStream)) return answer
    const opened = await once(answer.stream, 'open').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw gone()
      throw error
    })
    const { ino } = await promisify(fstat)(opened[0] as number)
    if (ino === answer.metadata.stat.ino) return answer
    answer.stream.destroy()
  }
  throw new AppError(503, 'busy', 'This file is being replaced.', { headers: { 'retry-after': '1' } })
}

/** The last 500 bytes of 100 are all of them (RFC 9110, 14.1.2); the library refuses such a range. */
function satisfiable(given: IncomingHttpHeaders, size_bytes: number): IncomingHttpHeaders {
  const last_bytes = Number(/^bytes=-(\d+)$/.exec(given.range ?? '')?.[1] ?? 0)
  return last_bytes > size_bytes && size_bytes > 0 ? { ...given, range: 'bytes=0-' } : given
}

function refusal(answer: send.DirectorySendResult | send.ErrorSendResult): Error {
  answer.stream.destroy()
  if (answer.statusCode === 416) {
    const range = answer.headers['Content-Range']
    return new AppError(416, 'range_not_satisfiable', 'There are no bytes in that range.', {
      headers: range === undefined ? {} : { 'content-range': range },
    })
  }
  if (answer.statusCode === 412)
    return new AppError(412, 'precondition_failed', 'The file is another one by now.')
  if (answer.type === 'error' && answer.statusCode >= 500) return answer.metadata.error
  return gone()
}

export const gone = () => new AppError(404, 'not_found', 'There is no such file any more.')
