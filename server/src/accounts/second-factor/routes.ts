import { Type } from 'typebox'
import type { App } from '../../platform/http/app.ts'
import { sessionOf } from '../../platform/http/principal.ts'
import { errors } from '../../platform/http/input/schemas.ts'
import { confirmTotp } from './confirm-totp.ts'
import { setSessionCookie } from '../credentials/cookies.ts'
import { disableTotp } from './disable-totp.ts'
import { getMfa } from './factor.ts'
import * as schemas from './schemas.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { type AccountRouteDeps, clientOf } from '../credentials/client.ts'
import { setUpTotp } from './set-up-totp.ts'

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
