import { findEmails } from '../../accounts/accounts.ts'
import { listEvents } from '../../audit/audit.ts'
import type { Walk } from '../../platform/cursor.ts'
import { noSuch } from '../../platform/errors.ts'
import * as tasks from '../../tasks/tasks.ts'
import * as wallet from '../../wallet/wallet.ts'
import type { AdminDeps } from '../context/context.ts'
import { withEmails } from '../context/with-emails.ts'

/** A page of everybody's tasks, newest first, with the addresses of their owners. */
export async function listTasks(
  { db }: AdminDeps,
  filter: Parameters<typeof tasks.listAllTasks>[1],
  walk: Walk,
) {
  const found = await tasks.listAllTasks(db, filter, walk)
  return { ...found, items: await withEmails(db, found.items) }
}

/** Anybody's task, deleted or not, with its attempts and what it moved in the ledger. @throws AppError 404 `task_not_found`. */
export async function getTask({ db }: AdminDeps, task_id: string) {
  const task = await tasks.inspectTask(db, task_id)
  if (!task) throw noSuch('task')
  const movements = await wallet.listMovementsOfTask(db, task_id)
  const user_email = (await findEmails(db, [task.user_id])).get(task.user_id) ?? null
  return { ...task, user_email, movements: movements.map((movement) => ({ ...movement, user_email })) }
}

/** A page of the audit log, newest first; users are named by their addresses too. */
export async function listAudit({ db }: AdminDeps, filter: Parameters<typeof listEvents>[1], walk: Walk) {
  const { rows, ...page } = await listEvents(db, filter, walk)
  const parties = rows.flatMap(({ actor, subject }) => [actor, subject ?? ''])
  const emails = await findEmails(
    db,
    [...new Set(parties)].filter((party) => uuid.test(party)),
  )
  const items = rows.map((row) => ({
    ...row,
    actor_email: emails.get(row.actor) ?? null,
    subject_email: emails.get(row.subject ?? '') ?? null,
  }))
  return { items, ...page }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
