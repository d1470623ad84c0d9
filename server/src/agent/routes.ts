import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { App } from '../platform/http/app.ts'
import { keyedRequest, tellReplay } from '../platform/http/idempotency-key.ts'
import { errors, NoBody, pageOf, Paging, PathId } from '../platform/http/input/schemas.ts'
import { spenderOf } from '../wallet/wallet.ts'
import { type AgentDeps, type Asker, describeHelper } from './context.ts'
import { generateTags } from './generate-tags.ts'
import { deletePrompt, deletePrompts, listPrompts } from './history.ts'
import { optimizePrompt } from './optimize-prompt.ts'
import {
  GenerateTagsRequest,
  GenerateTagsResponse,
  OptimizePromptRequest,
  OptimizePromptResponse,
  PromptHelpersOut,
  PromptListOut,
  PromptSearch,
  StarPromptRequest,
  StarredPromptListOut,
  StarredPromptOut,
  UsedPromptListOut,
} from './schemas.ts'
import { listStarred, listUsed, starPrompt, unstarPrompt } from './starred.ts'

const askerOf = (request: FastifyRequest): Asker => ({
  user_id: request.principal.user_id,
  spender: spenderOf(request.principal),
  keyed: keyedRequest(request),
})
const tags = ['Prompt helpers']

export function signedInRoutes(app: App, deps: AgentDeps): void {
  app.get(
    '/api/v1/agent',
    {
      config: { access: 'agent' },
      schema: {
        operationId: 'getPromptHelpers',
        summary: 'What the prompt helpers cost',
        tags,
        response: { 200: PromptHelpersOut, ...errors(401, 403, 429, 503) },
      },
    },
    async () => ({
      optimize: await describeHelper(deps, 'optimize'),
      tags: await describeHelper(deps, 'tags'),
    }),
  )

  app.post(
    '/api/v1/agent/generate-tags',
    {
      config: { access: 'agent', idempotent: true },
      schema: {
        operationId: 'generateTags',
        summary: 'Tags for publishing, from a prompt or a title',
        description: 'A page may ignore a failure and go on without tags.',
        tags,
        body: GenerateTagsRequest,
        response: { 200: GenerateTagsResponse, ...errors(401, 402, 403, 409, 429, 503) },
      },
    },
    async (request, reply) => tellReplay(reply, await generateTags(deps, askerOf(request), request.body)),
  )

  app.post(
    '/api/v1/agent/optimize-prompt',
    {
      config: { access: 'agent', idempotent: true },
      schema: {
        operationId: 'optimizePrompt',
        summary: 'A prompt as video models like it',
        description: 'Quoted speech, names, numbers and the language stay.',
        tags,
        body: OptimizePromptRequest,
        response: { 200: OptimizePromptResponse, ...errors(401, 402, 403, 409, 429, 503) },
      },
    },
    async (request, reply) => tellReplay(reply, await optimizePrompt(deps, askerOf(request), request.body)),
  )

  app.get(
    '/api/v1/me/prompts',
    {
      config: { access: 'agent' },
      schema: {
        operationId: 'listPrompts',
        summary: 'Your optimized prompts, newest first',
        description: 'The newest 500 are kept.',
        tags,
        querystring: Type.Object(Paging),
        response: { 200: PromptListOut, ...errors(401, 403, 429, 503) },
      },
    },
    (request) => listPrompts(deps.db, request.principal.user_id, pageOf(request.query)),
  )

  app.get(
    '/api/v1/me/prompts/used',
    {
      config: { access: 'video:read' },
      schema: {
        operationId: 'listUsedPrompts',
        summary: 'The prompts of your videos, each once, the last used first',
        description: 'Of your newest 1000 videos.',
        tags,
        querystring: Type.Object({ ...Paging, q: Type.Optional(PromptSearch) }),
        response: { 200: UsedPromptListOut, ...errors(401, 403, 429, 503) },
      },
    },
    ({ principal, query }) => listUsed(deps.db, principal.user_id, query.q, pageOf(query)),
  )

  app.get(
    '/api/v1/me/prompts/starred',
    {
      config: { access: 'agent' },
      schema: {
        operationId: 'listStarredPrompts',
        summary: 'Your starred prompts, newest first',
        description: 'Those that have all words of `q`.',
        tags,
        querystring: Type.Object({ ...Paging, q: Type.Optional(PromptSearch) }),
        response: { 200: StarredPromptListOut, ...errors(401, 403, 429, 503) },
      },
    },
    ({ principal, query }) => listStarred(deps.db, principal.user_id, query.q, pageOf(query)),
  )

  app.post(
    '/api/v1/me/prompts/starred',
    {
      config: { access: 'agent' },
      schema: {
        operationId: 'starPrompt',
        summary: 'Keep a prompt to use it again',
        description: 'At most 500. One that is starred already stays as it is.',
        tags,
        body: StarPromptRequest,
        response: { 200: StarredPromptOut, ...errors(401, 403, 409, 429, 503) },
      },
    },
    ({ principal, body }) => starPrompt(deps.db, principal.user_id, body.prompt),
  )

  app.delete(
    '/api/v1/me/prompts/starred/:starred_id',
    {
      config: { access: 'agent' },
      schema: {
        operationId: 'unstarPrompt',
        summary: 'Remove the star of a prompt',
        tags,
        params: Type.Object({ starred_id: PathId('prompt') }),
        response: { 204: NoBody, ...errors(401, 403, 404, 429, 503) },
      },
    },
    async (request, reply) => {
      await unstarPrompt(deps.db, request.principal.user_id, request.params.starred_id)
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/api/v1/me/prompts/:prompt_id',
    {
      config: { access: 'agent' },
      schema: {
        operationId: 'deletePrompt',
        summary: 'Remove a prompt from your history',
        tags,
        params: Type.Object({ prompt_id: PathId('prompt') }),
        response: { 204: NoBody, ...errors(401, 403, 404, 429, 503) },
      },
    },
    async (request, reply) => {
      await deletePrompt(deps.db, request.principal.user_id, request.params.prompt_id)
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/api/v1/me/prompts',
    {
      config: { access: 'agent' },
      schema: {
        operationId: 'deletePrompts',
        summary: 'Remove every prompt from your history',
        tags,
        response: { 204: NoBody, ...errors(401, 403, 429, 503) },
      },
    },
    async (request, reply) => {
      await deletePrompts(deps.db, request.principal.user_id)
      return reply.code(204).send(null)
    },
  )
}
