import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { eraseDueAccounts } from '../account-data/account-data.ts'
import { completeTask } from '../tasks/end-task.ts'
import { beat } from '../tasks/slot-queries.ts'
import { claimNext } from '../testing/claim.ts'
import { linkTo } from '../testing/mails.ts'
import { secondFactor } from '../testing/second-factor.ts'
import { createWorld, type Person } from '../testing/world.ts'
import type { AuditEvent } from './audit.ts'

// T-153: what each event is the record of, and what its one row says.

const wrong = 'not the password'
const next = 'quite another secret'
const reason = 'because of a test'

interface Told {
  /** The request that did it; without one, the schedule did. */
  response?: { statusCode: number; headers: Record<string, unknown>; body: string }
  actor: string
  subject?: string | null
}

async function auditWorld(t: TestContext) {
  const world = await createWorld(t, { env: { ADMIN_MFA_REQUIRED: 'false' } })
  const { post, person } = world
  const root = await world.admin()
  const factor = secondFactor(world)
  const auth = (path: string, body: object) => post(`/api/v1/auth/${path}`, undefined, { ...body })
  const me = (who: Person, path: string, body: object = {}) =>
    post(`/api/v1/me/${path}`, who.token, { ...body })
  const admin = (path: string, body: object = {}) => post(`/api/v1/admin/${path}`, root.token, { ...body })
  const logIn = ({ email, password }: Person) => auth('login', { email, password })
  /** The first stage of a login with a second factor. */
  const stage = async (who: Person) => (await logIn(who)).json<{ mfa_token: string }>().mfa_token
  const linked = async (who: string, template: string) => ({
    token: (await linkTo(world, who, template)).token,
  })
  const moved = async (who: Person) => {
    const new_email = `new-${who.email}`
    await me(who, 'email', { new_email, password: who.password })
    return auth('confirm-email-change', await linked(new_email, 'confirm_email_change'))
  }
  const forgot = async (who: Person) => {
    await auth('forgot-password', { email: who.email })
    return linked(who.email, 'reset_password')
  }
  const charged = async () => {
    const ann = await person()
    await world.credits(ann, 100)
    const task_id = await world.task(ann)
    const claimed = await claimNext(world)
    assert.ok(await completeTask(world.db, claimed!, `videos/${task_id}.mp4`))
    return task_id
  }
  return {
    ...world,
    ...factor,
    charged,
    root,
    auth,
    me,
    admin,
    logIn,
    stage,
    linked,
    moved,
    forgot,
    fresh: person,
  }
}
type AuditWorld = Awaited<ReturnType<typeof auditWorld>>

/** Done by an administrator to a user. */
const toUser =
  (path: string, body: object = {}, before?: [string, object]) =>
  async ({ fresh, admin, root }: AuditWorld): Promise<Told> => {
    const { user_id } = await fresh()
    if (before) await admin(`users/${user_id}/${before[0]}`, before[1])
    const response = await admin(`users/${user_id}/${path}`, body)
    return { response, actor: root.user_id, subject: user_id }
  }

