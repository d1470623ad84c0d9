import { Type } from 'typebox'
import type { App } from '../../platform/http/app.ts'
import { Csv, sendCsv, toCsv } from '../../platform/http/csv.ts'
import { keyedRequest, tellReplay } from '../../platform/http/idempotency-key.ts'
import { errors, PathId } from '../../platform/http/input/schemas.ts'
import { spanOf } from '../../platform/http/input/time-span.ts'
import { walkOf } from '../../platform/http/input/walk.ts'
import { uuidPattern } from '../../platform/uuid.ts'
import { TaskPath } from '../../tasks/tasks.ts'
import * as wallet from '../../wallet/wallet.ts'
import { actorOf } from '../context/actor.ts'
import type { AdminDeps } from '../context/context.ts'
import { adjustUserBalance, refundTask } from './correct-balance.ts'
import { listLedger } from './list-ledger.ts'
import * as schemas from './money-schemas.ts'

const config = { access: 'admin' } as const
const tags = ['Administration']
const told = errors(401, 403, 404, 409, 503)

/** Adjustments, refunds, the ledger and its reconciliation. */
export function adminMoneyRoutes(app: App, deps: AdminDeps): void {
  app.post(
    '/api/v1/admin/users/:user_id/adjust',
    {
      config: { ...config, idempotent: true },
      schema: {
        operationId: 'adminAdjustBalance',
        summary: 'Give credits to a user, or take them',
        tags,
        params: Type.Object({ user_id: PathId('user') }),
        body: schemas.AdjustRequest,
        response: { 200: wallet.BalanceOut, ...told },
      },
    },
    async (request, reply) => {
      const order = { ...request.body, keyed: keyedRequest(request) }
      return tellReplay(reply, await adjustUserBalance(deps, actorOf(request), request.params.user_id, order))
    },
  )

  app.post(
    '/api/v1/admin/tasks/:task_id/refund',
    {
      config: { ...config, idempotent: true },
      schema: {
        operationId: 'adminRefundTask',
        summary: 'Give back what a task was charged, whole or in part',
        tags,
        params: TaskPath,
        body: schemas.RefundRequest,
        response: { 200: schemas.RefundOut, ...told },
      },
    },
    async (request, reply) => {
      const order = { ...request.body, keyed: keyedRequest(request) }
      return tellReplay(reply, await refundTask(deps, actorOf(request), request.params.task_id, order))
    },
  )

  app.get(
    '/api/v1/admin/ledger/transactions',
    {
      config,
      schema: {
        operationId: 'adminListLedger',
        summary: 'Every movement of money with its entries, newest first',
        tags,
        querystring: schemas.LedgerQuery,
        response: { 200: schemas.LedgerListOut, ...told },
      },
    },
    ({ query }) => listLedger(deps, ledgerFilter(query), walkOf(query, uuidPattern)),
  )

  app.get(
    '/api/v1/admin/ledger/transactions/export',
    {
      config,
      schema: {
        operationId: 'adminExportLedger',
        summary: 'Every entry of the ledger as CSV, newest first',
        description: 'Amounts are in credits; those of one transaction add up to zero.',
        tags,
        querystring: Type.Object(schemas.ledgerFilter),
        response: { 200: Csv, ...told },
      },
    },
    async ({ query }, reply) =>
      sendCsv(reply, 'clipwright-ledger.csv', ledgerTable(deps, ledgerFilter(query))),
  )

  app.get(
    '/api/v1/admin/ledger/reconciliation',
    {
      config,
      schema: {
        operationId: 'adminReconcile',
        summary: 'Check now whether the ledger adds up',
        description:
          'R1 to R8 are zero when it does. The same runs every night, and every ten minutes for what is new; anything else is an alarm.',
        tags,
        querystring: Type.Object({}),
        response: { 200: schemas.ReconciliationOut, ...told },
      },
    },
    (request) => wallet.recordReconciliation(deps.db, deps.clock(), actorOf(request).origin),
  )
}

function ledgerFilter(query: {
  user_id?: string
  type?: wallet.LedgerFilter['kind']
  from?: string
  to?: string
}): wallet.LedgerFilter {
  return { user_id: query.user_id, kind: query.type, ...spanOf(query) }
}

/** One line per entry. */
function ledgerTable({ db }: AdminDeps, filter: wallet.LedgerFilter) {
  const lines = async function* () {
    for await (const { entries, ...movement } of wallet.eachLedgerMovement(db, filter)) {
      for (const entry of entries) yield { ...movement, ...entry }
    }
  }
  type Line = ReturnType<typeof lines> extends AsyncGenerator<infer Row> ? Row : never
  return toCsv<Line>(
    {
      created_at: (line) => line.created_at.toISOString(),
      transaction_id: (line) => line.transaction_id,
      kind: (line) => line.kind,
      user_id: (line) => line.user_id,
      account: (line) => line.account,
      amount: (line) => wallet.inCredits(line.amount),
      balance_after: (line) => (line.balance_after === null ? null : wallet.inCredits(line.balance_after)),
      currency: () => wallet.currency,
      task_id: (line) => line.task_id,
      actor: (line) => line.actor,
      reason: (line) => line.reason,
    },
    lines(),
  )
}
