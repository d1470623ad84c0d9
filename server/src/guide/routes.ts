import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { App } from '../platform/http/app.ts'

export interface GuideDeps {
  /** Where people reach the service; the guide is below it. */
  public_base_url: string
  /** As `findGuide` gives it. */
  folder: string
}

/** All of it is in the folder, and none of it sends anything anywhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'none'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the guide at `/guide/`: its hashed files for ever, its pages as long as they are what they were. */
export async function publicRoutes(app: App, { public_base_url, folder }: GuideDeps): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/guide/',
    wildcard: false,
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    globIgnore: ['**/*.br', '404.html'],
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (/\.html(\.br)?$/.test(path)) reply.header('content-security-policy', policy)
    },
  })
  const path = new URL('guide/', public_base_url.replace(/\/?$/, '/')).pathname
  const missing = (await readFile(join(folder, '404.html'), 'utf8')).replace(
    '<base href="/guide/"',
    `<base href="${path}"`,
  )
  app.get('/guide', { schema: { hide: true } }, (_request, reply) => reply.redirect(path))
  app.get('/guide/*', { schema: { hide: true } }, (_request, reply) =>
    reply
      .code(404)
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(missing),
  )
}