// A record: an event that is not here does not compile.
const deeds: Record<AuditEvent, (world: AuditWorld) => Promise<Told>> = {
  register: async ({ auth, db }) => {
    const response = await auth('register', { email: 'new@example.org', password: next })
    const row = db.selectFrom('users').select('user_id').where('email', '=', 'new@example.org')
    return { response, actor: (await row.executeTakeFirstOrThrow()).user_id }
  },
  verify: async ({ auth, admin, get, linked, db }) => {
    await admin('settings', { email_verification_required: true })
    await auth('register', { email: 'unsure@example.org', password: next })
    const { token } = await linked('unsure@example.org', 'verify_email')
    const response = await get(`/api/v1/auth/verify-email?token=${token}`)
    await admin('settings', { email_verification_required: null })
    const row = db.selectFrom('users').select('user_id').where('email', '=', 'unsure@example.org')
    return { response, actor: (await row.executeTakeFirstOrThrow()).user_id }
  },
  login_ok: async ({ fresh, logIn }) => {
    const ann = await fresh()
    return { response: await logIn(ann), actor: ann.user_id }
  },
  login_failed: async ({ fresh, logIn }) => {
    const ann = await fresh()
    return { response: await logIn({ ...ann, password: wrong }), actor: 'anonymous', subject: ann.user_id }
  },
  locked: async ({ fresh, logIn }) => {
    const ann = await fresh()
    for (let i = 0; i < 4; i++) await logIn({ ...ann, password: wrong })
    return { response: await logIn({ ...ann, password: wrong }), actor: 'anonymous', subject: ann.user_id }
  },
  logout: async ({ fresh, auth }) => {
    const { user_id, session_id, refresh_token } = await fresh()
    return { response: await auth('logout', { refresh_token }), actor: user_id, subject: session_id }
  },
  refresh_reuse: async ({ fresh, auth }) => {
    const { user_id, session_id, refresh_token } = await fresh()
    await auth('refresh', { refresh_token })
    return { response: await auth('refresh', { refresh_token }), actor: user_id, subject: session_id }
  },
  session_revoked: async ({ fresh, logIn, me }) => {
    const ann = await fresh()
    const { session_id } = (await logIn(ann)).json()
    const response = await me(ann, `sessions/${session_id}/revoke`)
    return { response, actor: ann.user_id, subject: session_id }
  },
  mfa_enabled: async ({ fresh, me, codeOf }) => {
    const ann = await fresh()
    const { secret } = (await me(ann, 'mfa/totp/setup', { password: ann.password })).json()
    const response = await me(ann, 'mfa/totp/confirm', { code: await codeOf(secret) })
    return { response, actor: ann.user_id }
  },
  mfa_ok: async ({ enrolled, stage, auth, codeOf }) => {
    const ann = await enrolled()
    const body = { mfa_token: await stage(ann), code: await codeOf(ann.secret) }
    return { response: await auth('mfa', body), actor: ann.user_id }
  },
  mfa_failed: async ({ enrolled, stage, auth, wrongCode }) => {
    const ann = await enrolled()
    const body = { mfa_token: await stage(ann), code: await wrongCode(ann.secret) }
    return { response: await auth('mfa', body), actor: 'anonymous', subject: ann.user_id }
  },
  recovery_code_used: async ({ enrolled, stage, auth }) => {
    const ann = await enrolled()
    const body = { mfa_token: await stage(ann), recovery_code: ann.recovery_codes[0] }
    return { response: await auth('mfa', body), actor: ann.user_id }
  },
  recovery_codes_regenerated: async ({ enrolled, me, codeOf }) => {
    const ann = await enrolled()
    const body = { password: ann.password, code: await codeOf(ann.secret) }
    return { response: await me(ann, 'mfa/recovery-codes', body), actor: ann.user_id }
  },
  mfa_disabled: async ({ enrolled, me, codeOf }) => {
    const ann = await enrolled()
    const body = { password: ann.password, code: await codeOf(ann.secret) }
    return { response: await me(ann, 'mfa/totp/disable', body), actor: ann.user_id }
  },
  password_changed: async ({ fresh, me }) => {
    const ann = await fresh()
    const body = { old_password: ann.password, new_password: next }
    return { response: await me(ann, 'password', body), actor: ann.user_id }
  },
  password_reset: async ({ fresh, forgot, auth }) => {
    const ann = await fresh()
    const body = { ...(await forgot(ann)), new_password: next }
    return { response: await auth('reset-password', body), actor: ann.user_id }
  },
  email_changed: async ({ fresh, moved }) => {
    const ann = await fresh()
    return { response: await moved(ann), actor: ann.user_id }
  },
  email_change_undone: async ({ fresh, moved, auth, linked }) => {
    const ann = await fresh()
    await moved(ann)
    const response = await auth('undo-email-change', await linked(ann.email, 'email_change'))
    return { response, actor: ann.user_id }
  },
  export: async ({ fresh, get }) => {
    const ann = await fresh()
    return { response: await get('/api/v1/me/export', ann.token), actor: ann.user_id }
  },
  account_delete_requested: async ({ fresh, me }) => {
    const ann = await fresh()
    return { response: await me(ann, 'delete', { password: ann.password }), actor: ann.user_id }
  },
  account_deleted: async ({ fresh, me, deps, db }) => {
    const ann = await fresh()
    await me(ann, 'delete', { password: ann.password })
    const due = { deletion_at: new Date(0) }
    await db.updateTable('users').set(due).where('user_id', '=', ann.user_id).execute()
    assert.equal(await eraseDueAccounts(deps), 1)
    return { actor: 'system', subject: ann.user_id }
  },
  topup: async ({ fresh, me }) => {
    const ann = await fresh()
    return { response: await me(ann, 'topup', { amount: 500 }), actor: ann.user_id }
  },
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
}

test('T-153 each event is one row that says who, to whom, from where and in which request, and no secret', async (t) => {
  const world = await auditWorld(t)
  for (const [event, deed] of Object.entries(deeds)) {
    await world.db.deleteFrom('rate_limits' as never).execute()
    const { response, actor, subject = null } = await deed(world)
    const request_id = response ? String(response.headers['x-request-id']) : 'schedule'
    const rows = await world.db
      .selectFrom('audit_events')
      .selectAll()
      .where('event', '=', event)
      .where('request_id', '=', request_id)
      .execute()
    assert.equal(rows.length, 1, `${event}: ${response?.body}`)
    const [row] = rows
    const ip = response ? '127.0.0.1' : null
    assert.deepEqual([row!.actor, row!.subject, row!.ip], [actor, subject, ip], event)
  }
  const everything = JSON.stringify(await world.db.selectFrom('audit_events').selectAll().execute())
  for (const secret of [wrong, next, 'correct horse battery']) assert.ok(!everything.includes(secret), secret)
  assert.ok(!/sv(?:at|rt|ss|ck|mf)_|[\w-]{43}|\$argon2|[0-9A-Z]{5}-[0-9A-Z]{5}/.test(everything))
  assert.ok(!/"(?:code|password|secret|token)":/.test(everything))
})

test('T-153 no event is left out', () => {
  const source = readFileSync(join(import.meta.dirname, 'audit.ts'), 'utf8')
  const [, union] = /export type AuditEvent =((?:\s+\| '\w+')+)/.exec(source)!
  const named = [...union!.matchAll(/'(\w+)'/g)].map((match) => match[1]!)
  assert.ok(named.length > 30)
  assert.deepEqual(Object.keys(deeds).toSorted(), named.toSorted())
})
