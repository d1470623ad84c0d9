import { Type } from 'typebox'
import type { App } from '../platform/http/app.ts'
import { bodyOf, rawBodies } from '../platform/http/input/other-bodies.ts'
import { errors, Named, OneOf, Timestamp } from '../platform/http/input/schemas.ts'
import { maxPicture_bytes, pictureTypes } from './picture.ts'
import { maxSound_bytes, soundTypes } from './sound.ts'
import { presignAudioUpload, presignUpload, putAudioUpload, putUpload, type UploadDeps } from './uploads.ts'

const UploadRequest = Named('UploadRequest', {
  content_type: OneOf(pictureTypes),
  content_length: Type.Optional(Type.Integer({ minimum: 1, maximum: maxPicture_bytes })),
})
const ImageKey = Type.String({ description: 'What `image_url` or `last_image_url` of a submission may be.' })
const AudioUploadRequest = Named('AudioUploadRequest', {
  content_type: OneOf(soundTypes),
  content_length: Type.Optional(Type.Integer({ minimum: 1, maximum: maxSound_bytes })),
})
const AudioKey = Type.String({ description: 'What `audio_url` of a submission may be.' })
const signedUpload = {
  upload_url: Type.String(),
  method: Type.Literal('PUT'),
  headers: Type.Record(Type.String(), Type.String()),
  expires_in: Type.Integer(),
  expires_at: Timestamp,
  max_bytes: Type.Integer(),
}
const UploadOut = Named('UploadOut', { image_key: ImageKey, ...signedUpload })
const AudioUploadOut = Named('AudioUploadOut', { audio_key: AudioKey, ...signedUpload })
const AudioOut = Named('AudioOut', {
  audio_key: AudioKey,
  duration_seconds: Type.Number({ description: 'Of the whole sound. A video gets its beginning.' }),
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

  app.post(
    '/api/v1/uploads/audio',
    {
      config: { access: 'video:write' },
      schema: {
        operationId: 'createAudioUpload',
        summary: 'Get a URL to upload a sound to, for a video that is made to it',
        description: 'PUT the bytes there with the headers of the answer, then name the key in a submission.',
        tags,
        body: AudioUploadRequest,
        response: { 200: AudioUploadOut, ...errors(401, 403, 429, 503) },
      },
    },
    (request) => presignAudioUpload(deps, request.principal.user_id, request.body),
  )

  rawBodies(app, (raw) => {
    raw.post(
      '/api/v1/uploads/audio/put',
      {
        bodyLimit: maxSound_bytes,
        config: { access: 'video:write', bytes: soundTypes },
        schema: {
          operationId: 'putAudioUpload',
          summary: 'Upload a sound through this server',
          description:
            'Raw bytes: WAV, MP3, M4A, AAC, FLAC or Ogg, of at most 20 MiB and 300 seconds. It is decoded at once.',
          tags,
          response: { 200: AudioOut, ...errors(401, 403, 413, 429, 503) },
        },
      },
      (request) => putAudioUpload(deps, request.principal.user_id, bodyOf(request.body)),
    )

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
