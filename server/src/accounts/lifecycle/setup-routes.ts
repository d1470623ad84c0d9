import type { App } from '../../platform/http/app.ts'
import { errors } from '../../platform/http/input/schemas.ts'
import { refuseCrossSite } from '../../platform/http/sign-in.ts'
import { type AccountRouteDeps, clientOf } from '../credentials/client.ts'
import { bodyOf, setCookies } from '../sign-in/routes.ts'
import { LoginSuccess } from '../sign-in/schemas.ts'
import { checkSetup, setUp } from './set-up.ts'
import { createSetupWatch } from './setup-link.ts'
import { SetupCheck, SetupLinkState, SetupRequest, SetupState } from './setup-schemas.ts'

/** The first administrator of a new installation. The token of the server's link stands in the body: addresses are logged. */
export function setupRoutes(app: App, { accounts, cookies, origins }: AccountRouteDeps): void {
  const isOpen = createSetupWatch(accounts.db)
  app.get(
    '/api/v1/setup',
    {
      schema: {
        operationId: 'getSetup',
        summary: 'Whether an administrator is still missing',
        tags: ['Accounts'],
        security: [],
        response: { 200: SetupState, ...errors(503) },
      },
    },
    async () => ({ is_open: await isOpen() }),
  )

  void app.register((scope, _options, done) => {
    const setup = scope as App
    setup.addHook('onRequest', async (request) => {
      refuseCrossSite(request, origins) // a foreign page must not sign its visitors in
    })

    setup.post(
      '/api/v1/setup/check',
      {
        schema: {
          operationId: 'checkSetup',
          summary: 'Until when a setup link is good',
          tags: ['Accounts'],
          security: [],
          body: SetupCheck,
          response: { 200: SetupLinkState, ...errors(401, 403, 409, 429, 503) },
        },
      },
      (request) => checkSetup(accounts, request.body.token, clientOf(request)),
    )

    setup.post(
      '/api/v1/setup',
      {
        schema: {
          operationId: 'setUp',
          summary: 'Make the first administrator',
          tags: ['Accounts'],
          security: [],
          body: SetupRequest,
          response: { 201: LoginSuccess, ...errors(401, 403, 409, 429, 503) },
        },
      },
      async (request, reply) => {
        const session = await setUp(accounts, request.body, clientOf(request))
        setCookies(reply, cookies, session)
        return reply.code(201).send({ ...bodyOf(session), mfa_required: false })
      },
    )
    done()
  })
}
