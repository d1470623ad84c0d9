import type { Buffer } from 'node:buffer'
import { Type } from 'typebox'
import type { Db } from '../../platform/db/database.ts'
import type { App } from '../../platform/http/app.ts'
import { errors, NoBody } from '../../platform/http/input/schemas.ts'
import { findTask } from '../task/find-task.ts'
import { TaskPath, taskPaths } from '../task/schemas.ts'
import * as queries from './queries.ts'

const Picture = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' })

/** The route of a running task's live picture. */
export function liveRoutes(app: App, { db }: { db: Db }): void {
  for (const [path, suffix] of taskPaths) {
    app.get(
      `${path}/:task_id/live`,
      {
        config: { access: 'video:read' },
        schema: {
          operationId: `getLivePicture${suffix}`,
          summary: 'What a running task looks like by now, as WebP',
          description:
            'Of at most 512 pixels, for engines that send pictures while they work. 204 while there is none, and once the attempt has ended: it is not kept. The event task.live tells of a new one.',
          tags: ['Tasks'],
          params: TaskPath,
          response: {
            200: { description: 'The picture.', content: { 'image/webp': { schema: Picture } } },
            204: NoBody,
            304: NoBody,
            ...errors(401, 403, 404, 429, 503),
          },
        },
      },
      async (request, reply) => {
        const { task_id } = await findTask(db, request.principal.user_id, request.params.task_id)
        const live = await queries.find(db, task_id)
        if (!live) return reply.code(204).send(null)
        const etag = `"${live.etag}"`
        reply.header('cache-control', 'private, no-store').header('etag', etag)
        if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send(null)
        return reply.code(200).type('image/webp').send(live.picture)
      },
    )
  }
}

/** Whether If-None-Match names the tag, among others or as a weak one. */
function hasTag(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags !== undefined && (tags.includes(etag) || tags.includes('*'))
}
