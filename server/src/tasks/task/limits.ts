/** Limits per user; administrators have their own where it is named. */
export interface TaskLimits {
  max_active: Record<'user' | 'admin', number>
  max_running: Record<'user' | 'admin', number>
  per_minute: number
  deadline_s: number
}
