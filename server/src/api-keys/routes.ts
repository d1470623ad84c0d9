import { Type } from 'typebox'
import { languageOf } from '../mail/mail.ts'
import type { App } from '../platform/http/app.ts'
import { errors, PathId } from '../platform/http/input/schemas.ts'
import type { ApiKeyDeps } from './context.ts'
import { createApiKey } from './create-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { ApiKeyCreate, ApiKeyCreated, ApiKeyListOut, ApiKeyOut } from './schemas.ts'

export function signedInRoutes(scope: App, deps: ApiKeyDeps): void {
  scope.get(
    '/api/v1/me/api-keys',
    {
      config: { access: 'account:read' },
      schema: {
        operationId: 'listApiKeys',
        summary: 'Your API keys, newest first',
        tags: ['API keys'],
        querystring: Type.Object({}),
        response: { 200: ApiKeyListOut, ...errors(401, 403, 429, 503) },
      },
    },
    (request) => listApiKeys(deps.db, request.principal.user_id, deps.clock()),
  )

  scope.post(
    '/api/v1/me/api-keys',
    {
      config: { access: 'session' },
      schema: {
        operationId: 'createApiKey',
        summary: 'Make an API key',
        description: 'The answer is the only place where the key is shown.',
        tags: ['API keys'],
        body: ApiKeyCreate,
        response: { 201: ApiKeyCreated, ...errors(401, 403, 409, 503) },
      },
    },
    async (request, reply) => {
      const language = languageOf(request.headers['accept-language'])
      const client = { ip: request.ip, request_id: request.id, language }
      const created = await createApiKey(deps, request.principal, request.body, client)
      return reply.code(201).send(created)
    },
  )

  scope.post(
    '/api/v1/me/api-keys/:key_id/revoke',
    {
      config: { access: 'own' },
      schema: {
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key',
        description: 'At once and for good. An API key may revoke only itself.',
        tags: ['API keys'],
        params: Type.Object({ key_id: PathId('API key') }),
        response: { 200: ApiKeyOut, ...errors(401, 403, 404, 429, 503) },
      },
    },
    (request) => {
      const origin = { ip: request.ip, request_id: request.id }
      return revokeApiKey(deps, request.principal, request.params.key_id, origin)
    },
  )
}
