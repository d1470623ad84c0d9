import * as accounts from '../../accounts/accounts.ts'
import { once } from '../../idempotency/idempotency.ts'
import { invalid, noSuch } from '../../platform/errors.ts'
import type { KeyedRequest } from '../../platform/http/idempotency-key.ts'
import { taskExists } from '../../tasks/tasks.ts'
import * as wallet from '../../wallet/wallet.ts'
import type { Actor } from '../context/actor.ts'
import type { AdminDeps } from '../context/context.ts'

/** `keyed` makes it idempotent: sent again under the same key, it happens once. */
interface Correction {
  amount: number
  reason: string
  keyed: KeyedRequest | undefined
}

/**
 * Adds credits to a user's balance, or removes some.
 * @throws AppError 404 `user_not_found`, 409 `insufficient_balance`, 409 `balance_limit_exceeded`; ValidationError for 0.
 */
export async function adjustUserBalance(
  deps: AdminDeps,
  by: Actor,
  user_id: string,
  { amount, reason, keyed }: Correction,
) {
  if (amount === 0) throw invalid(['body', 'amount'], 'Input must not be 0')
  const now = deps.clock()
  return once(deps.db, keyed, now, async (trx) => {
    if (!(await accounts.inspectUser(trx, user_id, now))) throw noSuch('user')
    const corrector = { actor: by.user_id, origin: by.origin }
    return wallet.adjustBalance(trx, corrector, { user_id, amount, reason }, now)
  })
}

/**
 * Refunds a task's charge in whole or in part, even after its owner has deleted the task.
 * @throws AppError 404 `task_not_found`, 409 `task_not_charged`, 409 `refund_exceeds_charge`.
 */
export async function refundTask(
  deps: AdminDeps,
  by: Actor,
  task_id: string,
  { amount, reason, keyed }: Correction,
) {
  return once(deps.db, keyed, deps.clock(), async (trx) => {
    if (!(await taskExists(trx, task_id))) throw noSuch('task')
    return wallet.refundTask(trx, { actor: by.user_id, origin: by.origin }, { task_id, amount, reason })
  })
}
