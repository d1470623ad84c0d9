import { sql } from 'kysely'
import { beat } from '../../tasks/fleet/slot-queries.ts'
import { startDeliveryLoop } from '../../webhooks/webhooks.ts'
import { type AuditWorld, reason, type Told, toUser } from './audit-world.ts'
import { happen } from '../neighbours/hook-receiver.ts'
import { until } from '../until.ts'

const seconds = { min: 1, max: 5, default: 5 }

/** What programs are given and what administrators do, by the name of the event. */
export const serviceActions = {
  api_key_created: async ({ fresh, me }) => {
    const ann = await fresh()
    const response = await me(ann, 'api-keys', { name: 'robot' })
    return { response, actor: ann.user_id, subject: response.json().key_id }
  },
  api_key_revoked: async ({ fresh, apiKey, me }) => {
    const ann = await fresh()
    const { key_id } = await apiKey(ann)
    return { response: await me(ann, `api-keys/${key_id}/revoke`), actor: ann.user_id, subject: key_id }
  },
  api_key_disabled: async ({ fresh, apiKey, admin, root }) => {
    const { key_id } = await apiKey(await fresh())
    const response = await admin(`api-keys/${key_id}/disable`, { reason })
    return { response, actor: root.user_id, subject: key_id }
  },
  api_key_enabled: async ({ fresh, apiKey, admin, root }) => {
    const { key_id } = await apiKey(await fresh())
    await admin(`api-keys/${key_id}/disable`, { reason })
    return { response: await admin(`api-keys/${key_id}/enable`), actor: root.user_id, subject: key_id }
  },
  api_access_changed: toUser('api-access', { enabled: false }),
  role_changed: toUser('role', { role: 'admin' }),
  user_disabled: toUser('disable', { reason }),
  user_enabled: toUser('enable', {}, ['disable', { reason }]),
  user_unlocked: toUser('unlock'),
  mail_link_requested: toUser('password-reset'),
  adjustment: toUser('adjust', { amount: 5, reason }),
  refund: async ({ admin, root, charged }) => {
    const task_id = await charged()
    const response = await admin(`tasks/${task_id}/refund`, { amount: 1, reason })
    return { response, actor: root.user_id, subject: task_id }
  },
  price_changed: async ({ admin, root }) => {
    const response = await admin('prices', { kind: 'agent', unit: 'task', unit_price: '1' })
    return { response, actor: root.user_id, subject: `price:${response.json().price_id}` }
  },
  invite_code_created: async ({ admin, root }) => {
    const response = await admin('invite-codes', { bonus: 5 })
    return { response, actor: root.user_id, subject: response.json().invite_code_id }
  },
  invite_code_disabled: async ({ admin, root }) => {
    const { invite_code_id } = (await admin('invite-codes', { bonus: 5 })).json()
    const response = await admin(`invite-codes/${invite_code_id}/disable`)
    return { response, actor: root.user_id, subject: invite_code_id }
  },
  reconciliation_failed: async ({ fresh, credits, db, get, root }) => {
    const ann = await fresh()
    await credits(ann, 5)
    const shift = (by: number) =>
      db.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx)
        await sql`update ledger_accounts set balance = balance + ${by}
                   where owner_user_id = ${ann.user_id} and kind = 'user_available'`.execute(trx)
      })
    await shift(1)
    const response = await get('/api/v1/admin/ledger/reconciliation', root.token)
    await shift(-1)
    return { response, actor: 'system' }
  },
  worker_drained: async ({ admin, root, db }) => {
    await beat(db, { worker_id: 'w1', version: '0', host: 'h', pid: 1 })
    return { response: await admin('workers/w1/drain'), actor: root.user_id, subject: 'worker:w1' }
  },
  queue_paused: async ({ admin, root }) => {
    return { response: await admin('queues/preview/pause'), actor: root.user_id, subject: 'queue:preview' }
  },
  engine_paused: async ({ admin, root, db }) => {
    await db
      .insertInto('engine_reports')
      .values({ engine: 'gpu', worker_id: 'w1', kind: 'comfyui', offers: [], problems: '[]', failures: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const response = await admin('engines/gpu/pause', { hand_back: true })
    return { response, actor: root.user_id, subject: 'engine:gpu' }
  },
  queue_weight_changed: toUser('queue-weight', { weight: 2 }),
  task_failed: async ({ fresh, credits, task, admin, root }) => {
    const ann = await fresh()
    await credits(ann, 100)
    const task_id = await task(ann)
    return {
      response: await admin(`tasks/${task_id}/fail`, { reason }),
      actor: root.user_id,
      subject: task_id,
    }
  },
  settings_changed: async ({ admin, root }) => {
    const response = await admin('settings', { topup_enabled: true })
    return { response, actor: root.user_id }
  },
  inventory_changed: async ({ put, root }) => {
    const entry = { modes: ['text-to-video'], sizes: { '480p': { '16:9': '832x480' } }, fps: 16, seconds }
    const url = '/api/v1/admin/inventory/models/wan'
    const response = await put(url, root.token, { entry, version: 0 })
    return { response, actor: root.user_id, subject: 'model:wan' }
  },
  webhook_created: async ({ hook }) => {
    const { ann, response } = await hook()
    return { response, actor: ann.user_id, subject: response.json().webhook_id }
  },
  webhook_changed: async ({ hook, me }) => {
    const { ann, webhook_id } = await hook()
    const response = await me(ann, `webhooks/${webhook_id}`, { description: 'mine' })
    return { response, actor: ann.user_id, subject: webhook_id }
  },
  webhook_secret_rotated: async ({ hook, me }) => {
    const { ann, webhook_id } = await hook()
    const response = await me(ann, `webhooks/${webhook_id}/rotate-secret`)
    return { response, actor: ann.user_id, subject: webhook_id }
  },
  webhook_deleted: async ({ hook, remove }) => {
    const { ann, webhook_id } = await hook()
    const response = await remove(`/api/v1/me/webhooks/${webhook_id}`, ann.token)
    return { response, actor: ann.user_id, subject: webhook_id }
  },
  webhook_disabled: async ({ hook, gone, deps, db }) => {
    const { ann, webhook_id } = await hook(gone)
    await happen({ db, deps }, ann, 1)
    const loop = startDeliveryLoop(deps)
    await until(async () => {
      const row = await db
        .selectFrom('webhooks')
        .select('disabled_at')
        .where('webhook_id', '=', webhook_id)
        .execute()
      return row[0]?.disabled_at != null
    })
    await loop.stop(0)
    return { actor: 'system', subject: webhook_id, request_id: null }
  },
} satisfies Record<string, (world: AuditWorld) => Promise<Told>>
