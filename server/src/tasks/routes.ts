import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import {
  endingStreamResponse,
  type EventStreams,
  readLastEventId,
  streamDescription,
  StreamQuery,
} from '../events/events.ts'
import type { App } from '../platform/http/app.ts'
import { tellReplay } from '../platform/http/idempotency-key.ts'
import { errors, NoBody, Nullable, OneOf, pageOf, Paging } from '../platform/http/input/schemas.ts'
import {
  deleteTask,
  deleteTasks,
  type DeleteDeps,
  type Outcome,
  restoreTask,
  restoreTasks,
} from './delete-task.ts'
import { cancelTask } from './run/cancel-task.ts'
import { enhanceTask } from './submit/enhance-task.ts'
import { getResult } from './results/get-result.ts'
import { sendResult } from './results/send-result.ts'
import { quoteTask } from './submit/quote-task.ts'
import { retryTask } from './submit/retry-task.ts'
import { getRoom } from './submit/storage-quota.ts'
import { listAttempts } from './task/list-attempts.ts'
import {
  AttemptListOut,
  EnhanceRequest,
  GenerateResponse,
  QuoteOut,
  StorageOut,
  filterOf,
  LineageOut,
  TaskCreate,
  TaskFilterQuery,
  TaskIds,
  TaskListOut,
  TasksDone,
  TaskOut,
  TaskPath,
  taskPaths,
} from './task/schemas.ts'
import { liveRoutes } from './live/routes.ts'
import type { ResultPlace } from './results/place.ts'
import { modelRoutes } from './submit/model-routes.ts'
import { mediaRoutes } from './results/routes.ts'
import { type SubmitDeps, submitTask } from './submit/submit-task.ts'
import { submitterOf } from './submit/submitter.ts'
import { getLineage, getTask, listTasks } from './tasks.ts'
import { watchTask } from './watch-task.ts'

const generateBodyLimit_bytes = 256 * 1024
const VideoFile = Type.Unsafe<Readable>({
  type: 'string',
  format: 'binary',
  description: 'The file itself, or a part of it.',
})
const toDone = ({ done, refused }: Outcome): TasksDone => ({
  done,
  refused: refused.map(({ task_id, error }) => ({ task_id, code: error.code, detail: error.message })),
})

type TaskDeps = SubmitDeps & ResultPlace & DeleteDeps & { streams: EventStreams }

/** Every route of tasks, models and results; all of them with a principal. */
export function signedInRoutes(app: App, deps: TaskDeps): void {
  taskRoutes(app, deps)
  modelRoutes(app, deps)
  mediaRoutes(app, deps)
  liveRoutes(app, deps)
}

