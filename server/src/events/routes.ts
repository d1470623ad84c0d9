import type { App } from '../platform/http/app.ts'
import { errors } from '../platform/http/input/schemas.ts'
import { readLastEventId } from './messages.ts'
import { streamDescription, StreamQuery, streamResponse } from './schemas.ts'
import type { EventStreams } from './streams.ts'

export function signedInRoutes(app: App, streams: EventStreams): void {
  app.get(
    '/api/v1/events',
    {
      config: { access: 'video:read' },
      schema: {
        operationId: 'watchEvents',
        summary: 'What happens to your tasks, as it happens',
        description: `Begins now, or after Last-Event-ID. ${streamDescription}`,
        tags: ['Events'],
        querystring: StreamQuery,
        response: { ...streamResponse, ...errors(401, 403, 429, 503) },
      },
    },
    (request, reply) =>
      streams.serve(request, reply, {
        user_id: request.principal.user_id,
        after: readLastEventId(request),
      }),
  )
}
