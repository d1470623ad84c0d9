import { once } from 'node:events'
import { ReadStream, fstat } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import send from '@fastify/send'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'
import { writeToResponse } from './write-to-response.ts'

/** Retries when a file is replaced between stat and open. */
const maxSwaps = 20

/** As long as a browser keeps where a poster is: what a page shows again is not asked for again. */
const keptFor_s = 3600

/** Keeps the file from running scripts or loading anything. */
const headers = {
  'x-content-type-options': 'nosniff',
  // A browser's own page around a video or image has a style and loads that one file.
  'content-security-policy':
    "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}

export interface SentFile {
  /** Real path of the containing folder. */
  root_dir: string
  /** Relative to `root_dir`, with `/`; the caller has checked it for links. */
  path: string
  size_bytes: number
  content_type: string
  /** Any page may embed it, and the browser may cache it. */
  is_public: boolean
  /** The file name for a download, ASCII without quotes; without it browsers show the file. */
  download_as?: string | undefined
}

/** Sends a file, with ranges and conditions. @throws AppError 404, 412, 416 or 503. */
export async function sendFile(
  file: SentFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // The library reads nothing else of the request.
  const asked = { method: request.method, headers: satisfiable(request.headers, file.size_bytes) }
  const { answer, fd } = await openFile(file, asked as typeof request.raw)
  if (answer.type !== 'file') throw refusal(answer)
  reply.code(answer.statusCode).headers({ ...answer.headers, ...headers })
  if (file.is_public)
    reply
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', `private, max-age=${keptFor_s}`)
  if (answer.statusCode !== 304) reply.header('content-type', file.content_type)
  if (file.download_as !== undefined) {
    reply.header('content-disposition', `attachment; filename="${file.download_as}"`)
  }
  if (fd === undefined) return reply.send()
  const length = Number(answer.headers['Content-Length'])
  const start = Number(/^bytes (\d+)-/.exec(answer.headers['Content-Range'] ?? '')?.[1] ?? 0)
  reply.hijack()
  reply.raw.writeHead(answer.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  try {
    await writeToResponse(fd, { start, length }, reply.raw)
  } catch (error) {
    request.log.error({ error }, 'file_not_sent')
  } finally {
    answer.stream.destroy()
  }
  return reply
}

interface Opened {
  answer: send.SendResult
  /** The open file, as long as the answer's stream is not destroyed; undefined when the answer has no body. */
  fd?: number
}

/** Retries when the file was replaced between stat and open: its length and tag would be the old file's. */
async function openFile({ root_dir, path }: SentFile, request: IncomingMessage): Promise<Opened> {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  for (let swaps = 0; swaps < maxSwaps; swaps++) {
    const answer = await send(request, encoded, {
      root: root_dir,
      dotfiles: 'allow',
      index: false,
      cacheControl: false,
      contentType: false,
    })
    if (answer.type !== 'file' || !(answer.stream instanceof ReadStream)) return { answer }
    const opened = await once(answer.stream, 'open').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw gone()
      throw error
    })
    const fd = opened[0] as number
    const { ino } = await promisify(fstat)(fd)
    if (ino === answer.metadata.stat.ino) return { answer, fd }
    answer.stream.destroy()
  }
  throw new AppError(503, 'busy', 'This file is being replaced.', { headers: { 'retry-after': '1' } })
}

/** Asking for the last 500 bytes of 100 means all (RFC 9110, 14.1.2); the library refuses that. */
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
