import type { UserRole } from './tables.ts'

export interface Lifetimes {
  access_token_s: number
  /** Without use. */
  refresh_idle_s: number
  /** From login, never extended. */
  session_absolute_s: number
  /** An administrator's, where they are shorter. */
  admin: { refresh_idle_s: number; session_absolute_s: number }
}

/** How long sessions of this role live: an administrator's can do more, and last less. */
export function lifetimesOf(role: UserRole, lifetimes: Lifetimes): Lifetimes {
  if (role !== 'admin') return lifetimes
  const { admin } = lifetimes
  const refresh_idle_s = Math.min(admin.refresh_idle_s, lifetimes.refresh_idle_s)
  return {
    ...lifetimes,
    access_token_s: Math.min(refresh_idle_s, lifetimes.access_token_s),
    refresh_idle_s,
    session_absolute_s: Math.min(admin.session_absolute_s, lifetimes.session_absolute_s),
  }
}
