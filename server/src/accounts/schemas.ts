import { type Static, Type } from 'typebox'
import { ListOf, Named, Nullable, OneOf, Text, Timestamp } from '../platform/http/input/schemas.ts'

export const Uuid = Type.String({ format: 'uuid' })
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

export const tokens = {
  access_token: Nullable(Type.String()),
  refresh_token: Nullable(Type.String()),
  token_type: Type.Literal('bearer'),
  expires_in: Nullable(Type.Integer({ description: 'Seconds the access token lives.' })),
  refresh_expires_in: Nullable(Type.Integer({ description: 'Seconds the refresh token lives.' })),
  session_id: Uuid,
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

export const UserOut = Named('UserOut', {
  user_id: Uuid,
  email: Type.String(),
  nickname: Type.String(),
  email_verified: Type.Boolean(),
  mfa_enabled: Type.Boolean(),
  api_access_enabled: Type.Boolean(),
  avatar: Nullable(
    Type.String({ description: 'The name that it was uploaded under: `avatars/{user_id}.{ext}`.' }),
  ),
  avatar_url: Nullable(Type.String()),
  role: OneOf(['user', 'admin']),
  balance: Type.Integer({ description: 'Spendable now, in minor units.' }),
  balance_held: Type.Integer({ description: 'Reserved by tasks that have not ended.' }),
  currency: Type.String(),
  currency_scale: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type UserOut = Static<typeof UserOut>

export const ProfileUpdateRequest = Named('ProfileUpdateRequest', {
  nickname: Text('label', { minLength: 1, maxLength: 50 }),
})

const SessionOut = Named('SessionOut', {
  session_id: Uuid,
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
export const SessionListOut = ListOf('SessionListOut', SessionOut)
