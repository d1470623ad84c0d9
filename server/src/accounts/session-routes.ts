import { Type } from 'typebox'
import type { App } from '../platform/http/app.ts'
import { sessionOf } from '../platform/http/principal.ts'
import { errors, NoBody, PathId } from '../platform/http/input/schemas.ts'
import type { AccountDeps } from './context.ts'
import { listSessions, revokeOtherSessions, revokeSession } from './manage-sessions.ts'
import { updateProfile } from './me.ts'
import { clientOf } from './sign-in-routes.ts'
import { ProfileUpdateRequest, SessionListOut, UserOut } from './schemas.ts'

/** The caller's devices, and their name. */
export function sessionRoutes(app: App, accounts: AccountDeps): void {
  app.post(
    '/api/v1/me/profile',
    {
      config: { access: 'account:write' },
      schema: {
        operationId: 'updateProfile',
        summary: 'Change your nickname',
        tags: ['Accounts'],
        body: ProfileUpdateRequest,
        response: { 200: UserOut, ...errors(401, 403, 503) },
      },
    },
    (request) => updateProfile(accounts, request.principal, request.body.nickname),
  )

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
