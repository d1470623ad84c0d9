import { type Static, Type } from 'typebox'
import { Named, Nullable, OneOf, Text } from '../../platform/http/input/schemas.ts'
import { eitherCode } from '../second-factor/schemas.ts'

export const SessionMode = Type.Optional(
  OneOf(['both', 'cookie', 'token'], {
    description: 'both: tokens in the body and a cookie; cookie: no tokens in the body; token: no cookie.',
  }),
)

export const RegisterRequest = Named('RegisterRequest', {
  email: Text('plain', { minLength: 1, maxLength: 254, format: 'email' }),
  password: Text('secret', { minLength: 8, maxLength: 128 }),
  nickname: Type.Optional(Nullable(Text('label', { minLength: 1, maxLength: 50 }))),
  invite_code: Type.Optional(
    Nullable(Text('plain', { minLength: 4, maxLength: 64, pattern: '^[A-Za-z0-9_-]*$' })),
  ),
  session_mode: SessionMode,
})

export const LoginRequest = Named('LoginRequest', {
  email: Text('plain', { minLength: 1, maxLength: 254, format: 'email' }),
  password: Text('secret', { minLength: 1, maxLength: 512 }),
  session_mode: SessionMode,
})

export const RefreshRequest = Named('RefreshRequest', {
  refresh_token: Text('plain', { minLength: 1, maxLength: 512 }),
})

const tokens = {
  access_token: Nullable(Type.String()),
  refresh_token: Nullable(Type.String()),
  token_type: Type.Literal('bearer'),
  expires_in: Nullable(Type.Integer({ description: 'Seconds the access token lives.' })),
  refresh_expires_in: Nullable(Type.Integer({ description: 'Seconds the refresh token lives.' })),
  session_id: Type.String({ format: 'uuid' }),
}

export const TokenPair = Named('TokenPair', tokens, {
  description: 'Tokens are null for session_mode cookie.',
})

export const VerificationRequired = Named(
  'VerificationRequired',
  {
    verification_required: Type.Literal(true),
    email: Type.String(),
    resend_available_in: Type.Integer({ description: 'Seconds until another mail can be asked for.' }),
    message: Type.String(),
  },
  { description: 'A mail was sent. The same for a new, an unconfirmed and a registered address.' },
)
export type VerificationRequired = Static<typeof VerificationRequired>

export const LoginSuccess = Named('LoginSuccess', { ...tokens, mfa_required: Type.Literal(false) })

export const MfaChallenge = Named('MfaChallenge', {
  mfa_required: Type.Literal(true),
  mfa_token: Type.String({ description: 'For POST /auth/mfa and nothing else.' }),
  mfa_methods: Type.Array(OneOf(['totp', 'recovery_code'])),
  expires_in: Type.Integer({ description: 'Seconds the token lives.' }),
})

export const LoginResponse = Type.Union([LoginSuccess, MfaChallenge])

export const MfaConfirmRequest = Named(
  'MfaConfirmRequest',
  { mfa_token: Text('plain', { minLength: 1, maxLength: 128 }), ...eitherCode, session_mode: SessionMode },
  { description: 'With `code` or `recovery_code`. `session_mode` is that of the login unless given.' },
)

export const MfaLoginSuccess = Named('MfaLoginSuccess', {
  ...tokens,
  mfa_required: Type.Literal(false),
  recovery_codes_remaining: Type.Optional(Type.Integer({ description: 'When one was used.' })),
})
