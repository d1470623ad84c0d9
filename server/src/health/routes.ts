import { Type } from 'typebox'
import type { App } from '../platform/http/app.ts'
import { errors } from '../platform/http/input/schemas.ts'
import { getCapacity } from '../tasks/tasks.ts'
import type { HealthDeps } from './context.ts'
import { createHealth } from './read-health.ts'
import { createOverview } from './overview.ts'
import * as schemas from './schemas.ts'

const config = { access: 'admin' } as const
const tags = ['Administration']
const told = errors(401, 403, 503)

/** What operators see at a glance. */
export function signedInRoutes(scope: App, deps: HealthDeps): void {
  const readHealth = createHealth(deps)
  const readOverview = createOverview(deps, readHealth)
  scope.get(
    '/api/v1/admin/health',
    {
      config,
      schema: {
        operationId: 'adminGetHealth',
        summary: 'What is wrong, and what to do about it',
        tags,
        querystring: Type.Object({}),
        response: { 200: schemas.HealthOut, ...told },
      },
    },
    () => readHealth(),
  )

  scope.get(
    '/api/v1/admin/overview',
    {
      config,
      schema: {
        operationId: 'adminGetOverview',
        summary: 'The service at a glance',
        tags,
        querystring: Type.Object({}),
        response: { 200: schemas.OverviewOut, ...told },
      },
    },
    () => readOverview(),
  )

  scope.get(
    '/api/v1/admin/capacity',
    {
      config,
      schema: {
        operationId: 'adminGetCapacity',
        summary: 'How long users wait, and what one more engine would give',
        tags,
        querystring: schemas.CapacityQuery,
        response: { 200: schemas.CapacityOut, ...told },
      },
    },
    ({ query }) => {
      const offered = deps.inventory.catalog.models.map(({ name }) => name)
      return getCapacity({ db: deps.db, offered }, deps.clock(), query.model)
    },
  )
}
