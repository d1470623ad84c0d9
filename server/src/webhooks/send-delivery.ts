import type { KeyRing } from '../platform/secrets/key-ring.ts'
import { type Outbound, OutboundError, type OutboundFault } from '../platform/outbound/outbound.ts'
import type { SealedSecrets } from './queries.ts'
import { readRetryAfter } from './retry.ts'
import { openSecrets } from './secrets.ts'
import { signedHeaders } from './sign.ts'
import type { DeliveryError } from './tables.ts'

export interface SendDeps {
  outbound: Outbound
  secrets: { ring: KeyRing }
  clock: () => Date
}

/** The outcome of one try; `error` is null when it arrived. */
export interface Outcome {
  error: DeliveryError | null
  duration_ms: number
  response_status: number | null
  response_body: string | null
  /** From the answer's `Retry-After`. */
  retry_after_ms: number | undefined
}

/** Including the answer's last byte. */
const answerWithin_ms = 15_000
const keptAnswer_bytes = 1_024

const errorOf: Record<OutboundFault, DeliveryError> = {
  not_allowed: 'not_allowed',
  name_not_found: 'name_not_found',
  connection_failed: 'connection_failed',
  timeout: 'timeout',
  too_many_redirects: 'redirect',
  body_refused: 'bad_status',
}

/**
 * Tries once to deliver, for at most 15 seconds, without following redirects. @throws the signal's reason when it aborts;
 * then it may or may not have arrived.
 */
export async function sendDelivery(
  { outbound, secrets: { ring }, clock }: SendDeps,
  target: SealedSecrets & { url: string },
  message: { delivery_id: string; body: string },
  signal?: AbortSignal,
): Promise<Outcome> {
  const sent_at = clock()
  const signing = openSecrets(ring, target, sent_at)
  const began = performance.now()
  const duration_ms = (): number => Math.round(performance.now() - began)
  try {
    const { status, headers, body } = await outbound.fetch(target.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Clipwright-Webhooks',
        ...signedHeaders({ id: message.delivery_id, body: message.body, sent_at }, signing),
      },
      body: message.body,
      timeout_ms: answerWithin_ms,
      max_body_bytes: keptAnswer_bytes,
      longer_body: 'cut',
      max_redirects: 0,
      ...(signal && { signal }),
    })
    return {
      error: errorOfStatus(status),
      duration_ms: duration_ms(),
      response_status: status,
      response_body: body.toString('utf8').replaceAll('\0', '\uFFFD'), // PostgreSQL does not store NUL
      retry_after_ms: readRetryAfter([headers['retry-after']].flat()[0], clock()),
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return {
      error: errorOf[error.fault],
      duration_ms: duration_ms(),
      response_status: null,
      response_body: null,
      retry_after_ms: undefined,
    }
  }
}

function errorOfStatus(status: number): DeliveryError | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'bad_status'
}
