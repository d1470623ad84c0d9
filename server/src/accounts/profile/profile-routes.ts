import { Type } from 'typebox'
import type { App } from '../../platform/http/app.ts'
import { errors } from '../../platform/http/input/schemas.ts'
import type { AccountDeps } from '../account/context.ts'
import { getMe, updateProfile } from './me.ts'
import { ProfileUpdateRequest, UserOut } from './schemas.ts'

export function profileRoutes(app: App, accounts: AccountDeps): void {
  app.get(
    '/api/v1/me',
    {
      config: { access: 'account:read' },
      schema: {
        operationId: 'getMe',
        summary: 'Your profile and balance',
        tags: ['Accounts'],
        querystring: Type.Object({}),
        response: { 200: UserOut, ...errors(401, 403, 429, 503) },
      },
    },
    (request) => getMe(accounts.db, request.principal),
  )

  app.post(
    '/api/v1/me/profile',
    {
      config: { access: 'account:write' },
      schema: {
        operationId: 'updateProfile',
        summary: 'Change your nickname',
        tags: ['Accounts'],
        body: ProfileUpdateRequest,
        response: { 200: UserOut, ...errors(401, 403, 503) },
      },
    },
    (request) => updateProfile(accounts, request.principal, request.body.nickname),
  )
}
