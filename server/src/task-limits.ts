import type { Config } from './config.ts'
import type { TaskLimits } from './tasks/tasks.ts'

export function taskLimits(config: Config): TaskLimits {
  return {
    max_active: { user: config.max_active_tasks, admin: config.admin_max_active_tasks },
    max_running: { user: config.max_running_tasks, admin: config.admin_max_running_tasks },
    per_minute: config.generate_per_minute,
    deadline_s: config.task_deadline_s,
  }
}
