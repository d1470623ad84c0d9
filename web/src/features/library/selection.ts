import { useCallback, useMemo, useState } from 'react'
import type { Task } from '../../lib/api.ts'

/** What is chosen, in the order in which it was; `anchor` is where a range begins. */
export interface Selection {
  chosen: ReadonlyMap<string, Task>
  anchor: number | undefined
  toggle: (task: Task, index: number) => void
  /** Chooses all of these as well, and leaves the anchor. */
  add: (tasks: Task[]) => void
  clear: () => void
}

export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Task>>(new Map())
  const [anchor, setAnchor] = useState<number>()
  const toggle = useCallback((task: Task, index: number) => {
    setAnchor(index)
    setChosen((before) => {
      const after = new Map(before)
      if (!after.delete(task.task_id)) after.set(task.task_id, task)
      return after
    })
  }, [])
  const add = useCallback((tasks: Task[]) => {
    setChosen((before) => new Map([...before, ...tasks.map((task) => [task.task_id, task] as const)]))
  }, [])
  const clear = useCallback(() => {
    setAnchor(undefined)
    setChosen((before) => (before.size === 0 ? before : new Map()))
  }, [])
  return useMemo(() => ({ chosen, anchor, toggle, add, clear }), [chosen, anchor, toggle, add, clear])
}
