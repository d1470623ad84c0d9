import { Type } from 'typebox'
import type { App } from '../../platform/http/app.ts'
import { errors, Named } from '../../platform/http/input/schemas.ts'
import type { ReadSettings } from '../../settings/settings.ts'
import { currency, currency_scale } from '../../wallet/wallet.ts'
import { minPasswordLength } from '../credentials/password.ts'

const PublicConfig = Named('PublicConfig', {
  site_name: Type.String({ description: 'What this installation is called, 1 to 60 characters.' }),
  email_verification_required: Type.Boolean(),
  api_key_auth_enabled: Type.Boolean(),
  topup_enabled: Type.Boolean(),
  currency: Type.String(),
  currency_scale: Type.Integer({ description: 'Decimal places of an amount in minor units.' }),
  password_min_length: Type.Integer(),
})

/** What a client needs to know before sign-in. */
export function publicConfigRoutes(app: App, { settings }: { settings: ReadSettings }): void {
  app.get(
    '/api/v1/config',
    {
      schema: {
        operationId: 'getConfig',
        summary: 'Settings of this server',
        tags: ['Accounts'],
        security: [],
        response: { 200: PublicConfig, ...errors() },
      },
    },
    async () => ({ ...(await settings()), currency, currency_scale, password_min_length: minPasswordLength }),
  )
}
