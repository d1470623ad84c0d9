import { Type } from 'typebox'
import { Named, Nullable, OneOf, Text, Timestamp } from '../platform/http/input/schemas.ts'
import { reasons } from './verify.ts'

const Sha256 = (description: string) =>
  Text('plain', { minLength: 64, maxLength: 64, pattern: '^[0-9a-fA-F]{64}$', description })

/** Far longer than any prompt in base64. */
const maxPayload = 60_000

export const ProvenanceEnvelope = Named(
  'ProvenanceEnvelope',
  {
    payloadType: Text('plain', { maxLength: 200 }),
    payload: Text('plain', { maxLength: maxPayload, description: 'The manifest, in base64.' }),
    signatures: Type.Array(
      Type.Object({
        keyid: Text('plain', { maxLength: 200 }),
        sig: Text('plain', { maxLength: 200, description: 'Ed25519, in base64.' }),
      }),
      { maxItems: 10 },
    ),
  },
  { description: 'A DSSE envelope: the exact bytes that were signed.' },
)

export const ProvenanceKeys = Named('ProvenanceKeys', {
  keys: Type.Array(
    Type.Object({
      key_id: Type.String(),
      algorithm: Type.Literal('Ed25519'),
      public_key: Type.String({ description: 'PEM.' }),
    }),
    { description: 'The first one signs; earlier ones still verify.' },
  ),
})

export const ProvenanceOut = Named('ProvenanceOut', {
  sha256: Type.String(),
  made_by_ai: Type.Boolean(),
  digital_source_type: Type.String({ description: 'A term of IPTC.' }),
  model: Type.String(),
  producer: Type.String(),
  created_at: Timestamp,
})

export const VerifyRequest = Named('ProvenanceVerify', {
  manifest: ProvenanceEnvelope,
  sha256: Type.Optional(Nullable(Sha256('Of the file at hand, in hexadecimal.'))),
})

export const VerdictOut = Named('ProvenanceVerdict', {
  valid: Type.Boolean(),
  reasons: Type.Array(OneOf(reasons), { description: 'Empty when valid.' }),
  manifest: Nullable(
    Type.Object(
      {
        version: Type.Integer(),
        task_id: Type.String(),
        parent_task_id: Nullable(Type.String()),
        made_by_ai: Type.Boolean(),
        digital_source_type: Type.String(),
        model: Type.String(),
        engine_kind: OneOf(['trained_model', 'procedural']),
        producer: Type.String(),
        created_at: Type.String({ format: 'date-time' }),
        sha256: Type.String(),
        bytes: Type.Integer(),
        prompt_sha256: Type.String(),
        key_id: Type.String(),
      },
      { description: 'What was signed; null where the signature proves nothing.' },
    ),
  ),
})
