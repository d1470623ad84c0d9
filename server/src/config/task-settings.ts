import { integer } from '../platform/setting.ts'

/** Limits and times of tasks. */
export const taskSettings = {
  max_active_tasks: integer(
    'MAX_ACTIVE_TASKS',
    100,
    [1, 100_000],
    'Tasks that a user may have queued or running at once.',
  ),
  max_running_tasks: integer(
    'MAX_RUNNING_TASKS',
    10,
    [1, 100_000],
    'Tasks of one user that may run at once.',
  ),
  admin_max_active_tasks: integer(
    'ADMIN_MAX_ACTIVE_TASKS',
    1000,
    [1, 100_000],
    'MAX_ACTIVE_TASKS for administrators.',
  ),
  admin_max_running_tasks: integer(
    'ADMIN_MAX_RUNNING_TASKS',
    100,
    [1, 100_000],
    'MAX_RUNNING_TASKS for administrators.',
  ),
  model_stint_s: integer(
    'MODEL_STINT_SECONDS',
    120,
    [0, 86_400],
    'Seconds for which an engine with several models keeps to the loaded one while tasks of others wait.',
  ),
  generate_per_minute: integer(
    'GENERATE_PER_MINUTE',
    120,
    [1, 1_000_000],
    'Tasks that a user may submit per minute.',
  ),
  task_max_attempts: integer(
    'TASK_MAX_ATTEMPTS',
    3,
    [1, 20],
    'Attempts that may fail through no fault of the request before the task fails.',
  ),
  task_deadline_s: integer(
    'TASK_DEADLINE_SECONDS',
    7200,
    [60, 18_000],
    'Seconds from submission until a task that has not ended fails.',
  ),
  task_lease_s: integer(
    'TASK_LEASE_SECONDS',
    8,
    [2, 300],
    'Seconds without a heartbeat after which another worker takes over a running task. Workers send a heartbeat four times as often.',
  ),
}

type TaskConfig = { [Name in keyof typeof taskSettings]: ReturnType<(typeof taskSettings)[Name]['read']> }

/** The limits per user, as the use cases take them. */
export function taskLimits(config: TaskConfig) {
  return {
    max_active: { user: config.max_active_tasks, admin: config.admin_max_active_tasks },
    max_running: { user: config.max_running_tasks, admin: config.admin_max_running_tasks },
    per_minute: config.generate_per_minute,
    deadline_s: config.task_deadline_s,
  }
}
