import { limitTable } from '../platform/limit-table.ts'
import { findPrice } from '../catalog/catalog.ts'
import { findReplay, once } from '../idempotency/idempotency.ts'
import type { Llm } from '../llm/llm.ts'
import type { Db, Trx } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import type { Answered, KeyedRequest } from '../platform/http/idempotency-key.ts'
import type { Log } from '../platform/log.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'
import * as wallet from '../wallet/wallet.ts'
import { isModelFailure } from './ask-model.ts'

export interface AgentDeps {
  db: Db
  clock: () => Date
  limiter: RateLimiter
  log: Log
  /** Null when only rules answer. */
  llm: Llm | null
  /** For all questions of a call together. */
  llm_timeout_ms: number
  /** What happens when the model fails. */
  llm_fallback: 'rules' | 'error'
}

/** The caller. */
export interface Asker {
  user_id: string
  /** The API key, when it has a spend cap. */
  spender: wallet.Spender | undefined
  keyed: KeyedRequest | undefined
}

/** A helper: its two ways to answer. */
export interface Help<Made, Answer extends object> {
  /** Its name in the price list. */
  what: 'optimize' | 'tags'
  /** The charge's reason in the user's history. */
  reason: string
  byModel: (llm: Llm, signal: AbortSignal) => Promise<Made>
  byRules: () => Made
  /** Runs in the transaction of the charge. */
  finish: (trx: Trx, made: Made, told: { source: 'model' | 'rules'; cost: number }) => Promise<Answer>
}

/**
 * Answers once per Idempotency-Key. Charges only what a model made, in the transaction of the answer; refuses a caller who
 * can't pay before asking the model. @throws AppError 402 `insufficient_balance`, 402 `api_key_spend_cap_reached`, 429
 * `rate_limited`, 503 `agent_unavailable`.
 */
export async function help<Made, Answer extends object>(
  deps: AgentDeps,
  asker: Asker,
  { what, reason, byModel, byRules, finish }: Help<Made, Answer>,
): Promise<Answered<Answer>> {
  const { db, clock, llm } = deps
  const { user_id, spender, keyed } = asker
  const replay = await findReplay<Answer>(db, keyed, clock())
  if (replay) return replay
  await deps.limiter.take(limitTable.agent, user_id)
  try {
    const amount = llm ? await findCost(db, llm, what, clock()) : 0
    const charge = { user_id, amount, reason, spender }
    if (amount > 0) await wallet.checkCharge(db, charge, clock())
    const made = llm && (await tryModel(deps, (signal) => byModel(llm, signal)))
    return await once(db, keyed, clock(), async (trx) => {
      if (!made) return finish(trx, byRules(), { source: 'rules', cost: 0 })
      if (amount > 0) await wallet.charge(trx, charge, clock())
      return finish(trx, made.value, { source: 'model', cost: amount })
    })
  } catch (error) {
    if (error instanceof wallet.BalanceTooLow)
      throw await wallet.insufficientBalance(db, user_id, error.required)
    throw error
  }
}

/** What answers first, and what an answer costs. */
export async function describeHelper(
  { db, llm, clock }: Pick<AgentDeps, 'db' | 'llm' | 'clock'>,
  what: 'optimize' | 'tags',
) {
  if (!llm) return { source: 'rules' as const, cost: 0 }
  return { source: 'model' as const, cost: await findCost(db, llm, what, clock()) }
}

/** Helpers are free unless the price list has a price. */
async function findCost(db: Db, llm: Llm, what: string, now: Date): Promise<number> {
  const order = { kind: 'agent' as const, model: llm.model, resolution: what, seconds: 1 }
  return (await findPrice(db, order, now))?.total ?? 0
}

/** Null when the model failed and rules may answer. @throws AppError 503 `agent_unavailable` when they may not. */
async function tryModel<Made>(
  { llm_timeout_ms, llm_fallback, log }: AgentDeps,
  ask: (signal: AbortSignal) => Promise<Made>,
): Promise<{ value: Made } | null> {
  try {
    return { value: await ask(AbortSignal.timeout(llm_timeout_ms)) }
  } catch (error) {
    if (!isModelFailure(error)) throw error
    log.info({ reason: (error as Error).message, fallback: llm_fallback }, 'agent_model_failed')
    if (llm_fallback === 'rules') return null
    throw new AppError(503, 'agent_unavailable', 'The language model gives no answer; go on without it.', {
      headers: { 'retry-after': '10' },
      cause: error,
    })
  }
}
