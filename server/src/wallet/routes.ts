import { limitTable } from '../platform/limit-table.ts'
import type { Static } from 'typebox'
import type { App } from '../platform/http/app.ts'
import { Csv, sendCsv } from '../platform/http/csv.ts'
import { keyedRequest, tellReplay } from '../platform/http/idempotency-key.ts'
import { errors, pageOf } from '../platform/http/input/schemas.ts'
import { spanOf } from '../platform/http/input/time-span.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'
import { eachMovement, type HistoryFilter, listTransactions } from './history.ts'
import {
  BalanceOut,
  TopupRequest,
  TransactionExportQuery,
  TransactionListOut,
  TransactionQuery,
  UsageOut,
  UsageQuery,
} from './schemas.ts'
import { statement } from './statement.ts'
import { sumUsage } from './usage/usage.ts'
import { simulateTopUp, type TopUpDeps } from './top-up.ts'

export function signedInRoutes(app: App, deps: TopUpDeps & { limiter: RateLimiter }): void {
  app.post(
    '/api/v1/me/topup',
    {
      config: { access: 'account:write', idempotent: true },
      schema: {
        operationId: 'topUp',
        summary: 'Add credits by a simulated payment',
        tags: ['Wallet'],
        body: TopupRequest,
        response: { 200: BalanceOut, ...errors(401, 403, 409, 429, 503) },
      },
    },
    async (request, reply) => {
      const { user_id } = request.principal
      const caller = { user_id, ip: request.ip, request_id: request.id, keyed: keyedRequest(request) }
      return tellReplay(reply, await simulateTopUp(deps, caller, request.body.amount))
    },
  )

  app.get(
    '/api/v1/me/transactions',
    {
      config: { access: 'account:read' },
      schema: {
        operationId: 'listTransactions',
        summary: 'What moved your balance, newest first',
        tags: ['Wallet'],
        querystring: TransactionQuery,
        response: { 200: TransactionListOut, ...errors(401, 403, 429, 503) },
      },
    },
    (request) => {
      const { query, principal } = request
      return listTransactions(deps.db, principal.user_id, filterOf(query), pageOf(query))
    },
  )

  app.get(
    '/api/v1/me/usage',
    {
      config: { access: 'account:read' },
      schema: {
        operationId: 'sumUsage',
        summary: 'What you spent, by day and model',
        description: 'Charges less refunds, by the day of the booking. At most 366 days at once.',
        tags: ['Wallet'],
        querystring: UsageQuery,
        response: { 200: UsageOut, ...errors(401, 403, 429, 503) },
      },
    },
    (request) => sumUsage(deps, request.principal.user_id, request.query),
  )

  app.get(
    '/api/v1/me/transactions/export',
    {
      config: { access: 'account:read' },
      schema: {
        operationId: 'exportTransactions',
        summary: 'What moved your balance, as CSV, oldest first',
        description: 'Amounts are in credits. At most 30 times an hour.',
        tags: ['Wallet'],
        querystring: TransactionExportQuery,
        response: { 200: Csv, ...errors(401, 403, 429, 503) },
      },
    },
    async (request, reply) => {
      const { user_id } = request.principal
      await deps.limiter.take(limitTable['export-transactions'], user_id)
      const movements = eachMovement(deps.db, user_id, filterOf(request.query))
      return sendCsv(reply, 'clipwright-transactions.csv', statement(movements))
    },
  )
}

const filterOf = (query: Static<typeof TransactionExportQuery>): HistoryFilter => ({
  ...spanOf(query),
  type: query.type,
})
