import { Type } from 'typebox'
import type { Db } from '../../platform/db/database.ts'
import type { App } from '../../platform/http/app.ts'
import { errors, NoBody } from '../../platform/http/input/schemas.ts'
import { ProvenanceEnvelope } from '../../provenance/provenance.ts'
import type { ObjectStorage } from '../../storage/storage.ts'
import { getExtraUrl, getManifest, getReport } from './get-media.ts'
import type { Report } from '../task/media.ts'
import { extraKinds } from '../task/object-keys.ts'
import { TaskPath, taskPaths } from '../task/schemas.ts'

const ReportOut = Type.Unsafe<Report>({
  title: 'ReportOut',
  type: 'object',
  additionalProperties: true,
  description:
    'What made it (`upscaler`), and `quality`: the facts of both files, and how near the result, made small again, is to its source.',
})

const about = {
  poster: { operationId: 'getPoster', summary: 'A picture of the video, as WebP' },
  preview: { operationId: 'getPreview', summary: 'A short, small and silent part of the video, as MP4' },
  sprite: { operationId: 'getSprite', summary: 'Small pictures of the whole video on one sheet, as WebP' },
} as const

/** Routes for a video's extras, report and manifest. */
export function mediaRoutes(app: App, deps: { db: Db; storage: ObjectStorage }): void {
  for (const [path, suffix] of taskPaths) {
    for (const kind of extraKinds) {
      const { operationId, summary } = about[kind]
      app.get(
        `${path}/:task_id/${kind}`,
        {
          config: { access: 'video:read' },
          schema: {
            operationId: `${operationId}${suffix}`,
            summary,
            description: 'Redirects to a URL that is valid for 24 hours.',
            tags: ['Tasks'],
            params: TaskPath,
            response: { 302: NoBody, ...errors(401, 403, 404, 409, 410, 429, 503) },
          },
        },
        async (request, reply) => {
          const url = await getExtraUrl(deps, request.principal.user_id, request.params.task_id, kind)
          // The browser may keep where it leads for as long as the same person asks: a page of posters is asked for once.
          const vary = [reply.getHeader('vary'), 'cookie, authorization, x-api-key']
            .filter(Boolean)
            .join(', ')
          reply.header('cache-control', 'private, max-age=3600').header('vary', vary)
          return reply.redirect(url, 302)
        },
      )
    }

    app.get(
      `${path}/:task_id/report`,
      {
        config: { access: 'video:read' },
        schema: {
          operationId: `getReport${suffix}`,
          summary: 'How an enhanced video compares with its source',
          tags: ['Tasks'],
          params: TaskPath,
          response: { 200: ReportOut, ...errors(401, 403, 404, 409, 410, 429, 503) },
        },
      },
      (request) => getReport(deps.db, request.principal.user_id, request.params.task_id),
    )

    app.get(
      `${path}/:task_id/provenance`,
      {
        config: { access: 'video:read' },
        schema: {
          operationId: `getProvenance${suffix}`,
          summary: 'The signed manifest of the video: what made it, and the hash of the file',
          tags: ['Tasks'],
          params: TaskPath,
          response: { 200: ProvenanceEnvelope, ...errors(401, 403, 404, 409, 410, 429, 503) },
        },
      },
      (request) => getManifest(deps, request.principal.user_id, request.params.task_id),
    )
  }
}
