import { Type } from 'typebox'
import type { Readable } from 'node:stream'
import type { App } from '../platform/http/app.ts'
import { tellReplay } from '../platform/http/idempotency-key.ts'
import { acceptForms } from '../platform/http/input/form-body.ts'
import { noSuch } from '../platform/errors.ts'
import {
  deleteTask,
  findTask,
  getResult,
  listTasksAfter,
  openExtra,
  sendResult,
  submitterOf,
  TaskPath,
} from '../tasks/tasks.ts'
import { maxUpload_bytes, putUpload } from '../uploads/uploads.ts'
import { createVideo, type OpenAiDeps } from './create-video.ts'
import { remixVideo } from './remix-video.ts'
import {
  ContentQuery,
  errors,
  ListQuery,
  maxDataUrl_bytes,
  ModelPath,
  OpenAiModel,
  OpenAiModelList,
  OpenAiVideo,
  OpenAiVideoCreate,
  OpenAiVideoDeleted,
  OpenAiVideoList,
  OpenAiVideoRemix,
} from './schemas.ts'
import { toVideo } from './to-video.ts'

const tags = ['OpenAI']
/** Room for a picture within the text, and for the longest prompt in escapes. */
const jsonLimit_bytes = maxDataUrl_bytes + 64 * 1024
const Binary = Type.Unsafe<Readable>({ type: 'string', format: 'binary' })
const file = (type: string) => ({ [type]: { schema: Binary } })

/** The video API of OpenAI, over the same tasks. */
export function signedInRoutes(app: App, deps: OpenAiDeps): void {
  void app.register((scope, _options, done) => {
    acceptForms(scope, {
      max_bytes: maxUpload_bytes + jsonLimit_bytes,
      max_text_bytes: jsonLimit_bytes,
      files: {
        input_reference: async (request, bytes) =>
          (await putUpload(deps.uploads, request.principal.user_id, bytes)).image_key,
      },
    })
    submissionRoutes(scope, deps)
    done()
  })
  videoRoutes(app, deps)
  modelRoutes(app, deps)
}

function submissionRoutes(app: App, deps: OpenAiDeps): void {
  const consumes = ['application/json', 'multipart/form-data']
  app.post(
    '/openai/v1/videos',
    {
      bodyLimit: jsonLimit_bytes,
      config: { access: 'video:write', idempotent: true, own_errors: true },
      schema: {
        operationId: 'openaiCreateVideo',
        summary: 'Submit a video, in the words of OpenAI',
        tags,
        consumes,
        body: OpenAiVideoCreate,
        response: { 200: OpenAiVideo, ...errors(409, 413, 415) },
      },
    },
    async (request, reply) => tellReplay(reply, await createVideo(deps, submitterOf(request), request.body)),
  )

  app.post(
    '/openai/v1/videos/:task_id/remix',
    {
      config: { access: 'video:write', idempotent: true, own_errors: true },
      schema: {
        operationId: 'openaiRemixVideo',
        summary: 'Submit the recipe of a completed video with another prompt',
        tags,
        consumes,
        params: TaskPath,
        body: OpenAiVideoRemix,
        response: { 200: OpenAiVideo, ...errors(404, 409, 413, 415) },
      },
    },
    async (request, reply) =>
      tellReplay(reply, await remixVideo(deps, submitterOf(request), request.params.task_id, request.body)),
  )
}

function videoRoutes(app: App, deps: OpenAiDeps): void {
  app.get(
    '/openai/v1/videos',
    {
      config: { access: 'video:read', own_errors: true },
      schema: {
        operationId: 'openaiListVideos',
        summary: 'Your videos, page by page',
        tags,
        querystring: ListQuery,
        response: { 200: OpenAiVideoList, ...errors() },
      },
    },
    async ({ principal, query }) => {
      const { after, limit = 20, order = 'desc' } = query
      const { tasks, has_more } = await listTasksAfter(deps.db, principal.user_id, { after, order, limit })
      const data = tasks.map((task) => toVideo(task, deps.retention))
      const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
      return { object: 'list' as const, data, ...ends, has_more }
    },
  )

  app.get(
    '/openai/v1/videos/:task_id',
    {
      config: { access: 'video:read', own_errors: true },
      schema: {
        operationId: 'openaiGetVideo',
        summary: 'One video',
        tags,
        params: TaskPath,
        response: { 200: OpenAiVideo, ...errors(404) },
      },
    },
    async ({ principal, params }) =>
      toVideo(await findTask(deps.db, principal.user_id, params.task_id), deps.retention),
  )

  app.delete(
    '/openai/v1/videos/:task_id',
    {
      config: { access: 'video:write', own_errors: true },
      schema: {
        operationId: 'openaiDeleteVideo',
        summary: 'Remove a completed or failed video',
        tags,
        params: TaskPath,
        response: { 200: OpenAiVideoDeleted, ...errors(404, 409) },
      },
    },
    async ({ principal, params: { task_id } }) => {
      await deleteTask(deps, principal.user_id, task_id)
      return { id: task_id, object: 'video.deleted' as const, deleted: true as const }
    },
  )

  app.get(
    '/openai/v1/videos/:task_id/content',
    {
      config: { access: 'video:read', own_errors: true },
      schema: {
        operationId: 'openaiGetVideoContent',
        summary: 'Download the video, a picture of it, or small pictures of all of it',
        tags,
        params: TaskPath,
        querystring: ContentQuery,
        response: {
          200: { description: 'The file itself.', content: { ...file('video/mp4'), ...file('image/webp') } },
          206: { description: 'A part of it.', content: file('video/mp4') },
          ...errors(404, 409, 410),
        },
      },
    },
    async (request, reply) => {
      const { user_id } = request.principal
      const { task_id } = request.params
      const { variant = 'video' } = request.query
      if (variant !== 'video') {
        const kind = variant === 'thumbnail' ? 'poster' : 'sprite'
        const { body, content_type } = await openExtra(deps, user_id, task_id, kind)
        return reply.code(200).type(content_type).header('cache-control', 'private, no-store').send(body)
      }
      // Not a redirect: clients of this dialect mostly follow none.
      return sendResult(await getResult(deps, user_id, task_id, { redirect: false }), request, reply)
    },
  )
}

function modelRoutes(app: App, { catalog }: OpenAiDeps): void {
  const created = Math.floor(Date.now() / 1000)
  const toModel = ({ name }: { name: string }) =>
    ({ id: name, object: 'model', created, owned_by: 'clipwright' }) as const

  app.get(
    '/openai/v1/models',
    {
      config: { access: 'video:read', own_errors: true },
      schema: {
        operationId: 'openaiListModels',
        summary: 'The models on offer, the default first',
        tags,
        querystring: Type.Object({}),
        response: { 200: OpenAiModelList, ...errors() },
      },
    },
    async () => ({ object: 'list' as const, data: catalog.models.map(toModel) }),
  )

  app.get(
    '/openai/v1/models/:model',
    {
      config: { access: 'video:read', own_errors: true },
      schema: {
        operationId: 'openaiGetModel',
        summary: 'One model',
        tags,
        params: ModelPath,
        response: { 200: OpenAiModel, ...errors(404) },
      },
    },
    async ({ params }) => {
      const model = catalog.models.find(({ name }) => name === params.model)
      if (!model) throw noSuch('model')
      return toModel(model)
    },
  )
}
