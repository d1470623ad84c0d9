import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendFile } from '../../storage/storage.ts'
import type { Result } from './get-result.ts'

/** Answers with a video: by a redirect to its URL, or with its bytes, which no cache keeps. */
export async function sendResult(result: Result, request: FastifyRequest, reply: FastifyReply) {
  if ('file' in result) {
    const file = { ...result.file, content_type: 'video/mp4', is_public: false }
    return sendFile(file, request, reply)
  }
  void reply.header('cache-control', 'private, no-store')
  if ('url' in result) return reply.redirect(result.url, 302)
  return reply
    .code(200)
    .type('video/mp4')
    .header('content-length', result.size_bytes)
    .header('content-disposition', `attachment; filename="${result.download_as}"`)
    .send(result.body)
}
