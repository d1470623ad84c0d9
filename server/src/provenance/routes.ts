import { limitTable } from '../platform/limit-table.ts'
import { Type } from 'typebox'
import { noSuch } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { errors, PathId } from '../platform/http/input/schemas.ts'
import { limitSubject, type RateLimiter } from '../platform/rate-limit.ts'
import { type Marking, wordsOf } from './manifest.ts'
import { ProvenanceKeys, ProvenanceOut, VerdictOut, VerifyRequest } from './schemas.ts'
import { verifyManifest } from './verify.ts'

/** What the service remembers of a file, even after its deletion: nothing about its owner. */
export interface KnownFile {
  made_by_ai: boolean
  model: string
  producer: string
  created_at: Date
}

export interface ProvenanceDeps {
  limiter: RateLimiter
  marking: Marking
  findFile: (sha256: string) => Promise<KnownFile | undefined>
}

const tags = ['Provenance']

/** Lets anybody with a file ask for its origin, without credentials. */
export function publicRoutes(app: App, { limiter, marking, findFile }: ProvenanceDeps): void {
  app.get(
    '/api/v1/provenance/keys',
    {
      schema: {
        operationId: 'listProvenanceKeys',
        summary: 'The public keys that manifests are signed with',
        tags,
        security: [],
        response: { 200: ProvenanceKeys, ...errors(429) },
      },
    },
    async (request) => {
      await limiter.take(limitTable.provenance, limitSubject(request.ip))
      return { keys: [...marking.keys.publicKeys] }
    },
  )

  app.get(
    '/api/v1/provenance/:sha256',
    {
      schema: {
        operationId: 'findProvenance',
        summary: 'What this service knows of a file with this SHA-256',
        description:
          'Also when the video itself has been removed. Nothing of who made it, or from which words.',
        tags,
        security: [],
        params: Type.Object({ sha256: PathId('provenance', { pattern: '^[0-9a-fA-F]{64}$' }) }),
        response: { 200: ProvenanceOut, ...errors(404, 429, 503) },
      },
    },
    async (request) => {
      await limiter.take(limitTable.provenance, limitSubject(request.ip))
      const sha256 = request.params.sha256.toLowerCase()
      const file = await findFile(sha256)
      if (!file) throw noSuch('provenance')
      const { made_by_ai, digital_source_type } = wordsOf(file)
      const { model, producer, created_at } = file
      return { sha256, made_by_ai, digital_source_type, model, producer, created_at }
    },
  )

  app.post(
    '/api/v1/provenance/verify',
    {
      schema: {
        operationId: 'verifyProvenance',
        summary: 'Whether a manifest is genuine, and whether it is about a file',
        description:
          'A changed byte is `signature_invalid`, a key that is not ours `unknown_key`, another file `hash_mismatch`.',
        tags,
        security: [],
        body: VerifyRequest,
        response: { 200: VerdictOut, ...errors(413, 415, 429) },
      },
    },
    async (request) => {
      await limiter.take(limitTable.provenance, limitSubject(request.ip))
      return verifyManifest(marking.keys, request.body.manifest, request.body.sha256)
    },
  )
}
