import { Type } from 'typebox'
import { eventTypes, TaskEventData } from '../events/events.ts'
import { Named, OneOf, Timestamp } from '../platform/http/input/schemas.ts'

const when: Record<(typeof eventTypes)[number], string> = {
  'task.queued': 'A task was submitted.',
  'task.running': 'An attempt began.',
  'task.progress': 'A task got further; at most twice a second.',
  'task.requeued': 'A task waits again: an attempt was lost.',
  'task.completed': 'The video is there: `data.download_url`.',
  'task.failed': 'There will be no video: `data.error`.',
  'task.deleted': 'Its owner removed the task from the list.',
  'task.restored': 'Its owner took the removal back.',
}

const signed = [
  [
    'webhook-id',
    'The same for every try: what tells a repeated delivery.',
    '0b6f5c1e-58c8-4d1c-a5a1-0b1f9a3a7d11',
  ],
  ['webhook-timestamp', 'Seconds since 1970; refuse what is older than five minutes.', '1767225600'],
  [
    'webhook-signature',
    'HMAC-SHA256 of `id.timestamp.body` under the secret, in base64 after `v1,`; two of them after the secret was changed.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
].map(([name, description, example]) => ({
  in: 'header',
  name,
  required: true,
  schema: { type: 'string' },
  description,
  example,
}))

function pathItem(type: string, summary: string, data: object): object {
  const title = type.replaceAll(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())
  const schema = {
    ...Type.Object({ type: OneOf([type]), timestamp: Timestamp, data: Type.Unsafe(data) }),
    title: `${title}Delivery`,
  }
  return {
    post: {
      operationId: `on${title}`,
      summary,
      description:
        'Answer with any 2xx within 15 seconds. Anything else is tried again for a day; 410 disables the webhook.',
      tags: ['Webhooks'],
      security: [],
      parameters: signed,
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': { description: 'It has arrived.' }, '410': { description: 'Send no more.' } },
    },
  }
}

/** The webhooks' requests, for the API document. */
export const webhookItems: { [name: string]: object } = {
  ...Object.fromEntries(eventTypes.map((type) => [type, pathItem(type, when[type], TaskEventData)])),
  ping: pathItem(
    'ping',
    'A try, asked for by the owner.',
    Named('PingData', { webhook_id: Type.String({ format: 'uuid' }) }),
  ),
}
