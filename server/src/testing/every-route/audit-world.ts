import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import * as attempts from '../../tasks/run/attempt-queries.ts'
import { claimNext } from '../claim.ts'
import { hookEnv, receiveHooks } from '../neighbours/hook-receiver.ts'
import { linkTo } from '../mails.ts'
import { secondFactor } from '../second-factor.ts'
import { createWorld, type Person } from '../world.ts'

// Where actions are done that the audit log records; see audit-people-actions.ts and audit-service-actions.ts.

export const wrong = 'not the password'
export const next = 'quite another secret'
export const reason = 'because of a test'

/** What one row should say of a action. */
export interface Told {
  /** The request that did it; without one, the schedule did. */
  response?: { statusCode: number; headers: Record<string, unknown>; body: string }
  actor: string
  subject?: string | null
  /** Of the schedule, or null where a loop did it. */
  request_id?: string | null
}

export async function auditWorld(t: TestContext) {
  const world = await createWorld(t, { env: { ADMIN_MFA_REQUIRED: 'false', ...hookEnv } })
  const receiver = await receiveHooks(t, (response) => response.writeHead(410).end())
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
    assert.ok(await attempts.complete(world.db, claimed!, `videos/${task_id}.mp4`))
    return task_id
  }
  /** Somebody's new webhook. */
  const hook = async (url = 'https://example.org/hook') => {
    const ann = await person()
    const response = await me(ann, 'webhooks', { url })
    return { ann, response, webhook_id: response.json<{ webhook_id: string }>().webhook_id }
  }
  return {
    ...world,
    ...factor,
    hook,
    /** Where a webhook is told that there is nobody any more. */
    gone: receiver.url,
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
export type AuditWorld = Awaited<ReturnType<typeof auditWorld>>

/** Done by an administrator to a user. */
export const toUser =
  (path: string, body: object = {}, before?: [string, object]) =>
  async ({ fresh, admin, root }: AuditWorld): Promise<Told> => {
    const { user_id } = await fresh()
    if (before) await admin(`users/${user_id}/${before[0]}`, before[1])
    const response = await admin(`users/${user_id}/${path}`, body)
    return { response, actor: root.user_id, subject: user_id }
  }
