import type { App } from '../../platform/http/app.ts'
import { sessionOf } from '../../platform/http/principal.ts'
import { errors } from '../../platform/http/input/schemas.ts'
import { refuseCrossSite } from '../../platform/http/sign-in.ts'
import { changeEmail, confirmEmailChange, undoEmailChange } from './change-email.ts'
import { changePassword, confirmPasswordChange } from './change-password.ts'
import {
  AddressRequest,
  EmailChangeRequest,
  EmailChangeRequested,
  EmailVerified,
  MailRequested,
  MailTokenQuery,
  MailTokenRequest,
  PasswordChanged,
  PasswordChangeRequest,
  PasswordResetRequest,
  PasswordWasReset,
  PendingChanges,
  StatusOk,
} from './schemas.ts'
import { listPendingChanges } from './list-pending-changes.ts'
import { forgotPassword, resendVerification } from './request-mail-link.ts'
import { resetPassword } from './reset-password.ts'
import { type AccountRouteDeps, clientOf } from '../credentials/client.ts'
import { setSessionCookie } from '../credentials/cookies.ts'
import { verifyEmail } from './verify-email.ts'

const requested = {
  status: 'ok' as const,
  message: 'If the address has an account that needs it, a mail is on its way.',
}
const done = { status: 'ok' as const }

/** Ask for mailed links, and follow them. No credentials: the link's token is the proof. */
export function mailLinkRoutes(
  app: App,
  { accounts, origins }: Pick<AccountRouteDeps, 'accounts' | 'origins'>,
): void {
  void app.register((scope, _options, ready) => {
    const auth = scope as App
    auth.addHook('onRequest', async (request) => {
      refuseCrossSite(request, origins) // a foreign page must not make its visitors ask for mails
    })
    const about = (operationId: string, summary: string) => ({
      operationId,
      summary,
      tags: ['Accounts'],
      security: [],
    })

    auth.get(
      '/api/v1/auth/verify-email',
      {
        schema: {
          ...about('verifyEmail', 'Confirm an address with a mailed token'),
          querystring: MailTokenQuery,
          response: { 200: EmailVerified, ...errors(400, 503) },
        },
      },
      (request) =>
        verifyEmail(accounts, request.query.token, clientOf(request)).then(({ already_verified }) => ({
          ...done,
          email_verified: true as const,
          already_verified,
        })),
    )

    auth.post(
      '/api/v1/auth/resend-verification',
      {
        schema: {
          ...about('resendVerification', 'Ask for another mail to confirm an address'),
          body: AddressRequest,
          response: { 200: MailRequested, ...errors(403, 429, 503) },
        },
      },
      (request) => resendVerification(accounts, request.body.email, clientOf(request)).then(() => requested),
    )

    auth.post(
      '/api/v1/auth/forgot-password',
      {
        schema: {
          ...about('forgotPassword', 'Ask for a mail to choose a new password'),
          body: AddressRequest,
          response: { 200: MailRequested, ...errors(403, 429, 503) },
        },
      },
      (request) => forgotPassword(accounts, request.body.email, clientOf(request)).then(() => requested),
    )

    auth.post(
      '/api/v1/auth/reset-password',
      {
        schema: {
          ...about('resetPassword', 'Choose a new password with a mailed token'),
          description: 'Ends every session and signs nobody in. A weak password leaves the token good.',
          body: PasswordResetRequest,
          response: { 200: PasswordWasReset, ...errors(400, 403, 503) },
        },
      },
      (request) =>
        resetPassword(accounts, request.body, clientOf(request)).then((result) => ({ ...done, ...result })),
    )

    const confirmations = [
      ['confirm-change-password', 'Make a changed password valid with a mailed token', confirmPasswordChange],
      ['confirm-email-change', 'Make a new address valid with a mailed token', confirmEmailChange],
      ['undo-email-change', 'Take a change of address back with a mailed token', undoEmailChange],
    ] as const
    for (const [path, summary, confirm] of confirmations) {
      const operationId = path.replaceAll(/-(\w)/g, (_match, letter: string) => letter.toUpperCase())
      auth.post(
        `/api/v1/auth/${path}`,
        {
          schema: {
            ...about(operationId, summary),
            body: MailTokenRequest,
            response: { 200: StatusOk, ...errors(400, 403, 409, 503) },
          },
        },
        async (request) => {
          await confirm(accounts, request.body.token, clientOf(request))
          return done
        },
      )
    }
    ready()
  })
}

/** Change password and address. Only sessions may, never API keys. */
export function changeRoutes(
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

  app.get(
    '/api/v1/me/pending-changes',
    {
      config: { access: 'session' },
      schema: {
        operationId: 'listPendingChanges',
        summary: 'What waits for a link of a mail to be followed',
        tags: ['Accounts'],
        response: { 200: PendingChanges, ...errors(401, 403, 503) },
      },
    },
    (request) => listPendingChanges(accounts, request.principal.user_id),
  )
}
