import { Type } from 'typebox'
import type { App } from '../platform/http/app.ts'
import { sessionOf } from '../platform/http/principal.ts'
import { errors } from '../platform/http/input/schemas.ts'
import { refuseCrossSite } from '../platform/http/sign-in.ts'
import { confirmTotp } from './confirm-totp.ts'
import { setSessionCookie } from './cookies.ts'
import { disableTotp } from './disable-totp.ts'
import { getMfa } from './mfa.ts'
import * as schemas from './mfa-schemas.ts'
import { passMfa } from './pass-mfa.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { type AccountRouteDeps, bodyOf, clientOf, setCookies } from './sign-in-routes.ts'
import { setUpTotp } from './set-up-totp.ts'

/** The second stage of a login: takes no credentials, and may set the cookie. */
export function mfaSignInRoutes(app: App, { accounts, cookies, origins }: AccountRouteDeps): void {
  app.post(
    '/api/v1/auth/mfa',
    {
      onRequest: async (request) => {
        refuseCrossSite(request, origins)
      },
      schema: {
        operationId: 'passMfa',
        summary: 'Sign in with a second factor',
        description: 'After a login that answered `mfa_required`. A code works once; a token allows five.',
        tags: ['Accounts'],
        security: [],
        body: schemas.MfaConfirmRequest,
        response: { 200: schemas.MfaLoginSuccess, ...errors(401, 403, 423, 503) },
      },
    },
    async (request, reply) => {
      const session = await passMfa(accounts, request.body, clientOf(request))
      setCookies(reply, cookies, session)
      const { recovery_codes_remaining } = session
      return {
        ...bodyOf(session),
        mfa_required: false as const,
        ...(recovery_codes_remaining !== undefined && { recovery_codes_remaining }),
      }
    },
  )
}

/** The signed-in user's own second factor. */
export function mfaRoutes(app: App, { accounts, cookies }: Pick<AccountRouteDeps, 'accounts' | 'cookies'>) {
  app.get(
    '/api/v1/me/mfa',
    {
      config: { access: 'session' },
      schema: {
        operationId: 'getMfa',
        summary: 'Whether you have a second factor',
        tags: ['Accounts'],
        querystring: Type.Object({}),
        response: { 200: schemas.MfaOut, ...errors(401, 403, 503) },
      },
    },
    (request) => getMfa(accounts, sessionOf(request.principal)),
  )

  app.post(
    '/api/v1/me/mfa/totp/setup',
    {
      config: { access: 'session' },
      schema: {
        operationId: 'setUpTotp',
        summary: 'Begin to enrol an authenticator app',
        tags: ['Accounts'],
        body: schemas.TotpSetupRequest,
        response: { 200: schemas.TotpSetup, ...errors(400, 401, 403, 409, 423, 503) },
      },
    },
    (request) => setUpTotp(accounts, sessionOf(request.principal), request.body, clientOf(request)),
  )

  app.post(
    '/api/v1/me/mfa/totp/confirm',
    {
      config: { access: 'session' },
      schema: {
        operationId: 'confirmTotp',
        summary: 'Turn the second factor on with a first code',
        description: 'Ends your other sessions.',
        tags: ['Accounts'],
        body: schemas.TotpConfirmRequest,
        response: { 200: schemas.RecoveryCodes, ...errors(400, 401, 403, 409, 503) },
      },
    },
    async (request, reply) => {
      const { body } = request
      const principal = sessionOf(request.principal)
      const { recovery_codes, cookie } = await confirmTotp(accounts, principal, body, clientOf(request))
      if (cookie !== null) setSessionCookie(reply, cookies, cookie)
      return { recovery_codes }
    },
  )

  app.post(
    '/api/v1/me/mfa/totp/disable',
    {
      config: { access: 'session' },
      schema: {
        operationId: 'disableTotp',
        summary: 'Turn the second factor off',
        description: 'Takes the password, and `code` or `recovery_code`. Ends your other sessions.',
        tags: ['Accounts'],
        body: schemas.TotpDisableRequest,
        response: { 200: schemas.TotpDisabled, ...errors(400, 401, 403, 409, 423, 503) },
      },
    },
    async (request, reply) => {
      const { cookie } = await disableTotp(
        accounts,
        sessionOf(request.principal),
        request.body,
        clientOf(request),
      )
      if (cookie !== null) setSessionCookie(reply, cookies, cookie)
      return { enabled: false as const }
    },
  )

  app.post(
    '/api/v1/me/mfa/recovery-codes',
    {
      config: { access: 'session' },
      schema: {
        operationId: 'renewRecoveryCodes',
        summary: 'Get new recovery codes',
        description: 'The old ones are void.',
        tags: ['Accounts'],
        body: schemas.RecoveryCodesRequest,
        response: { 200: schemas.RecoveryCodes, ...errors(400, 401, 403, 409, 423, 503) },
      },
    },
    (request) => renewRecoveryCodes(accounts, sessionOf(request.principal), request.body, clientOf(request)),
  )
}
