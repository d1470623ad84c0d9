import { Type } from 'typebox'
import type { App } from '../../platform/http/app.ts'
import { sessionOf } from '../../platform/http/principal.ts'
import {
  errors,
  ListOf,
  Named,
  NoBody,
  Nullable,
  OneOf,
  PathId,
  Timestamp,
} from '../../platform/http/input/schemas.ts'
import type { AccountDeps } from '../account/context.ts'
import { clientOf } from './client.ts'
import { listSessions, revokeOtherSessions, revokeSession } from './manage-sessions.ts'

const SessionOut = Named('SessionOut', {
  session_id: Type.String({ format: 'uuid' }),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  expires_at: Timestamp,
  ip: Nullable(Type.String()),
  user_agent: Nullable(Type.String()),
  device: Type.String({ description: 'A short label, guessed from the user agent.' }),
  mfa: Type.Boolean(),
  session_mode: OneOf(['both', 'cookie', 'token']),
  current: Type.Boolean({ description: 'Whether this is the session that asks.' }),
})
const SessionListOut = ListOf('SessionListOut', SessionOut)

/** The devices that the caller is signed in on. */
export function sessionRoutes(app: App, accounts: AccountDeps): void {
  app.get(
    '/api/v1/me/sessions',
    {
      config: { access: 'account:read' },
      schema: {
        operationId: 'listSessions',
        summary: 'Your active sessions',
        tags: ['Accounts'],
        response: { 200: SessionListOut, ...errors(401, 403, 503) },
      },
    },
    (request) => {
      const { principal } = request
      const current = principal.kind === 'session' ? principal.session_id : undefined
      return listSessions(accounts.db, principal.user_id, current, accounts.clock())
    },
  )

  app.post(
    '/api/v1/me/sessions/:session_id/revoke',
    {
      config: { access: 'session' },
      schema: {
        operationId: 'revokeSession',
        summary: 'Sign a device out, at once',
        tags: ['Accounts'],
        params: Type.Object({ session_id: PathId('session') }),
        response: { 204: NoBody, ...errors(401, 403, 404, 503) },
      },
    },
    async (request, reply) => {
      await revokeSession(accounts, request.principal.user_id, request.params.session_id, clientOf(request))
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/api/v1/me/sessions/revoke-others',
    {
      config: { access: 'session' },
      schema: {
        operationId: 'revokeOtherSessions',
        summary: 'Sign every other device out',
        tags: ['Accounts'],
        response: { 200: Type.Object({ revoked: Type.Integer() }), ...errors(401, 403, 503) },
      },
    },
    async (request) => {
      const { user_id, session_id } = sessionOf(request.principal)
      return { revoked: await revokeOtherSessions(accounts, user_id, session_id, clientOf(request)) }
    },
  )
}
