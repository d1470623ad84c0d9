import { Type } from 'typebox'
import type { App } from '../platform/http/app.ts'
import { keyedRequest, tellReplay } from '../platform/http/idempotency-key.ts'
import { errors, pageOf, Paging } from '../platform/http/schemas.ts'
import { listTransactions } from './history.ts'
import { BalanceOut, TopupRequest, TransactionListOut } from './schemas.ts'
import { simulateTopUp, type TopUpDeps } from './top-up.ts'

export function walletRoutes(app: App, deps: TopUpDeps): void {
  app.post(
    '/api/v1/me/topup',
    {
      config: { access: 'account:write' },
      schema: {
        operationId: 'topUp',
        summary: 'Add credits by a simulated payment',
        description:
          'With the header Idempotency-Key (1 to 255 printable characters) a repeated request within a day gets the first answer again.',
        tags: ['Wallet'],
        body: TopupRequest,
        response: { 200: BalanceOut, ...errors(401, 403, 409, 429, 503) },
      },
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store')
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
        querystring: Type.Object(Paging),
        response: { 200: TransactionListOut, ...errors(401, 403, 429, 503) },
      },
    },
    (request, reply) => {
      void reply.header('cache-control', 'no-store')
      return listTransactions(deps.db, request.principal.user_id, pageOf(request.query))
    },
  )
}
