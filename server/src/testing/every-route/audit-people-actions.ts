import assert from 'node:assert/strict'
import { eraseDueAccounts } from '../../account-data/account-data.ts'
import { makeSetupLink } from '../../accounts/accounts.ts'
import { type AuditWorld, next, type Told, wrong } from './audit-world.ts'

/** What people do that the audit log records, by the name of the event. */
export const peopleActions = {
  setup_link_made: async ({ db, deps, root }) => {
    const setRole = (role: 'user' | 'admin') =>
      db.updateTable('users').set({ role }).where('user_id', '=', root.user_id).execute()
    await setRole('user')
    await makeSetupLink({ ...deps, public_base_url: deps.config.public_base_url })
    await setRole('admin')
    return { actor: 'system', request_id: null }
  },
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
} satisfies Record<string, (world: AuditWorld) => Promise<Told>>
