import { limitTable } from '../platform/limit-table.ts'
import { Type } from 'typebox'
import * as audit from '../audit/audit.ts'
import type { Db } from '../platform/db/database.ts'
import type { App } from '../platform/http/app.ts'
import { errors } from '../platform/http/input/schemas.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'
import { exportAccount } from './account-data.ts'

export function signedInRoutes(scope: App, deps: { db: Db; limiter: RateLimiter; clock: () => Date }): void {
  scope.get(
    '/api/v1/me/export',
    {
      config: { access: 'session' },
      schema: {
        operationId: 'exportAccount',
        summary: 'Everything that is known of you, as a file',
        description: 'Once an hour.',
        tags: ['Accounts'],
        response: { 200: Type.Unsafe<unknown>({ type: 'object' }), ...errors(401, 403, 429, 503) },
      },
    },
    async (request, reply) => {
      const { user_id } = request.principal
      await deps.limiter.take(limitTable.export, user_id)
      const origin = { ip: request.ip, request_id: request.id }
      await deps.db.transaction().execute((trx) => audit.record(trx, 'export', origin, { actor: user_id }))
      void reply
        .header('content-disposition', 'attachment; filename="clipwright-account.json"')
        .type('application/json; charset=utf-8')
      return reply.send(exportAccount(deps.db, request.principal, deps.clock()))
    },
  )
}
