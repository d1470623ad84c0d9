import type { App } from '../platform/http/app.ts'
import { sessionOf } from '../platform/http/principal.ts'
import { errors } from '../platform/http/input/schemas.ts'
import { changeEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { setSessionCookie } from './cookies.ts'
import {
  EmailChangeRequest,
  EmailChangeRequested,
  PasswordChanged,
  PasswordChangeRequest,
} from './mail-link-schemas.ts'
import { type AccountRouteDeps, clientOf } from './sign-in-routes.ts'

/** How the signed-in user signs in: only for sessions, never for API keys. */
export function passwordRoutes(
  app: App,
  { accounts, cookies }: Pick<AccountRouteDeps, 'accounts' | 'cookies'>,
): void {
  app.post(
    '/api/v1/me/password',
    {
      config: { access: 'session' },
      schema: {
        operationId: 'changePassword',
        summary: 'Change your password',
        description: 'At once, or by a mailed link where addresses have to be confirmed.',
        tags: ['Accounts'],
        body: PasswordChangeRequest,
        response: { 200: PasswordChanged, ...errors(400, 401, 403, 423, 503) },
      },
    },
    async (request, reply) => {
      const change = await changePassword(
        accounts,
        sessionOf(request.principal),
        request.body,
        clientOf(request),
      )
      if (change.status === 'confirmation_sent') return change
      if (change.cookie !== null) setSessionCookie(reply, cookies, change.cookie)
      return { status: change.status }
    },
  )

  app.post(
    '/api/v1/me/email',
    {
      config: { access: 'session' },
      schema: {
        operationId: 'changeEmail',
        summary: 'Ask for another address',
        description: 'The new address gets a link that confirms it, the old one a link that takes it back.',
        tags: ['Accounts'],
        body: EmailChangeRequest,
        response: { 200: EmailChangeRequested, ...errors(400, 401, 403, 423, 429, 503) },
      },
    },
    async (request) => {
      await changeEmail(accounts, request.principal, request.body, clientOf(request))
      return { status: 'confirmation_sent' as const }
    },
  )
}
