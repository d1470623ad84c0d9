import { Type } from 'typebox'
import type { App } from '../../platform/http/app.ts'
import { errors } from '../../platform/http/input/schemas.ts'
import { spanOf } from '../../platform/http/input/time-span.ts'
import { walkOf } from '../../platform/http/input/walk.ts'
import { listLimits } from '../../platform/limit-table.ts'
import { describeSettings, readSetting } from '../../settings/settings.ts'
import { taskId, TaskPath } from '../../tasks/tasks.ts'
import { actorOf } from '../context/actor.ts'
import type { AdminDeps } from '../context/context.ts'
import { changeSettings } from './change-settings.ts'
import { getTask, listAudit, listTasks } from './inspect.ts'
import * as schemas from './service-schemas.ts'
import { sendTestMail } from './send-test-mail.ts'

const config = { access: 'admin' } as const
const tags = ['Administration']
const told = errors(401, 403, 503)
const eventId = /^\d{1,18}$/

/** Settings, mail, the audit log, and the tasks of all users. */
export function adminServiceRoutes(app: App, deps: AdminDeps): void {
  app.get(
    '/api/v1/admin/settings',
    {
      config,
      schema: {
        operationId: 'adminGetSettings',
        summary: 'The settings that can be changed online',
        tags,
        querystring: Type.Object({}),
        response: { 200: schemas.SettingsOut, ...told },
      },
    },
    () => describeSettings(deps.db, deps.setting_defaults),
  )

  app.post(
    '/api/v1/admin/settings',
    {
      config,
      schema: {
        operationId: 'adminChangeSettings',
        summary: 'Change settings, from the next request on',
        tags,
        body: schemas.SettingsChange,
        response: { 200: schemas.SettingsOut, ...told },
      },
    },
    (request) => changeSettings(deps, actorOf(request), request.body),
  )

  app.get(
    '/api/v1/admin/limits',
    {
      config,
      schema: {
        operationId: 'adminListLimits',
        summary: 'How often things may be done',
        tags,
        querystring: Type.Object({}),
        response: { 200: schemas.LimitsOut, ...told },
      },
    },
    async () => ({ items: listLimits(await readSetting(deps.db, 'rate_limits', {})) }),
  )

  app.post(
    '/api/v1/admin/test-mail',
    {
      config,
      schema: {
        operationId: 'adminSendTestMail',
        summary: 'Send yourself a mail, to see whether mails arrive',
        tags,
        response: { 200: schemas.TestMailOut, ...errors(401, 403, 429, 502, 503) },
      },
    },
    (request) => sendTestMail(deps, actorOf(request)),
  )

  app.get(
    '/api/v1/admin/audit',
    {
      config,
      schema: {
        operationId: 'adminListAuditEvents',
        summary: 'Who did what, newest first',
        tags,
        querystring: schemas.AuditQuery,
        response: { 200: schemas.AuditListOut, ...told },
      },
    },
    ({ query }) => {
      const { actor, subject, event } = query
      return listAudit(deps, { actor, subject, event, ...spanOf(query) }, walkOf(query, eventId))
    },
  )

  app.get(
    '/api/v1/admin/tasks',
    {
      config,
      schema: {
        operationId: 'adminListTasks',
        summary: "Everybody's tasks, newest first",
        tags,
        querystring: schemas.TaskQuery,
        response: { 200: schemas.AdminTaskListOut, ...told },
      },
    },
    ({ query }) => {
      const { status, user_id, model } = query
      const { from: created_from, to: created_to } = spanOf(query)
      const filter = { status, user_id, model, created_from, created_to }
      return listTasks(deps, filter, walkOf(query, taskId))
    },
  )

  app.get(
    '/api/v1/admin/tasks/:task_id',
    {
      config,
      schema: {
        operationId: 'adminGetTask',
        summary: "Anybody's task, with its attempts and what it moved in the ledger",
        tags,
        params: TaskPath,
        response: { 200: schemas.AdminTaskDetail, ...told, ...errors(404) },
      },
    },
    (request) => getTask(deps, request.params.task_id),
  )
}
