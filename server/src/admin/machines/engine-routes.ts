import { Type } from 'typebox'
import { largestGraph_bytes } from '../../inventory/inventory.ts'
import type { App } from '../../platform/http/app.ts'
import { errors } from '../../platform/http/input/schemas.ts'
import { actorOf } from '../context/actor.ts'
import type { AdminDeps } from '../context/context.ts'
import * as schemas from './engine-schemas.ts'
import * as engines from './manage-engines.ts'

const config = { access: 'admin' } as const
const tags = ['Administration']
const told = errors(401, 403, 404, 409, 503)
const root = '/api/v1/admin/inventory'
/** A graph, its version, and some white space. */
const graphBodyLimit_bytes = 2 * largestGraph_bytes

/** Models and engines: seen, changed, looked for, tried. */
export function adminEngineRoutes(app: App, deps: AdminDeps): void {
  const changing = <Params, Body>(operationId: string, summary: string, params: Params, body: Body) => ({
    operationId,
    summary,
    tags,
    params,
    body,
    response: { 200: schemas.InventoryOut, ...told },
  })
  const removing = <Params>(operationId: string, summary: string, params: Params) => ({
    operationId,
    summary,
    tags,
    params,
    querystring: schemas.VersionQuery,
    response: { 200: schemas.InventoryOut, ...told },
  })

  app.get(
    root,
    {
      config,
      schema: {
        operationId: 'adminGetInventory',
        summary: 'Models and engines as they are named, and the kinds of servers that there are',
        tags,
        querystring: Type.Object({}),
        response: { 200: schemas.InventoryOut, ...errors(401, 403, 503) },
      },
    },
    () => engines.describeInventory(deps),
  )

  app.put(
    `${root}/engines/:name`,
    {
      config,
      schema: changing('adminPutEngine', 'Add or change an engine', schemas.EngineName, schemas.EngineChange),
    },
    (request) => engines.putEngine(deps, actorOf(request), request.params.name, request.body),
  )
  app.delete(
    `${root}/engines/:name`,
    { config, schema: removing('adminRemoveEngine', 'Remove an engine', schemas.EngineName) },
    (request) => engines.removeEngine(deps, actorOf(request), request.params.name, request.query.version),
  )

  app.put(
    `${root}/models/:name`,
    {
      config,
      schema: changing('adminPutModel', 'Add or change a model', schemas.ModelName, schemas.ModelChange),
    },
    (request) => engines.putModel(deps, actorOf(request), request.params.name, request.body),
  )
  app.delete(
    `${root}/models/:name`,
    { config, schema: removing('adminRemoveModel', 'Remove a model', schemas.ModelName) },
    (request) => engines.removeModel(deps, actorOf(request), request.params.name, request.query.version),
  )

  app.put(
    `${root}/graphs/:name`,
    {
      config,
      bodyLimit: graphBodyLimit_bytes,
      schema: changing('adminPutGraph', 'Add or change a graph', schemas.GraphName, schemas.GraphChange),
    },
    (request) => engines.putGraph(deps, actorOf(request), request.params.name, request.body),
  )
  app.delete(
    `${root}/graphs/:name`,
    { config, schema: removing('adminRemoveGraph', 'Remove a graph', schemas.GraphName) },
    (request) => engines.removeGraph(deps, actorOf(request), request.params.name, request.query.version),
  )

  app.post(
    `${root}/probe`,
    {
      config,
      schema: {
        operationId: 'adminProbeServer',
        summary: 'Find out what server is at an address, and how it would be named',
        tags,
        body: schemas.ProbeRequest,
        response: { 200: schemas.ProbeOut, ...errors(401, 403, 503) },
      },
    },
    ({ body }) => engines.probe(deps, body),
  )

  app.post(
    `${root}/engines/:name/check`,
    {
      config,
      schema: {
        operationId: 'adminCheckEngine',
        summary: 'Ask an engine now what it offers',
        tags,
        params: schemas.EngineName,
        response: { 200: schemas.EngineAnswerOut, ...told },
      },
    },
    ({ params }) => engines.checkEngine(deps, params.name),
  )

  app.post(
    `${root}/engines/:name/test-video`,
    {
      config,
      schema: {
        operationId: 'adminTryEngine',
        summary: 'Have a first video made, free of charge',
        tags,
        params: schemas.EngineName,
        body: schemas.TryRequest,
        response: { 200: schemas.TryOut, ...errors(401, 403, 404, 429, 503) },
      },
    },
    (request) => engines.tryEngine(deps, actorOf(request), request.params.name, request.body),
  )
}
