import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { violatedConstraint } from '../../platform/db/constraint.ts'
import { createWorld } from '../../testing/world.ts'

test('a task that breaks a rule is refused, and the rule named', async (t) => {
  const { person, credits, task, db } = await createWorld(t)
  const ann = await person()
  await credits(ann, 1000)
  const task_id = await task(ann)
  const breaches = {
    tasks_status_check: "status = 'lost'",
    tasks_progress_check: 'progress = 1.5',
    tasks_media_check: "media = '[]'",
    running_has_a_lease: "status = 'running'",
    failed_has_a_reason: "status = 'failed', completed_at = now()",
    completed_has_a_result: "status = 'completed', completed_at = now()",
    ended_has_a_time: "status = 'completed', result_key = 'videos/x.mp4'",
    deleted_has_ended: 'deleted_at = now()',
    tasks_priority_check: 'priority = 11',
    tasks_expected_s_check: 'expected_s = 0',
    tasks_cost_check: 'cost = -1',
  }
  for (const [rule, change] of Object.entries(breaches))
    await assert.rejects(
      sql`update tasks set ${sql.raw(change)} where task_id = ${task_id}`.execute(db),
      (error) => violatedConstraint(error) === rule,
      rule,
    )
  await assert.rejects(
    sql`insert into tasks select (jsonb_populate_record(tasks, '{"task_id": "../x"}')).* from tasks`.execute(
      db,
    ),
    (error) => violatedConstraint(error) === 'tasks_task_id_check',
  )
})
