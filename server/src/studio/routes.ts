import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { App } from '../platform/http/app.ts'
import { PathId } from '../platform/http/input/schemas.ts'
import { studioPages } from './pages.ts'

export interface StudioDeps {
  /** Where people reach the service; its path is where the studio's pages begin. */
  public_base_url: string
  /** As `findStudio` gives it. */
  folder: string
  /** Where links to videos lead when they are not ours: a bucket's origin. */
  media_origins: readonly string[]
}

/** Serves the studio: its hashed files for ever, its page never from a cache. */
export async function publicRoutes(
  app: App,
  { public_base_url, folder, media_origins }: StudioDeps,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', 'index.html'],
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', `public, max-age=${isHashed ? '31536000, immutable' : '86400'}`)
    },
  })
  const policy = contentPolicy(media_origins)
  const path = new URL(public_base_url).pathname.replace(/\/?$/, '/')
  const page = (await readFile(join(folder, 'index.html'), 'utf8')).replace(
    '<base href="/"',
    `<base href="${path}"`,
  )
  const sendPage = (reply: FastifyReply): FastifyReply =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page)
  app.notFoundPage = sendPage
  for (const path of studioPages) {
    const thing = /:(\w+)_id/.exec(path)?.[1]
    const params = thing === undefined ? {} : { params: Type.Object({ [`${thing}_id`]: PathId(thing) }) }
    app.get(path, { schema: { hide: true, ...params } }, (_request, reply) => sendPage(reply))
  }
}

/** Scripts, styles and fonts are ours; pictures and videos also come from where they are stored. */
function contentPolicy(media_origins: readonly string[]): string {
  const media = ["'self'", ...media_origins].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'", // floating parts place themselves by style attributes
    "font-src 'self'",
    `img-src ${media} data: blob:`,
    `media-src ${media} blob:`,
    `connect-src ${media}`, // pictures go straight to where they are stored
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
