import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { say } from '../../ui/toast.tsx'
import { removeFromLists } from './videos.ts'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Deletes a video, which is out of sight at once, and offers to take it back. */
export function useDeleteWithUndo(): (task_id: string) => Promise<void> {
  const { t } = useTranslation()
  const client = useQueryClient()
  return async (task_id) => {
    const params = { path: { task_id } }
    const readAgain = () => client.invalidateQueries({ queryKey: ['videos'] })
    removeFromLists(client, task_id)
    try {
      await api.DELETE('/api/v1/tasks/{task_id}', { params })
    } catch (error) {
      say(messageOf(error))
      return readAgain()
    }
    const restore = async (): Promise<void> => {
      try {
        await api.POST('/api/v1/tasks/{task_id}/restore', { params })
      } catch (error) {
        say(messageOf(error))
      }
      await readAgain()
    }
    const undo = { label: t('video.undo'), onClick: () => void restore() }
    say(t('video.deleted'), undo, `deleted-${task_id}`)
    await readAgain()
  }
}
