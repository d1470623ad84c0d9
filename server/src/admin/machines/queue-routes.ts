import { Type } from 'typebox'
import type { App } from '../../platform/http/app.ts'
import { errors, PathId } from '../../platform/http/input/schemas.ts'
import * as tasks from '../../tasks/tasks.ts'
import { actorOf } from '../context/actor.ts'
import type { AdminDeps } from '../context/context.ts'
import {
  drainWorker,
  failTask,
  pauseQueue,
  putBackEngine,
  setQueueWeight,
  takeOutEngine,
} from './manage-queues.ts'
import * as schemas from './queue-schemas.ts'
import { AdminUserDetail, Ok, Reasoned } from '../users/schemas.ts'

const config = { access: 'admin' } as const
const modelPattern = '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'
const tags = ['Administration']
const told = errors(401, 403, 404, 409, 503)
const done = { status: 'ok' } as const

/** Workers, queues, slots, engines and stuck tasks. */
export function adminQueueRoutes(app: App, deps: AdminDeps): void {
  const list = <T>(operationId: string, summary: string, out: T) => ({
    config,
    schema: { operationId, summary, tags, querystring: Type.Object({}), response: { 200: out, ...told } },
  })
  app.get(
    '/api/v1/admin/workers',
    list('adminListWorkers', 'Who takes tasks, and what they run', schemas.WorkerListOut),
    () => tasks.listWorkers(deps.db),
  )
  app.get(
    '/api/v1/admin/queues',
    list('adminListQueues', 'What waits for each model, and since when', schemas.QueueListOut),
    () => tasks.listQueues(deps.db),
  )
  app.get(
    '/api/v1/admin/engine-slots',
    list('adminListSlots', 'What each engine does now', schemas.SlotListOut),
    () => tasks.listSlots(deps.db),
  )

  app.get(
    '/api/v1/admin/engines',
    list(
      'adminListEngines',
      'Which engines can be reached, what they offer, and what is wrong',
      schemas.EngineListOut,
    ),
    () => tasks.listEngines(deps.db),
  )

  for (const [verb, draining, operationId, summary] of [
    ['drain', true, 'adminDrainWorker', 'Let a worker end what it runs and take nothing more'],
    ['resume', false, 'adminResumeWorker', 'Let a worker take tasks again'],
  ] as const) {
    const params = Type.Object({ worker_id: PathId('worker', { pattern: '^[!-~]{1,255}$' }) })
    app.post(
      `/api/v1/admin/workers/:worker_id/${verb}`,
      { config, schema: { operationId, summary, tags, params, response: { 200: Ok, ...told } } },
      async (request) => {
        await drainWorker(deps, actorOf(request), request.params.worker_id, draining)
        return done
      },
    )
  }

  for (const [verb, paused, operationId, summary] of [
    ['pause', true, 'adminPauseQueue', 'Take no tasks of a model; what runs goes on'],
    ['resume', false, 'adminResumeQueue', 'Take tasks of a model again'],
  ] as const) {
    const params = Type.Object({ model: PathId('queue', { pattern: modelPattern }) })
    app.post(
      `/api/v1/admin/queues/:model/${verb}`,
      { config, schema: { operationId, summary, tags, params, response: { 200: Ok, ...told } } },
      async (request) => {
        await pauseQueue(deps, actorOf(request), request.params.model, paused)
        return done
      },
    )
  }

  const engine = Type.Object({ engine: PathId('engine', { pattern: modelPattern }) })
  app.post(
    '/api/v1/admin/engines/:engine/pause',
    {
      config,
      schema: {
        operationId: 'adminPauseEngine',
        summary: 'Take an engine out: it gets no more tasks',
        tags,
        params: engine,
        body: schemas.TakeOutRequest,
        response: { 200: schemas.TakenOut, ...told },
      },
    },
    (request) =>
      takeOutEngine(deps, actorOf(request), request.params.engine, request.body.hand_back ?? false),
  )
  app.post(
    '/api/v1/admin/engines/:engine/resume',
    {
      config,
      schema: {
        operationId: 'adminResumeEngine',
        summary: 'Put an engine back: it gets tasks again',
        tags,
        params: engine,
        response: { 200: Ok, ...told },
      },
    },
    async (request) => {
      await putBackEngine(deps, actorOf(request), request.params.engine)
      return done
    },
  )

  app.post(
    '/api/v1/admin/users/:user_id/queue-weight',
    {
      config,
      schema: {
        operationId: 'adminSetQueueWeight',
        summary: 'Give a user another share of the queue, from the next submission on',
        tags,
        params: Type.Object({ user_id: PathId('user') }),
        body: schemas.WeightRequest,
        response: { 200: AdminUserDetail, ...told },
      },
    },
    (request) => setQueueWeight(deps, actorOf(request), request.params.user_id, request.body.weight),
  )

  app.post(
    '/api/v1/admin/tasks/:task_id/fail',
    {
      config,
      schema: {
        operationId: 'adminFailTask',
        summary: 'End a task that is stuck; its owner has the money back and reads the reason',
        tags,
        params: tasks.TaskPath,
        body: Reasoned,
        response: { 200: Ok, ...told },
      },
    },
    async (request) => {
      await failTask(deps, actorOf(request), request.params.task_id, request.body.reason)
      return done
    },
  )
}
