import { Type } from 'typebox'
import { Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/input/schemas.ts'

const token = Text('plain', { minLength: 1, maxLength: 256 })
const newPassword = Text('secret', { minLength: 8, maxLength: 128 })

export const AddressRequest = Named('AddressRequest', {
  email: Text('plain', { minLength: 1, maxLength: 254, format: 'email' }),
})
export const MailTokenRequest = Named('MailTokenRequest', { token })
export const MailTokenQuery = Type.Object({ token })
export const PasswordResetRequest = Named('PasswordResetRequest', {
  token,
  new_password: newPassword,
  revoke_api_keys: Type.Optional(
    Type.Boolean({ default: false, description: 'API keys live on unless this is true.' }),
  ),
})
export const PasswordChangeRequest = Named('PasswordChangeRequest', {
  old_password: Text('secret', { minLength: 1, maxLength: 512 }),
  new_password: newPassword,
})
export const EmailChangeRequest = Named('EmailChangeRequest', {
  new_email: Text('plain', { minLength: 1, maxLength: 254, format: 'email' }),
  password: Text('secret', { minLength: 1, maxLength: 512 }),
})

export const PendingChanges = Named('PendingChanges', {
  email: Nullable(Type.Object({ new_email: Type.String(), expires_at: Timestamp })),
  password: Nullable(Type.Object({ expires_at: Timestamp })),
})

const ok = Type.Literal('ok')
export const StatusOk = Named('StatusOk', { status: ok })
export const MailRequested = Named(
  'MailRequested',
  { status: ok, message: Type.String() },
  { description: 'The same whether or not the address has an account.' },
)
export const EmailVerified = Named('EmailVerified', {
  status: ok,
  email_verified: Type.Literal(true),
  already_verified: Type.Boolean(),
})
export const PasswordWasReset = Named('PasswordWasReset', {
  status: ok,
  mfa_required: Type.Boolean({ description: 'Whether signing in needs a second factor.' }),
})
export const PasswordChanged = Named('PasswordChanged', {
  status: OneOf(['changed', 'confirmation_sent']),
  email: Type.Optional(Type.String({ description: 'Masked; with confirmation_sent.' })),
  expires_in: Type.Optional(Type.Integer({ description: 'Seconds; with confirmation_sent.' })),
})
export const EmailChangeRequested = Named('EmailChangeRequested', {
  status: Type.Literal('confirmation_sent'),
})
