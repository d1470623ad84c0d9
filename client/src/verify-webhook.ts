import type { Schema } from './create-client.ts'

export interface ReceivedWebhook {
  /** Of the request, as `Headers` or as Node has them. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** As it came: parsed and written again it is another text, and does not verify. */
  body: string | Uint8Array
}

export interface VerifyOptions {
  /** `whsec_…`, or several: one of them is enough. */
  secret: string | readonly string[]
  /** How far the sender's clock and yours may be apart. Default: 300. */
  tolerance_s?: number
  /**
   * Remembers an id and says whether it is the first time. Webhooks come at least once: with it, a second one is refused,
   * whether a thief or a retry brings it. Asked only when everything else is well.
   */
  is_new?: (id: string) => boolean | Promise<boolean>
  now?: Date
}

export type WebhookEvent =
  | {
      id: string
      type: `task.${string}`
      /** When it happened. */
      timestamp: string
      data: Schema<'TaskEventData'>
    }
  | { id: string; type: 'ping'; timestamp: string; data: { webhook_id: string } }

/** Not from this service, or not now: answer with 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly reason: 'missing_header' | 'wrong_time' | 'wrong_signature' | 'replayed' | 'no_event'
  constructor(reason: WebhookVerificationError['reason']) {
    super(`The webhook is refused: ${reason}.`)
    this.reason = reason
  }
}

const encoder = new TextEncoder()
type Key = Awaited<ReturnType<typeof importKey>>

/**
 * The event of a request that this service has sent with your secret, by https://www.standardwebhooks.com/.
 * @throws WebhookVerificationError for any other; TypeError for a secret that is none.
 */
export async function verifyWebhook(
  { headers, body }: ReceivedWebhook,
  { secret, tolerance_s = 300, is_new, now = new Date() }: VerifyOptions,
): Promise<WebhookEvent> {
  const id = header(headers, 'webhook-id')
  const timestamp = header(headers, 'webhook-timestamp')
  const signatures = header(headers, 'webhook-signature')
  const apart_s = Math.abs(now.getTime() / 1000 - Number(timestamp))
  if (!/^\d{1,12}$/.test(timestamp) || apart_s > tolerance_s) throw new WebhookVerificationError('wrong_time')

  const bytes = typeof body === 'string' ? encoder.encode(body) : body
  const signed = concat(encoder.encode(`${id}.${timestamp}.`), bytes)
  const secrets = [secret].flat()
  const keys = await Promise.all(secrets.map(importKey))
  if (!(await isSigned(signed, signatures, keys))) throw new WebhookVerificationError('wrong_signature')
  if (is_new && !(await is_new(id))) throw new WebhookVerificationError('replayed')
  return { ...parse(bytes), id }
}

/** Compares in constant time, which `subtle.verify` does. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  keys: readonly Key[],
): Promise<boolean> {
  for (const part of signatures.split(' ').slice(0, 10)) {
    const mac = part.startsWith('v1,') ? fromBase64(part.slice(3)) : undefined
    if (!mac) continue
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, mac, signed)) return true
  }
  return false
}

async function importKey(secret: string) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length < 16) throw new TypeError('The secret of a webhook is whsec_ and base64.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function header(headers: ReceivedWebhook['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : [headers[name]].flat()[0]
  if (!value) throw new WebhookVerificationError('missing_header')
  return value
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined // what is no base64 is no signature
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}

function parse(bytes: Uint8Array): WebhookEvent {
  try {
    const event: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof event === 'object' && event !== null && 'type' in event) return event as WebhookEvent
  } catch {
    // told below
  }
  throw new WebhookVerificationError('no_event')
}
