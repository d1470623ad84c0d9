import { Type } from 'typebox'
import type { App } from '../platform/http/app.ts'
import { bodyOf, rawBodies } from '../platform/http/input/other-bodies.ts'
import { errors, Named, OneOf, Timestamp } from '../platform/http/input/schemas.ts'
import { maxPicture_bytes, pictureTypes } from './picture.ts'
import { presignUpload, putUpload, type UploadDeps } from './uploads.ts'

const UploadRequest = Named('UploadRequest', {
  content_type: OneOf(pictureTypes),
  content_length: Type.Optional(Type.Integer({ minimum: 1, maximum: maxPicture_bytes })),
})
const ImageKey = Type.String({ description: 'What `image_url` or `last_image_url` of a submission may be.' })
const UploadOut = Named('UploadOut', {
  image_key: ImageKey,
  upload_url: Type.String(),
  method: Type.Literal('PUT'),
  headers: Type.Record(Type.String(), Type.String()),
  expires_in: Type.Integer(),
  expires_at: Timestamp,
  max_bytes: Type.Integer(),
})
const PictureOut = Named('PictureOut', {
  image_key: ImageKey,
  width_px: Type.Integer(),
  height_px: Type.Integer(),
})

const tags = ['Tasks']

export function signedInRoutes(app: App, deps: UploadDeps): void {
  app.post(
    '/api/v1/uploads',
    {
      config: { access: 'video:write' },
      schema: {
        operationId: 'createUpload',
        summary: 'Get a URL to upload a picture to, for a video that begins with it',
        description: 'PUT the bytes there with the headers of the answer, then name the key in a submission.',
        tags,
        body: UploadRequest,
        response: { 200: UploadOut, ...errors(401, 403, 429, 503) },
      },
    },
    (request) => presignUpload(deps, request.principal.user_id, request.body),
  )

  rawBodies(app, (raw) => {
    raw.post(
      '/api/v1/uploads/put',
      {
        bodyLimit: maxPicture_bytes,
        config: { access: 'video:write', bytes: pictureTypes },
        schema: {
          operationId: 'putUpload',
          summary: 'Upload a picture through this server',
          description: 'Raw bytes, for when the upload URL can’t be reached.',
          tags,
          response: { 200: PictureOut, ...errors(401, 403, 413, 429, 503) },
        },
      },
      (request) => putUpload(deps, request.principal.user_id, bodyOf(request.body)),
    )
  })
}
