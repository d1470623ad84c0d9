import { limitTable } from '../../platform/limit-table.ts'
import { Type } from 'typebox'
import type { Db } from '../../platform/db/database.ts'
import type { App } from '../../platform/http/app.ts'
import { bodyOf, rawBodies } from '../../platform/http/input/other-bodies.ts'
import { errors, Named, NoBody, OneOf, PathId, Text, Timestamp } from '../../platform/http/input/schemas.ts'
import { limitSubject, type RateLimiter } from '../../platform/rate-limit.ts'
import {
  type AvatarDeps,
  type AvatarType,
  avatarTypes,
  completeAvatar,
  getAvatarUrl,
  maxAvatar_bytes,
  presignAvatar,
  putAvatar,
} from './avatar.ts'
import { getMe } from './me.ts'
import { UserOut } from './schemas.ts'

const types = Object.keys(avatarTypes) as AvatarType[]
const ObjectKey = Text('plain', { minLength: 1, maxLength: 255 })

const AvatarPresignRequest = Named('AvatarPresignRequest', {
  content_type: OneOf(types),
  content_length: Type.Optional(Type.Integer({ minimum: 1, maximum: maxAvatar_bytes })),
})
const AvatarPresignOut = Named('AvatarPresignOut', {
  upload_url: Type.String(),
  method: Type.Literal('PUT'),
  headers: Type.Record(Type.String(), Type.String()),
  object_key: Type.String(),
  expires_in: Type.Integer(),
  expires_at: Timestamp,
  max_bytes: Type.Integer(),
})
const AvatarCompleteRequest = Named('AvatarCompleteRequest', { object_key: ObjectKey })
const AvatarPutOut = Named('AvatarPutOut', {
  object_key: Type.String(),
  size: Type.Integer(),
  content_type: Type.String(),
})

const tags = ['Accounts']

export function avatarRoutes(app: App, deps: AvatarDeps & { db: Db }): void {
  app.post(
    '/api/v1/me/avatar/presign',
    {
      config: { access: 'account:write' },
      schema: {
        operationId: 'presignAvatar',
        summary: 'Get a URL to upload a picture to',
        tags,
        body: AvatarPresignRequest,
        response: { 200: AvatarPresignOut, ...errors(401, 403, 503) },
      },
    },
    (request) => presignAvatar(deps, request.principal.user_id, request.body),
  )

  app.post(
    '/api/v1/me/avatar/complete',
    {
      config: { access: 'account:write' },
      schema: {
        operationId: 'completeAvatar',
        summary: 'Make the uploaded picture your avatar',
        tags,
        body: AvatarCompleteRequest,
        response: { 200: UserOut, ...errors(401, 403, 409, 503) },
      },
    },
    async (request) => {
      await completeAvatar(deps, request.principal.user_id, request.body.object_key)
      return getMe(deps.db, request.principal)
    },
  )

  rawBodies(app, (raw) => {
    raw.post(
      '/api/v1/me/avatar/put',
      {
        bodyLimit: maxAvatar_bytes,
        config: { access: 'account:write', bytes: types },
        schema: {
          operationId: 'putAvatar',
          summary: 'Upload a picture through this server',
          description: 'Raw bytes, for when the upload URL can’t be reached. Complete it as usual.',
          tags,
          querystring: Type.Object({ object_key: ObjectKey }),
          response: { 200: AvatarPutOut, ...errors(401, 403, 413, 503) },
        },
      },
      (request) => putAvatar(deps, request.principal.user_id, request.query.object_key, bodyOf(request.body)),
    )
  })
}

/** Needs no credentials, so that any page can show it in an image element. */
export function publicAvatarRoutes(
  app: App,
  { avatars: deps, accounts: { limiter } }: { avatars: AvatarDeps; accounts: { limiter: RateLimiter } },
): void {
  app.get(
    '/api/v1/users/:user_id/avatar',
    {
      schema: {
        operationId: 'getAvatar',
        summary: 'A user’s avatar',
        tags,
        security: [],
        params: Type.Object({ user_id: PathId('avatar') }),
        response: { 302: NoBody, ...errors(404, 429, 503) },
      },
    },
    async (request, reply) => {
      await limiter.take(limitTable.avatar, limitSubject(request.ip))
      const url = await getAvatarUrl(deps, request.params.user_id)
      void reply
        .header('cache-control', 'private, max-age=300')
        .header('cross-origin-resource-policy', 'cross-origin')
      return reply.redirect(url, 302)
    },
  )
}
