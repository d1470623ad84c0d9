import { languageOf } from '../mail/mail.ts'
import type { App } from '../platform/http/app.ts'
import { errors, NoBody, pageOf } from '../platform/http/input/schemas.ts'
import { changeWebhook, deleteWebhook, rotateSecret } from './change-webhook.ts'
import { createWebhook } from './create-webhook.ts'
import { listDeliveries, pingWebhook, redeliver } from './deliveries.ts'
import { getWebhook, listWebhooks } from './list-webhooks.ts'
import * as schemas from './schemas.ts'
import type { WebhookDeps } from './webhooks.ts'

const tags = ['Webhooks']
const { WebhookPath } = schemas

/** Changes need a session: a leaked key must not redirect a user's data. */
export function signedInRoutes(app: App, deps: WebhookDeps): void {
  app.get(
    '/api/v1/me/webhooks',
    {
      config: { access: 'account:read' },
      schema: {
        operationId: 'listWebhooks',
        summary: 'Your webhooks, the oldest first',
        tags,
        response: { 200: schemas.WebhookListOut, ...errors(401, 403, 429, 503) },
      },
    },
    (request) => listWebhooks(deps.db, request.principal.user_id),
  )

  app.post(
    '/api/v1/me/webhooks',
    {
      config: { access: 'session' },
      schema: {
        operationId: 'createWebhook',
        summary: 'Have your tasks told to an address of yours',
        description: 'The answer is the only place where the secret is shown.',
        tags,
        body: schemas.WebhookCreate,
        response: { 201: schemas.WebhookWithSecret, ...errors(401, 403, 409, 503) },
      },
    },
    async (request, reply) => {
      const language = languageOf(request.headers['accept-language'])
      const client = { ip: request.ip, request_id: request.id, language }
      const created = await createWebhook(deps, request.principal.user_id, request.body, client)
      return reply.code(201).send(created)
    },
  )

  app.get(
    '/api/v1/me/webhooks/:webhook_id',
    {
      config: { access: 'account:read' },
      schema: {
        operationId: 'getWebhook',
        summary: 'One of your webhooks',
        tags,
        params: WebhookPath,
        response: { 200: schemas.WebhookOut, ...errors(401, 403, 404, 429, 503) },
      },
    },
    (request) => getWebhook(deps.db, request.principal.user_id, request.params.webhook_id),
  )

  app.post(
    '/api/v1/me/webhooks/:webhook_id',
    {
      config: { access: 'session' },
      schema: {
        operationId: 'changeWebhook',
        summary: 'Change what is named, and nothing else',
        description: 'Disabling gives up what waits. Enabling goes on with what happens from then on.',
        tags,
        params: WebhookPath,
        body: schemas.WebhookChange,
        response: { 200: schemas.WebhookOut, ...errors(401, 403, 404, 503) },
      },
    },
    (request) => {
      const { principal, params, body, ip, id } = request
      return changeWebhook(deps, principal.user_id, params.webhook_id, body, { ip, request_id: id })
    },
  )

  app.delete(
    '/api/v1/me/webhooks/:webhook_id',
    {
      config: { access: 'session' },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook and its log',
        tags,
        params: WebhookPath,
        response: { 204: NoBody, ...errors(401, 403, 404, 503) },
      },
    },
    async (request, reply) => {
      const { principal, params, ip, id } = request
      await deleteWebhook(deps, principal.user_id, params.webhook_id, { ip, request_id: id })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/api/v1/me/webhooks/:webhook_id/rotate-secret',
    {
      config: { access: 'session' },
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Get a new secret',
        description: 'Shown this once. For a day deliveries are signed with the old one as well.',
        tags,
        params: WebhookPath,
        response: { 200: schemas.WebhookWithSecret, ...errors(401, 403, 404, 503) },
      },
    },
    (request) => {
      const { principal, params, ip, id } = request
      return rotateSecret(deps, principal.user_id, params.webhook_id, { ip, request_id: id })
    },
  )

  deliveryRoutes(app, deps)
}

function deliveryRoutes(app: App, deps: WebhookDeps): void {
  app.post(
    '/api/v1/me/webhooks/:webhook_id/test',
    {
      config: { access: 'account:write' },
      schema: {
        operationId: 'testWebhook',
        summary: 'Send a ping and see how it goes',
        description: 'At once, once, and also to a disabled webhook. It takes up to 15 seconds.',
        tags,
        params: WebhookPath,
        response: { 200: schemas.DeliveryOut, ...errors(401, 403, 404, 429, 503) },
      },
    },
    (request) => pingWebhook(deps, request.principal.user_id, request.params.webhook_id),
  )

  app.get(
    '/api/v1/me/webhooks/:webhook_id/deliveries',
    {
      config: { access: 'account:read' },
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'What was sent to a webhook, newest first',
        description: 'Kept for 30 days.',
        tags,
        params: WebhookPath,
        querystring: schemas.DeliveryQuery,
        response: { 200: schemas.DeliveryListOut, ...errors(401, 403, 404, 429, 503) },
      },
    },
    ({ principal, params, query }) =>
      listDeliveries(deps.db, principal.user_id, params.webhook_id, {
        ...pageOf(query),
        status: query.status,
      }),
  )

  app.post(
    '/api/v1/me/webhooks/:webhook_id/deliveries/:delivery_id/redeliver',
    {
      config: { access: 'account:write' },
      schema: {
        operationId: 'redeliverToWebhook',
        summary: 'Deliver once more',
        description: 'At once, with the same `webhook-id`, and with as many tries as a new delivery.',
        tags,
        params: schemas.DeliveryPath,
        response: { 200: schemas.DeliveryOut, ...errors(401, 403, 404, 409, 429, 503) },
      },
    },
    ({ principal, params }) => redeliver(deps, principal.user_id, params.webhook_id, params.delivery_id),
  )
}
