import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { startDeliveryLoop } from '../../webhooks/webhooks.ts'
import { hookEnv } from './hook-receiver.ts'
import { until } from '../until.ts'
import { createWorld, type World } from '../world.ts'

export const day_ms = 86_400_000
export const webhooksPath = '/api/v1/me/webhooks'

/** A world that may send to this machine, with a user who has credits. */
export async function prepareHooks(t: TestContext) {
  const world = await createWorld(t, { env: hookEnv })
  const ann = await world.person()
  await world.credits(ann, 100_000)
  const deliveries = async (webhook_id: string) => {
    const page = await world.get(`${webhooksPath}/${webhook_id}/deliveries?page_size=100`, ann.token)
    assert.equal(page.statusCode, 200, page.body)
    return page.json<{ items: Shown[]; total: number }>()
  }
  return {
    ...world,
    ann,
    deliveries,
    /** The newest one, once its status is this. */
    newest: (webhook_id: string, status: string) =>
      until(async () => (await deliveries(webhook_id)).items.find((one) => one.status === status)),
    show: async (webhook_id: string) => (await world.get(`${webhooksPath}/${webhook_id}`, ann.token)).json(),
    /** A worker, as far as webhooks go. */
    work: (deps: Partial<World['deps']> = {}) => {
      const loop = startDeliveryLoop({ ...world.deps, ...deps })
      world.resources.defer(() => loop.stop(0))
      return loop
    },
  }
}

/** A delivery in the log. */
export interface Shown {
  delivery_id: string
  event_id: number | null
  type: string
  status: string
  attempts: number
  next_attempt_at: string | null
  duration_ms: number | null
  response_status: number | null
  request_body: string
  response_body: string | null
  error: string | null
}
