import { Type } from 'typebox'
import { listInvites } from '../../invites/invites.ts'
import type { App } from '../../platform/http/app.ts'
import { errors, pageOf, Paging, PathId } from '../../platform/http/input/schemas.ts'
import { actorOf } from '../context/actor.ts'
import type { AdminDeps } from '../context/context.ts'
import { addInvite, stopInvite } from './manage-invites.ts'
import * as schemas from './money-schemas.ts'

const config = { access: 'admin' } as const
const tags = ['Administration']
const told = errors(401, 403, 404, 409, 503)

/** Invite codes. */
export function adminInviteRoutes(app: App, deps: AdminDeps): void {
  app.get(
    '/api/v1/admin/invite-codes',
    {
      config,
      schema: {
        operationId: 'adminListInviteCodes',
        summary: 'Invite codes, newest first',
        tags,
        querystring: Type.Object(Paging),
        response: { 200: schemas.InviteListOut, ...told },
      },
    },
    ({ query }) => listInvites(deps.db, pageOf(query), deps.clock()),
  )

  app.post(
    '/api/v1/admin/invite-codes',
    {
      config,
      schema: {
        operationId: 'adminCreateInviteCode',
        summary: 'Make an invite code; it is shown this once',
        tags,
        body: schemas.InviteCreate,
        response: { 201: schemas.InviteCreated, ...told },
      },
    },
    async (request, reply) => reply.code(201).send(await addInvite(deps, actorOf(request), request.body)),
  )

  app.post(
    '/api/v1/admin/invite-codes/:invite_code_id/disable',
    {
      config,
      schema: {
        operationId: 'adminDisableInviteCode',
        summary: 'Stop an invite code; who used it keeps the bonus',
        tags,
        params: Type.Object({ invite_code_id: PathId('invite code') }),
        response: { 200: schemas.InviteOut, ...told },
      },
    },
    (request) => stopInvite(deps, actorOf(request), request.params.invite_code_id),
  )
}