function taskRoutes(app: App, deps: TaskDeps): void {
  app.post(
    '/api/v1/video/generate',
    {
      bodyLimit: generateBodyLimit_bytes,
      config: { access: 'video:write', idempotent: true },
      schema: {
        operationId: 'generateVideo',
        summary: 'Submit a video generation task',
        tags: ['Tasks'],
        body: TaskCreate,
        response: { 200: GenerateResponse, ...errors(401, 402, 403, 409, 429, 503) },
      },
    },
    async (request, reply) => {
      return tellReplay(reply, await submitTask(deps, submitterOf(request), request.body))
    },
  )

  app.post(
    '/api/v1/video/quote',
    {
      bodyLimit: generateBodyLimit_bytes,
      config: { access: 'video:write' },
      schema: {
        operationId: 'quoteVideo',
        summary: 'What a task would cost, without submitting it',
        tags: ['Tasks'],
        body: TaskCreate,
        response: { 200: QuoteOut, ...errors(401, 403, 429, 503) },
      },
    },
    (request) => quoteTask(deps, request.principal.user_id, request.body),
  )

  app.get(
    '/api/v1/me/storage',
    {
      config: { access: 'account:read' },
      schema: {
        operationId: 'getStorage',
        summary: 'What your videos take, and may take',
        tags: ['Tasks'],
        response: { 200: StorageOut, ...errors(401, 403, 429, 503) },
      },
    },
    async ({ principal }) => getRoom(deps.db, principal.user_id, await deps.readQuota()),
  )

  for (const [path, suffix] of taskPaths) {
    app.get(
      path,
      {
        config: { access: 'video:read' },
        schema: {
          operationId: `listTasks${suffix}`,
          summary: 'Your tasks, newest first',
          tags: ['Tasks'],
          querystring: Type.Object({ ...TaskFilterQuery, ...Paging }),
          response: { 200: TaskListOut, ...errors(401, 403, 429, 503) },
        },
      },
      ({ principal, query }) => listTasks(deps, principal.user_id, filterOf(query), pageOf(query)),
    )

    app.get(
      `${path}/:task_id`,
      {
        config: { access: 'video:read' },
        schema: {
          operationId: `getTask${suffix}`,
          summary: 'One task',
          tags: ['Tasks'],
          params: TaskPath,
          response: { 200: TaskOut, ...errors(401, 403, 404, 429, 503) },
        },
      },
      (request) => getTask(deps, request.principal.user_id, request.params.task_id),
    )

    app.post(
      `${path}/:task_id/cancel`,
      {
        config: { access: 'video:write' },
        schema: {
          operationId: `cancelTask${suffix}`,
          summary: 'End a task that waits or runs; the money is back at once',
          tags: ['Tasks'],
          params: TaskPath,
          response: { 200: TaskOut, ...errors(401, 403, 404, 409, 429, 503) },
        },
      },
      async (request) => {
        const { user_id } = request.principal
        await cancelTask(deps, user_id, request.params.task_id)
        return getTask(deps, user_id, request.params.task_id)
      },
    )

    app.post(
      `${path}/:task_id/retry`,
      {
        config: { access: 'video:write', idempotent: true },
        schema: {
          operationId: `retryTask${suffix}`,
          summary: 'Submit the recipe of an ended task again, as a new task',
          tags: ['Tasks'],
          params: TaskPath,
          response: { 200: GenerateResponse, ...errors(401, 402, 403, 404, 409, 429, 503) },
        },
      },
      async (request, reply) =>
        tellReplay(reply, await retryTask(deps, submitterOf(request), request.params.task_id)),
    )

    app.post(
      `${path}/:task_id/enhance`,
      {
        config: { access: 'video:write', idempotent: true },
        schema: {
          operationId: `enhanceTask${suffix}`,
          summary: 'Make a completed video larger and sharper, by super-resolution only',
          description:
            'Makes a sub-task. A video has one: further calls get it, whatever target they name, until it is deleted.',
          tags: ['Tasks'],
          params: TaskPath,
          body: Nullable(EnhanceRequest),
          response: { 200: GenerateResponse, ...errors(401, 402, 403, 404, 409, 429, 503) },
        },
      },
      async (request, reply) => {
        const { task_id } = request.params
        return tellReplay(reply, await enhanceTask(deps, submitterOf(request), task_id, request.body))
      },
    )

    app.get(
      `${path}/:task_id/lineage`,
      {
        config: { access: 'video:read' },
        schema: {
          operationId: `getLineage${suffix}`,
          summary: 'What a video was made from, and what was made from it',
          tags: ['Tasks'],
          params: TaskPath,
          response: { 200: LineageOut, ...errors(401, 403, 404, 429, 503) },
        },
      },
      (request) => getLineage(deps, request.principal.user_id, request.params.task_id),
    )

    app.get(
      `${path}/:task_id/attempts`,
      {
        config: { access: 'video:read' },
        schema: {
          operationId: `listAttempts${suffix}`,
          summary: 'How often a task was tried, and how each attempt ended',
          tags: ['Tasks'],
          params: TaskPath,
          response: { 200: AttemptListOut, ...errors(401, 403, 404, 429, 503) },
        },
      },
      (request) => listAttempts(deps, request.principal.user_id, request.params.task_id),
    )

    app.get(
      `${path}/:task_id/events`,
      {
        config: { access: 'video:read' },
        schema: {
          operationId: `watchTask${suffix}`,
          summary: 'What happens to one task, as it happens',
          description: `Begins with everything so far, or after Last-Event-ID, and ends with the task. Asked again after that, it answers 204, on which browsers stop asking. ${streamDescription}`,
          tags: ['Events'],
          params: TaskPath,
          querystring: StreamQuery,
          response: { ...endingStreamResponse, ...errors(401, 403, 404, 429, 503) },
        },
      },
      (request, reply) =>
        watchTask(deps, request, reply, {
          user_id: request.principal.user_id,
          task_id: request.params.task_id,
          after: readLastEventId(request),
        }),
    )

    app.delete(
      `${path}/:task_id`,
      {
        config: { access: 'video:write' },
        schema: {
          operationId: `deleteTask${suffix}`,
          summary: 'Remove an ended task from your list',
          tags: ['Tasks'],
          params: TaskPath,
          response: { 204: NoBody, ...errors(401, 403, 404, 409, 429, 503) },
        },
      },
      async (request, reply) => {
        await deleteTask(deps, request.principal.user_id, request.params.task_id)
        return reply.code(204).send(null)
      },
    )

    app.post(
      `${path}/:task_id/restore`,
      {
        config: { access: 'video:write' },
        schema: {
          operationId: `restoreTask${suffix}`,
          summary: 'Undo the deletion of a task',
          tags: ['Tasks'],
          params: TaskPath,
          response: { 200: TaskOut, ...errors(401, 403, 404, 409, 410, 429, 503) },
        },
      },
      async (request) => {
        const { user_id } = request.principal
        await restoreTask(deps, user_id, request.params.task_id)
        return getTask(deps, user_id, request.params.task_id)
      },
    )

    app.post(
      `${path}/delete`,
      {
        config: { access: 'video:write' },
        schema: {
          operationId: `deleteTasks${suffix}`,
          summary: 'Remove several ended tasks from your list',
          tags: ['Tasks'],
          body: TaskIds,
          response: { 200: TasksDone, ...errors(401, 403, 429, 503) },
        },
      },
      async (request) => toDone(await deleteTasks(deps, request.principal.user_id, request.body.task_ids)),
    )

    app.post(
      `${path}/restore`,
      {
        config: { access: 'video:write' },
        schema: {
          operationId: `restoreTasks${suffix}`,
          summary: 'Undo the deletion of several tasks',
          tags: ['Tasks'],
          body: TaskIds,
          response: { 200: TasksDone, ...errors(401, 403, 429, 503) },
        },
      },
      async (request) => toDone(await restoreTasks(deps, request.principal.user_id, request.body.task_ids)),
    )
  }

  app.get(
    '/api/v1/result/:task_id',
    {
      config: { access: 'video:read' },
      schema: {
        operationId: 'getResult',
        summary: 'Download the video',
        description:
          'Redirects to a URL that is valid for 24 hours. Older videos that another system made are the answer itself.',
        tags: ['Tasks'],
        params: TaskPath,
        querystring: Type.Object({
          redirect: Type.Optional(
            OneOf(['true', 'false'], {
              description:
                'With `false` the video itself is the answer, whole: for pages that the rules of the storage do not let read it.',
            }),
          ),
        }),
        response: {
          200: { description: 'The file itself.', content: { 'video/mp4': { schema: VideoFile } } },
          206: { description: 'A part of it.', content: { 'video/mp4': { schema: VideoFile } } },
          302: NoBody,
          ...errors(401, 403, 404, 409, 410, 416, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const redirect = request.query.redirect !== 'false'
      const result = await getResult(deps, request.principal.user_id, request.params.task_id, { redirect })
      return sendResult(result, request, reply)
    },
  )
}
