import { Type } from 'typebox'
import type { App } from '../../platform/http/app.ts'
import { errors, Named, Text, Timestamp } from '../../platform/http/input/schemas.ts'
import type { AccountDeps } from '../account/context.ts'
import { MailTokenRequest } from '../mailed-links/schemas.ts'
import { requestDeletion, undoDeletion } from './delete-account.ts'
import { clientOf } from '../credentials/client.ts'

const AccountDeletionRequest = Named('AccountDeletionRequest', {
  password: Text('secret', { minLength: 1, maxLength: 512 }),
  code: Type.Optional(Text('plain', { maxLength: 20, description: 'Where there is a second factor.' })),
  recovery_code: Type.Optional(Text('plain', { maxLength: 40 })),
})

export function deletionRoutes(app: App, deps: AccountDeps): void {
  app.post(
    '/api/v1/me/delete',
    {
      config: { access: 'session' },
      schema: {
        operationId: 'deleteAccount',
        summary: 'Close your account, for good after two weeks',
        description: 'Sessions and keys end at once. A mailed link undoes it until then.',
        tags: ['Accounts'],
        body: AccountDeletionRequest,
        response: { 202: Type.Object({ deletion_at: Timestamp }), ...errors(400, 401, 403, 423, 503) },
      },
    },
    async (request, reply) => {
      const { user_id } = request.principal
      const deletion_at = await requestDeletion(deps, user_id, request.body, clientOf(request))
      return reply.code(202).send({ deletion_at })
    },
  )
}

/** Needs no credentials: the mailed token is the proof. */
export function undoDeletionRoute(app: App, deps: AccountDeps): void {
  app.post(
    '/api/v1/auth/undo-delete',
    {
      schema: {
        operationId: 'undoDeletion',
        summary: 'Keep an account that was to be deleted',
        tags: ['Accounts'],
        security: [],
        body: MailTokenRequest,
        response: { 200: Type.Object({ status: Type.Literal('ok') }), ...errors(400, 503) },
      },
    },
    async (request) => {
      await undoDeletion(deps, request.body.token)
      return { status: 'ok' as const }
    },
  )
}
