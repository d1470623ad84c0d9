import { Type } from 'typebox'
import { ListOf, Named, Nullable, OneOf, Paging, Text, Timestamp } from '../../platform/http/input/schemas.ts'
import { TimeSpan } from '../../platform/http/input/time-span.ts'
import { WalkOf, Walking } from '../../platform/http/input/walk.ts'

const Uuid = Type.String({ format: 'uuid' })
const maxAmount = 1_000_000_000
const Reason = Text('prose', { minLength: 3, maxLength: 500 })
const Instant = Text('plain', { maxLength: 40, format: 'date-time', description: 'RFC 3339.' })
const PriceKind = OneOf(['generate', 'enhance', 'agent'])
const Unit = OneOf(['second', 'task'])
/** A model's or a resolution's name, or `*`. */
const Pattern = Text('plain', {
  minLength: 1,
  maxLength: 64,
  pattern: String.raw`^(?:\*|[A-Za-z0-9][A-Za-z0-9._-]*)$`,
  description: '`*` (default) is for all of them.',
})
const UnitPrice = Text('plain', {
  minLength: 1,
  maxLength: 20,
  description: 'A decimal in minor units, at most 10^9 and 6 places.',
})

export const AdjustRequest = Named('AdjustRequest', {
  amount: Type.Integer({
    minimum: -maxAmount,
    maximum: maxAmount,
    description: 'Minor units; negative takes them away. Not 0.',
  }),
  reason: Reason,
})

export const RefundRequest = Named('RefundRequest', {
  amount: Type.Integer({ minimum: 1, maximum: maxAmount, description: 'Minor units.' }),
  reason: Reason,
})
export const RefundOut = Named('RefundOut', {
  task_id: Type.String(),
  user_id: Uuid,
  charged: Type.Integer(),
  refunded: Type.Integer({ description: 'All refunds of this task together.' }),
  transaction_id: Uuid,
  currency: Type.String(),
})

const kinds = [
  'topup',
  'signup_bonus',
  'hold',
  'capture',
  'release',
  'refund',
  'adjustment',
  'charge',
] as const
export const ledgerFilter = {
  user_id: Type.Optional(Uuid),
  type: Type.Optional(OneOf(kinds)),
  ...TimeSpan,
}
export const LedgerQuery = Type.Object({ ...ledgerFilter, ...Walking })
export const LedgerTransactionOut = Named('LedgerTransactionOut', {
  transaction_id: Uuid,
  user_id: Uuid,
  user_email: Nullable(Type.String({ description: 'null once the account is gone.' })),
  kind: OneOf(kinds),
  actor: Type.String({ description: 'A user, or `system`.' }),
  reason: Nullable(Type.String()),
  task_id: Nullable(Type.String()),
  created_at: Timestamp,
  entries: Type.Array(
    Type.Object({
      account: Type.String(),
      amount: Type.Integer(),
      balance_after: Nullable(Type.Integer({ description: "null on the platform's accounts." })),
    }),
    { description: 'Their amounts add up to zero.' },
  ),
})
export const LedgerListOut = WalkOf('LedgerListOut', LedgerTransactionOut)

const Check = Type.Integer({ description: '0 when all is well.' })
export const ReconciliationOut = Named('ReconciliationOut', {
  checked_at: Timestamp,
  is_clean: Type.Boolean(),
  checks: Type.Object({
    R1: Check,
    R2: Check,
    R3: Check,
    R4: Check,
    R5: Check,
    R6: Check,
    R7: Check,
    R8: Check,
  }),
})

export const PriceQuery = Type.Object({
  kind: Type.Optional(PriceKind),
  model: Type.Optional(Text('plain', { maxLength: 64 })),
  ...Paging,
})
export const PriceCreate = Named('PriceCreate', {
  kind: PriceKind,
  model: Type.Optional(Pattern),
  resolution: Type.Optional(Pattern),
  unit: Unit,
  unit_price: Nullable(UnitPrice),
  effective_from: Type.Optional(Instant),
})
export const PriceOut = Named('PriceOut', {
  price_id: Type.Integer(),
  kind: PriceKind,
  model: Type.String(),
  resolution: Type.String(),
  unit: Unit,
  unit_price: Nullable(Type.String({ description: 'A decimal in minor units; null is "not for sale".' })),
  effective_from: Timestamp,
  created_by: Nullable(Uuid),
  created_at: Timestamp,
})
export const PriceListOut = ListOf('PriceListOut', PriceOut)

export const ResolveQuery = Type.Object({
  kind: PriceKind,
  model: Text('plain', { minLength: 1, maxLength: 64 }),
  resolution: Text('plain', { minLength: 1, maxLength: 64 }),
  at: Type.Optional(Instant),
})
export const ResolvedPrice = Named('ResolvedPrice', {
  for_sale: Type.Boolean(),
  source: Nullable(Type.String({ description: '`price:{price_id}` or `override:{key}`.' })),
  unit: Nullable(Unit),
  unit_price: Nullable(Type.String()),
})

export const PriceComparison = Named('PriceComparison', {
  from: Instant,
  to: Instant,
  prices: Type.Array(
    Type.Object({
      kind: OneOf(['generate', 'enhance']),
      model: Type.Optional(Pattern),
      resolution: Type.Optional(Pattern),
      unit: Unit,
      unit_price: UnitPrice,
    }),
    { minItems: 1, maxItems: 200 },
  ),
})
const compared = {
  tasks: Type.Integer(),
  charged: Type.Integer(),
  refunded: Type.Integer(),
  would_charge: Type.Integer(),
}
export const ComparedPrices = Named('ComparedPrices', {
  ...compared,
  currency: Type.String(),
  groups: Type.Array(
    Type.Object({
      kind: OneOf(['generate', 'enhance']),
      model: Type.String(),
      resolution: Type.String(),
      ...compared,
    }),
  ),
})

export const InviteCreate = Named('InviteCreate', {
  code: Type.Optional(
    Text('plain', {
      minLength: 4,
      maxLength: 64,
      pattern: '^[A-Za-z0-9_-]*$',
      description: 'Made up when left out. Case does not count.',
    }),
  ),
  note: Type.Optional(Nullable(Text('label', { maxLength: 200 }))),
  bonus: Type.Integer({ minimum: 1, maximum: maxAmount, description: 'Minor units.' }),
  max_uses: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
  expires_at: Type.Optional(Nullable(Instant)),
})
const invite = {
  invite_code_id: Uuid,
  last4: Type.String(),
  note: Nullable(Type.String()),
  bonus: Type.Integer(),
  max_uses: Type.Integer(),
  used: Type.Integer(),
  status: OneOf(['active', 'disabled', 'expired', 'used_up']),
  expires_at: Nullable(Timestamp),
  disabled_at: Nullable(Timestamp),
  created_by: Nullable(Uuid),
  created_at: Timestamp,
}
export const InviteOut = Named('InviteOut', invite)
export const InviteCreated = Named('InviteCreated', {
  ...invite,
  code: Type.String({ description: 'The code itself: shown this once.' }),
})
export const InviteListOut = ListOf('InviteListOut', InviteOut)
