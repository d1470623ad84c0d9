import type { TaskStatus } from './tables.ts'

export function hasEnded(status: TaskStatus): boolean {
  return status === 'completed' || status === 'failed'
}

/** What became of a task's hold. */
export function costStatus(status: TaskStatus, cost: number): 'held' | 'charged' | 'released' | 'free' {
  if (cost === 0) return 'free'
  switch (status) {
    case 'queued':
    case 'running':
      return 'held'
    case 'completed':
      return 'charged'
    case 'failed':
      return 'released'
  }
}
