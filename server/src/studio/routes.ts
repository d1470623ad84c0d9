import fastifyStatic from '@fastify/static'
import { Type } from 'typebox'
import type { App } from '../platform/http/app.ts'
import { PathId } from '../platform/http/input/schemas.ts'

/** Addresses of pages. The studio's own router does the rest. */
const pages = [
  '/',
  '/create',
  '/library',
  '/v/:task_id',
  '/wallet',
  '/account/profile',
  '/account/security',
  '/account/sessions',
  '/account/data',
  '/developers/keys',
  '/developers/webhooks',
  '/developers/events',
  '/developers/quickstart',
  '/verify',
  '/auth/sign-in',
  '/auth/register',
  '/auth/forgot-password',
  '/auth/verify',
  '/auth/reset-password',
  '/auth/confirm-password',
  '/auth/confirm-email',
  '/auth/undo-email',
  '/auth/undo-deletion',
  // where links of older mails lead; the studio goes on to the pages above
  '/forgot-password',
  '/reset-password',
  '/confirm-password',
  '/confirm-email',
  '/undo-email',
  '/undo-deletion',
]

export interface StudioDeps {
  /** As `findStudio` gives it. */
  folder: string
  /** Where links to videos lead when they are not ours: a bucket's origin. */
  media_origins: readonly string[]
}

/** Serves the studio: its hashed files for ever, its page never from a cache. */
export async function publicRoutes(app: App, { folder, media_origins }: StudioDeps): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', 'index.html'],
    setHeaders: (reply, path) => {
      if (!path.endsWith('index.html')) reply.header('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  const policy = contentPolicy(media_origins)
  for (const path of pages) {
    const params = path.includes(':') ? { params: Type.Object({ task_id: PathId('task') }) } : {}
    app.get(path, { schema: { hide: true, ...params } }, (_request, reply) =>
      reply
        .header('content-security-policy', policy)
        .header('cache-control', 'no-cache')
        .sendFile('index.html', { cacheControl: false, immutable: false }),
    )
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
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
