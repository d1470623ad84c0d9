import { type Static, Type } from 'typebox'
import { scopes } from '../platform/http/principal.ts'
import { ListOf, Named, Nullable, OneOf, Text, Timestamp } from '../platform/http/input/schemas.ts'

const Scopes = Type.Array(OneOf(scopes), { minItems: 1, maxItems: 20 })

export const ApiKeyCreate = Named('ApiKeyCreate', {
  name: Text('label', { minLength: 1, maxLength: 64 }),
  scopes: Type.Optional(
    Type.Unsafe<Static<typeof Scopes>>({ ...Scopes, description: 'Default: all. An empty list is refused.' }),
  ),
  expires_at: Type.Optional(
    Nullable(
      Text('plain', {
        maxLength: 40,
        format: 'date-time',
        description: 'RFC 3339, in the future, within two years.',
      }),
    ),
  ),
  rate_limit_per_minute: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: 6000, description: 'null: 600.' })),
  ),
  spend_cap: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'Minor units per period.' })),
  ),
  spend_cap_period: Type.Optional(
    OneOf(['month', 'total'], { description: 'A calendar month in UTC (default). Needs `spend_cap`.' }),
  ),
})
export type ApiKeyCreate = Static<typeof ApiKeyCreate>

const apiKey = {
  key_id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  key_prefix: Type.String({ description: 'The first nine characters of the key.' }),
  last4: Type.String(),
  scopes: Type.Array(OneOf(scopes)),
  is_active: Type.Boolean(),
  status: OneOf(['active', 'revoked', 'disabled', 'expired']),
  rate_limit_per_minute: Nullable(Type.Integer()),
  spend_cap: Nullable(Type.Integer()),
  spend_cap_period: Nullable(OneOf(['month', 'total'])),
  spent_in_period: Type.Integer(),
  created_at: Timestamp,
  expires_at: Nullable(Timestamp),
  last_used_at: Nullable(Timestamp),
  revoked_at: Nullable(Timestamp),
  disabled_at: Nullable(Timestamp),
}
export const ApiKeyOut = Named('ApiKeyOut', apiKey)
export type ApiKeyOut = Static<typeof ApiKeyOut>

export const ApiKeyCreated = Named('ApiKeyCreated', {
  ...apiKey,
  api_key: Type.String({ description: 'The key itself: shown this once.' }),
})
export type ApiKeyCreated = Static<typeof ApiKeyCreated>

export const ApiKeyListOut = ListOf('ApiKeyListOut', ApiKeyOut)
