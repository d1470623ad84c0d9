import { createHmac } from 'node:crypto'

const prefix = 'whsec_'

/**
 * The headers of https://www.standardwebhooks.com/ for one try: HMAC-SHA256 over id, time and body, once per secret
 * (`whsec_` and base64). `body` must be sent unchanged.
 */
export function signedHeaders(
  message: { id: string; body: string; sent_at: Date },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(message.sent_at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    const signed = createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`)
    return `v1,${signed.digest('base64')}`
  })
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
