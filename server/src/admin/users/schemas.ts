import { type Static, Type } from 'typebox'
import { ListOf, Named, Nullable, OneOf, Paging, Text, Timestamp } from '../../platform/http/input/schemas.ts'

const Uuid = Type.String({ format: 'uuid' })
const Role = OneOf(['user', 'admin'])
const Status = OneOf(['active', 'disabled', 'deleting'])

const user = {
  user_id: Uuid,
  email: Type.String(),
  nickname: Type.String(),
  email_verified: Type.Boolean(),
  mfa_enabled: Type.Boolean(),
  api_access_enabled: Type.Boolean(),
  role: Role,
  status: Status,
  disabled_at: Nullable(Timestamp),
  deletion_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
}
export const AdminUserOut = Named('AdminUserOut', user)
export type AdminUserOut = Static<typeof AdminUserOut>
export const AdminUserListOut = ListOf('AdminUserListOut', AdminUserOut)

export const AdminUserDetail = Named('AdminUserDetail', {
  ...user,
  active_sessions: Type.Integer(),
  last_seen_at: Nullable(Timestamp),
  queue_weight: Type.Number({ description: 'Share of the queue; 1 is the usual one.' }),
  balance: Type.Integer(),
  balance_held: Type.Integer(),
  currency: Type.String(),
  currency_scale: Type.Integer(),
})
export type AdminUserDetail = Static<typeof AdminUserDetail>

export const UserQuery = Type.Object({
  query: Type.Optional(
    Text('plain', { maxLength: 254, description: 'Part of an address or a nickname, or a user id.' }),
  ),
  status: Type.Optional(Status),
  role: Type.Optional(Role),
  ...Paging,
})

export const Reasoned = Named('AdminReason', { reason: Text('prose', { minLength: 3, maxLength: 500 }) })
export const ApiAccessRequest = Named('ApiAccessRequest', { enabled: Type.Boolean() })
export const RoleRequest = Named('RoleRequest', { role: Role })
export const Ok = Type.Object({ status: Type.Literal('ok') })
export const Revoked = Type.Object({ revoked: Type.Integer({ description: 'Sessions that were open.' }) })
