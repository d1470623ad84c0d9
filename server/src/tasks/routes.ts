import { Type } from 'typebox'
import {
  endingStreamResponse,
  type EventStreams,
  readLastEventId,
  streamDescription,
  StreamQuery,
} from '../events/events.ts'
import type { App } from '../platform/http/app.ts'
import { keyedRequest, tellReplay } from '../platform/http/idempotency-key.ts'
import { errors, NoBody, pageOf, Paging, Text } from '../platform/http/schemas.ts'
import { GenerateResponse, TaskCreate, TaskListOut, TaskOut } from './schemas.ts'
import { deleteTask, getResultUrl, getTask, listTasks, submitTask, type TaskDeps } from './tasks.ts'
import { watchTask } from './watch-task.ts'

const generateBodyLimit_bytes = 256 * 1024
const TaskPath = Type.Object({ task_id: Type.String() })

export function taskRoutes(app: App, deps: TaskDeps & { streams: EventStreams }): void {
  app.post(
    '/api/v1/video/generate',
    {
      bodyLimit: generateBodyLimit_bytes,
      config: { access: 'video:write' },
      schema: {
        operationId: 'generateVideo',
        summary: 'Submit a video generation task',
        description:
          'With the header Idempotency-Key (1 to 255 printable characters) a repeated request within a day gets the first answer again.',
        tags: ['Tasks'],
        body: TaskCreate,
        response: { 200: GenerateResponse, ...errors(401, 402, 403, 429, 503) },
      },
    },
    async (request, reply) => {
      const { user_id } = request.principal
      const caller = { user_id, request_id: request.id, keyed: keyedRequest(request) }
      return tellReplay(reply, await submitTask(deps, caller, request.body))
    },
  )

  // The interface names both paths; `tasks` is the one in the operation ids.
  for (const [path, suffix] of [
    ['/api/v1/tasks', ''],
    ['/api/v1/task', 'Alias'],
  ] as const) {
    app.get(
      path,
      {
        config: { access: 'video:read' },
        schema: {
          operationId: `listTasks${suffix}`,
          summary: 'Your tasks, newest first',
          tags: ['Tasks'],
          querystring: Type.Object({
            status: Type.Optional(
              Text('plain', { maxLength: 16_384, description: 'Unknown values match nothing.' }),
            ),
            ...Paging,
          }),
          response: { 200: TaskListOut, ...errors(401, 403, 429, 503) },
        },
      },
      (request) => listTasks(deps.db, request.principal.user_id, request.query.status, pageOf(request.query)),
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
      (request) => getTask(deps.db, request.principal.user_id, request.params.task_id),
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
  }

  app.get(
    '/api/v1/result/:task_id',
    {
      config: { access: 'video:read' },
      schema: {
        operationId: 'getResult',
        summary: 'Download the video',
        description: 'Redirects to a URL that is valid for 24 hours.',
        tags: ['Tasks'],
        params: TaskPath,
        response: { 302: NoBody, ...errors(401, 403, 404, 409, 410, 429, 503) },
      },
    },
    async (request, reply) => {
      const url = await getResultUrl(deps, request.principal.user_id, request.params.task_id)
      return reply.header('cache-control', 'private, no-store').redirect(url, 302)
    },
  )
}
