import { Type } from 'typebox'
import * as accounts from '../../accounts/accounts.ts'
import { ApiKeyListOut, ApiKeyOut } from '../../api-keys/api-keys.ts'
import type { App } from '../../platform/http/app.ts'
import { errors, pageOf, PathId } from '../../platform/http/input/schemas.ts'
import { actorOf } from '../context/actor.ts'
import type { AdminDeps } from '../context/context.ts'
import * as change from './change-user.ts'
import { getUser, toOut } from './manage-user.ts'
import * as schemas from './schemas.ts'
import { listApiKeysOf, switchApiKey } from './switch-api-key.ts'

const config = { access: 'admin' } as const
const tags = ['Administration']
const UserPath = Type.Object({ user_id: PathId('user') })
const KeyPath = Type.Object({ key_id: PathId('API key') })
const told = errors(401, 403, 404, 409, 503)

/** Users and their API keys. */
export function adminUserRoutes(app: App, deps: AdminDeps): void {
  const users = '/api/v1/admin/users'

  app.get(
    users,
    {
      config,
      schema: {
        operationId: 'adminListUsers',
        summary: 'Find users, newest first',
        tags,
        querystring: schemas.UserQuery,
        response: { 200: schemas.AdminUserListOut, ...told },
      },
    },
    async ({ query }) => {
      const page = pageOf(query)
      const found = await accounts.listUsers(deps.db, query, page)
      return { items: found.users.map(toOut), total: found.total, ...page }
    },
  )

  app.get(
    `${users}/:user_id`,
    {
      config,
      schema: {
        operationId: 'adminGetUser',
        summary: 'Inspect a user',
        tags,
        params: UserPath,
        response: { 200: schemas.AdminUserDetail, ...told },
      },
    },
    (request) => getUser(deps.db, request.params.user_id, deps.clock()),
  )

  const detail = (operationId: string, summary: string) => ({
    config,
    schema: {
      operationId,
      summary,
      tags,
      params: UserPath,
      response: { 200: schemas.AdminUserDetail, ...told },
    },
  })
  const withBody = <T>(operationId: string, summary: string, body: T) => {
    const { schema } = detail(operationId, summary)
    return { config, schema: { ...schema, body } }
  }

  app.post(
    `${users}/:user_id/disable`,
    withBody(
      'adminDisableUser',
      'Shut a user out: sessions end, keys stop, running tasks finish',
      schemas.Reasoned,
    ),
    (request) => change.disableUser(deps, actorOf(request), request.params.user_id, request.body.reason),
  )
  app.post(`${users}/:user_id/enable`, detail('adminEnableUser', 'Let a user in again'), (request) =>
    change.enableUser(deps, actorOf(request), request.params.user_id),
  )
  app.post(
    `${users}/:user_id/api-access`,
    withBody('adminSetApiAccess', "Switch a user's API keys on or off", schemas.ApiAccessRequest),
    (request) => change.setApiAccess(deps, actorOf(request), request.params.user_id, request.body.enabled),
  )
  app.post(
    `${users}/:user_id/unlock`,
    detail('adminUnlockUser', 'End a lock after failed logins'),
    (request) => change.unlockUser(deps, actorOf(request), request.params.user_id),
  )
  app.post(
    `${users}/:user_id/sessions/revoke`,
    {
      config,
      schema: {
        operationId: 'adminRevokeSessions',
        summary: 'End every session of a user',
        tags,
        params: UserPath,
        response: { 200: schemas.Revoked, ...told },
      },
    },
    (request) => change.revokeSessions(deps, actorOf(request), request.params.user_id),
  )
  app.post(
    `${users}/:user_id/mfa/reset`,
    withBody('adminResetMfa', 'Take a lost second factor off an account', schemas.Reasoned),
    (request) => change.resetMfa(deps, actorOf(request), request.params.user_id, request.body.reason),
  )
  app.post(
    `${users}/:user_id/password-reset`,
    {
      config,
      schema: {
        operationId: 'adminSendPasswordReset',
        summary: 'Mail a user a link to choose a new password',
        tags,
        params: UserPath,
        response: { 200: schemas.Ok, ...told },
      },
    },
    (request) => change.sendPasswordReset(deps, actorOf(request), request.params.user_id),
  )
  app.post(
    `${users}/:user_id/role`,
    withBody('adminChangeRole', 'Make an administrator, or a user of one', schemas.RoleRequest),
    (request) => change.changeRole(deps, actorOf(request), request.params.user_id, request.body.role),
  )

  app.get(
    `${users}/:user_id/api-keys`,
    {
      config,
      schema: {
        operationId: 'adminListApiKeys',
        summary: "A user's API keys",
        tags,
        params: UserPath,
        response: { 200: ApiKeyListOut, ...told },
      },
    },
    (request) => listApiKeysOf(deps, request.params.user_id),
  )
  const key = (operationId: string, summary: string) => ({
    operationId,
    summary,
    tags,
    params: KeyPath,
    response: { 200: ApiKeyOut, ...told },
  })
  app.post(
    '/api/v1/admin/api-keys/:key_id/disable',
    { config, schema: { ...key('adminDisableApiKey', 'Stop an API key'), body: schemas.Reasoned } },
    (request) => {
      const { reason } = request.body
      return switchApiKey(deps, actorOf(request), request.params.key_id, { disabled: true, reason })
    },
  )
  app.post(
    '/api/v1/admin/api-keys/:key_id/enable',
    { config, schema: key('adminEnableApiKey', 'Let an API key work again') },
    (request) => switchApiKey(deps, actorOf(request), request.params.key_id, { disabled: false }),
  )
}
