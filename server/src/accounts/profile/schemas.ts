import { type Static, Type } from 'typebox'
import { Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/input/schemas.ts'

export const UserOut = Named('UserOut', {
  user_id: Type.String({ format: 'uuid' }),
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
