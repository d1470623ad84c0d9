import { Type } from 'typebox'
import type { App } from '../../platform/http/app.ts'
import { errors } from '../../platform/http/input/schemas.ts'
import type { SubmitDeps } from './submit-task.ts'
import { listModels } from './list-models.ts'
import { ModelListOut } from '../task/schemas.ts'

export function modelRoutes(app: App, deps: SubmitDeps): void {
  app.get(
    '/api/v1/models',
    {
      config: { access: 'video:read' },
      schema: {
        operationId: 'listModels',
        summary: 'The models on offer, with their parameters and prices',
        tags: ['Tasks'],
        querystring: Type.Object({}),
        response: { 200: ModelListOut, ...errors(401, 403, 429, 503) },
      },
    },
    () => listModels(deps),
  )
}
