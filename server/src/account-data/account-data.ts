import { Readable } from 'node:stream'
import * as accounts from '../accounts/accounts.ts'
import * as agent from '../agent/agent.ts'
import * as apiKeys from '../api-keys/api-keys.ts'
import type { Db } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import type { Principal } from '../platform/http/principal.ts'
import { removeEach } from '../storage/storage.ts'
import * as tasks from '../tasks/tasks.ts'
import { removeUploadsOf } from '../uploads/uploads.ts'
import * as wallet from '../wallet/wallet.ts'
import * as webhooks from '../webhooks/webhooks.ts'

/** Streams everything that the service knows about a user, as one JSON document. */
export function exportAccount(db: Db, principal: Principal, now: Date): Readable {
  return Readable.from(exportParts(db, principal, now))
}

async function* exportParts(db: Db, principal: Principal, now: Date): AsyncGenerator<string> {
  const { user_id } = principal
  yield `{"exported_at":${JSON.stringify(now)}`
  yield `,"profile":${JSON.stringify(await accounts.getMe(db, principal))}`
  const sessions = await accounts.listSessions(db, user_id, undefined, now)
  yield `,"sessions":${JSON.stringify(sessions.items)}`
  const keys = await apiKeys.listApiKeys(db, user_id, now)
  yield `,"api_keys":${JSON.stringify(keys.items)}`
  const endpoints = await webhooks.listWebhooks(db, user_id)
  yield `,"webhooks":${JSON.stringify(endpoints.items)}`
  yield ',"tasks":['
  yield* separated(tasks.eachTask(db, user_id))
  yield '],"prompts":['
  yield* separated(agent.eachPrompt(db, user_id))
  yield '],"starred_prompts":['
  yield* separated(agent.eachStarred(db, user_id))
  yield '],"transactions":['
  yield* separated(wallet.eachMovement(db, user_id))
  yield ']}\n'
}

async function* separated(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = ''
  for await (const item of items) {
    yield separator + JSON.stringify(item)
    separator = ','
  }
}

export type EraseDeps = tasks.ResultPlace & { db: Db; log: Log; clock: () => Date }

/**
 * Erases accounts whose time to undo is over: prompts, pictures and videos are deleted, the remaining balance is closed, and the
 * ledger keeps its rows under a bare id. If an object can't be removed, the next run retries that account.
 */
export function eraseDueAccounts(deps: EraseDeps, signal?: AbortSignal): Promise<number> {
  return removeEach<DueAccount>(deps, signal, {
    list: (passed_over, limit) => {
      const ids = passed_over.map(({ user_id }) => user_id)
      return accounts.listDueDeletions(deps, { passed_over: ids }, limit)
    },
    remove: async (account) => {
      await eraseAccount(deps, account)
      return true
    },
  })
}

interface DueAccount {
  user_id: string
  avatar_object: string | null
}

async function eraseAccount(deps: EraseDeps, { user_id, avatar_object }: DueAccount): Promise<void> {
  const now = deps.clock()
  const keys = await deps.db.transaction().execute((trx) => tasks.eraseTasks(trx, user_id, now))
  for (const key of keys) await tasks.removeResult(deps, key)
  if (avatar_object !== null) await deps.storage.remove(avatar_object)
  await removeUploadsOf(deps, user_id)
  await deps.db.transaction().execute(async (trx) => {
    await webhooks.removeWebhooksOf(trx, user_id)
    await agent.forgetPrompts(trx, user_id)
    await wallet.closeBalance(trx, user_id, 'Account deleted')
    await accounts.anonymizeUser(trx, user_id, now)
  })
  deps.log.info({ user_id }, 'account_erased')
}
