import { listPrices } from '../../catalog/catalog.ts'
import type { App } from '../../platform/http/app.ts'
import { errors, pageOf } from '../../platform/http/input/schemas.ts'
import { actorOf } from '../context/actor.ts'
import type { AdminDeps } from '../context/context.ts'
import { addPrice, compareWithPast, resolvePrice } from './manage-prices.ts'
import * as schemas from './money-schemas.ts'

const config = { access: 'admin' } as const
const tags = ['Administration']
const told = errors(401, 403, 409, 503)

export function adminPriceRoutes(app: App, deps: AdminDeps): void {
  app.get(
    '/api/v1/admin/prices',
    {
      config,
      schema: {
        operationId: 'adminListPrices',
        summary: 'Prices with the instants from which they count, the latest first',
        tags,
        querystring: schemas.PriceQuery,
        response: { 200: schemas.PriceListOut, ...told },
      },
    },
    ({ query }) => listPrices(deps.db, { kind: query.kind, model: query.model }, pageOf(query)),
  )

  app.post(
    '/api/v1/admin/prices',
    {
      config,
      schema: {
        operationId: 'adminAddPrice',
        summary: 'Add a price that counts from an instant on; null takes something off sale',
        tags,
        body: schemas.PriceCreate,
        response: { 201: schemas.PriceOut, ...told },
      },
    },
    async (request, reply) => reply.code(201).send(await addPrice(deps, actorOf(request), request.body)),
  )

  app.get(
    '/api/v1/admin/prices/resolve',
    {
      config,
      schema: {
        operationId: 'adminResolvePrice',
        summary: 'The price in force, and where it comes from',
        tags,
        querystring: schemas.ResolveQuery,
        response: { 200: schemas.ResolvedPrice, ...told },
      },
    },
    ({ query }) => resolvePrice(deps, query),
  )

  app.post(
    '/api/v1/admin/prices/compare',
    {
      config,
      schema: {
        operationId: 'adminComparePrices',
        summary: 'What the tasks of a past span would have cost with other prices',
        tags,
        body: schemas.PriceComparison,
        response: { 200: schemas.ComparedPrices, ...told },
      },
    },
    ({ body }) => compareWithPast(deps, body),
  )
}
