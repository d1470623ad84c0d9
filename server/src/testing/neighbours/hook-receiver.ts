import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Person, World } from '../world.ts'
import { cleanUp } from '../clean-up.ts'

/** With which a world may send to this machine. */
export const hookEnv = { OUTBOUND_ALLOW_HTTP: 'true', OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8' }

export interface ReceivedHook {
  id: string
  timestamp: number
  signatures: string[]
  headers: IncomingMessage['headers']
  /** As it came. */
  text: string
  body: { type: string; timestamp: string; data: Record<string, unknown> }
}

export type Answer = (response: ServerResponse, hook: ReceivedHook, place: number) => unknown

const ok: Answer = (response) => response.writeHead(204).end()

/** Somebody's service that takes webhooks; `answer` is asked for each one, with its place from 0. */
export async function receiveHooks(t: TestContext, answer: Answer = ok) {
  const received: ReceivedHook[] = []
  /** Requests that were under way at once, at most. */
  let [now, most] = [0, 0]
  const server = createServer((request, response) => {
    most = Math.max(most, ++now)
    response.on('close', () => now--)
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('error', () => {})
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const header = (name: string) => String(request.headers[name])
      const hook = {
        id: header('webhook-id'),
        timestamp: Number(header('webhook-timestamp')),
        signatures: header('webhook-signature').split(' '),
        headers: request.headers,
        text,
        body: JSON.parse(text) as ReceivedHook['body'],
      }
      received.push(hook)
      answer(response, hook, received.length - 1)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(t, () => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    most: () => most,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** What the receiver computes by itself from the secret it was given. */
export function expectedSignature(secret: string, { id, timestamp, text }: ReceivedHook): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')}`
}

export interface MadeWebhook {
  webhook_id: string
  secret: string
  enabled: boolean
}

export async function makeWebhook(
  { post }: Pick<World, 'post'>,
  of: { token: string },
  input: Record<string, unknown>,
): Promise<MadeWebhook> {
  const response = await post('/api/v1/me/webhooks', of.token, input)
  assert.equal(response.statusCode, 201, response.body)
  return response.json<MadeWebhook>()
}

/** Ends of so many tasks, numbered as the trigger does. */
export async function happen(
  { db, deps }: Pick<World, 'db' | 'deps'>,
  to: Person,
  count: number,
): Promise<void> {
  await sql`
    with place as (
      insert into task_counts as counts (user_id, event_seq) values (${to.user_id}, ${count}::int)
      on conflict (user_id) do update set event_seq = counts.event_seq + ${count}::int
      returning event_seq - ${count}::int as seq
    )
    insert into task_events (user_id, seq, task_id, type, data)
    select ${to.user_id}, place.seq + i, 'x', 'task.completed', json_build_object('task_id', 'x', 'n', place.seq + i)
      from place, generate_series(1, ${count}::int) as i`.execute(db)
  deps.notifier.notify('task_events', { subject: to.user_id })
}

export const places = (hooks: readonly { body: { data: Record<string, unknown> } }[]) =>
  hooks.map(({ body }) => body.data['n'] as number)
export const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
