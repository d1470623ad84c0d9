import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { api, base_url, isStatus, type Task } from '../../lib/api.ts'
import { say } from '../../ui/toast.tsx'
import { removeFromLists } from './videos.ts'

const undoFor_ms = 10_000

/** Videos that are out of sight, and deleted when their time to undo is over. */
const waiting = new Map<string, ReturnType<typeof setTimeout>>()
let hidden: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function tell(): void {
  hidden = new Set(waiting.keys())
  for (const listener of listeners) listener()
}

// Whoever leaves the page has not undone it.
addEventListener('pagehide', () => {
  for (const task_id of waiting.keys())
    void fetch(`${base_url}/api/v1/tasks/${task_id}`, { method: 'DELETE', keepalive: true })
})

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Those of some videos that nobody has just deleted. */
export function useNotDeleted(tasks: readonly Task[]): Task[] {
  const gone = useSyncExternalStore(subscribe, () => hidden)
  return tasks.filter(({ task_id }) => !gone.has(task_id))
}

/** Deletes a video after ten seconds, in which it can be undone; it is out of sight at once. */
export function useDeleteLater(): (task_id: string) => void {
  const { t } = useTranslation()
  const client = useQueryClient()
  return (task_id) => {
    const forget = (): void => {
      clearTimeout(waiting.get(task_id))
      waiting.delete(task_id)
      tell()
    }
    const remove = async (): Promise<void> => {
      try {
        await api.DELETE('/api/v1/tasks/{task_id}', { params: { path: { task_id } } })
        removeFromLists(client, task_id)
      } catch (error) {
        if (!isStatus(error, 404)) say(t('video.notDeleted'))
      }
      forget()
      void client.invalidateQueries({ queryKey: ['videos'] })
    }
    waiting.set(
      task_id,
      setTimeout(() => void remove(), undoFor_ms),
    )
    tell()
    say(t('video.deleted'), { label: t('video.undo'), onClick: forget }, `deleted-${task_id}`)
  }
}
