import { Type } from 'typebox'
import { Named, Nullable, Text, Timestamp } from '../../platform/http/input/schemas.ts'

const password = Text('secret', { minLength: 1, maxLength: 512 })
const code = Text('plain', { minLength: 1, maxLength: 64, description: 'Six digits; spaces do not matter.' })
const recovery_code = Text('plain', {
  minLength: 1,
  maxLength: 64,
  description: 'Ten letters and digits; hyphens, spaces and case do not matter.',
})
export const eitherCode = {
  code: Type.Optional(Nullable(code)),
  recovery_code: Type.Optional(Nullable(recovery_code)),
}

export const MfaOut = Named('MfaOut', {
  enabled: Type.Boolean(),
  enrolled_at: Nullable(Timestamp),
  recovery_codes_remaining: Type.Integer(),
})
export const TotpSetupRequest = Named('TotpSetupRequest', { password })
export const TotpSetup = Named('TotpSetup', {
  secret: Type.String({ description: '32 characters of base32.' }),
  otpauth_url: Type.String({ description: 'For a QR code.' }),
  expires_in: Type.Integer({ description: 'Seconds to confirm it.' }),
})
export const TotpConfirmRequest = Named('TotpConfirmRequest', { code })
export const TotpDisableRequest = Named('TotpDisableRequest', { password, ...eitherCode })
export const TotpDisabled = Named('TotpDisabled', { enabled: Type.Literal(false) })
export const RecoveryCodesRequest = Named('RecoveryCodesRequest', { password, code })
export const RecoveryCodes = Named('RecoveryCodes', {
  recovery_codes: Type.Array(Type.String(), { description: 'Shown this once.' }),
})
