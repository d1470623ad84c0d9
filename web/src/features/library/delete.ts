import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { say } from '../../ui/toast.tsx'

const atOnce = 100

type Outcome = { done: string[]; refused: { task_id: string; code: string; detail: string }[] }

async function inParts(task_ids: string[], act: (part: string[]) => Promise<Outcome>): Promise<Outcome> {
  const all: Outcome = { done: [], refused: [] }
  for (let i = 0; i < task_ids.length; i += atOnce) {
    const { done, refused } = await act(task_ids.slice(i, i + atOnce))
    all.done.push(...done)
    all.refused.push(...refused)
  }
  return all
}

/** Deletes videos, hides them at once, and offers to take it back. */
export function useDeleteVideos(hide: (task_ids: readonly string[]) => void) {
  const client = useQueryClient()
  const { t } = useTranslation()
  const readAgain = () => client.invalidateQueries({ queryKey: ['videos'] })
  const restore = useMutation({
    mutationFn: (task_ids: string[]) =>
      inParts(task_ids, (part) => api.POST('/api/v1/tasks/restore', { body: { task_ids: part } })),
    onSuccess: ({ done }) => say(t('library.restored', { count: done.length })),
    onError: () => say(t('library.notRestored')),
    onSettled: readAgain,
  })
  return useMutation({
    mutationFn: (task_ids: string[]) =>
      inParts(task_ids, (part) => api.POST('/api/v1/tasks/delete', { body: { task_ids: part } })),
    onMutate: hide,
    onSuccess: ({ done, refused }) => {
      const kept = refused.filter(({ code }) => code === 'task_in_progress').length
      const text = [
        done.length > 0 ? t('library.deleted', { count: done.length }) : '',
        kept > 0 ? t('library.inWorkKept', { count: kept }) : '',
      ].filter((part) => part !== '')
      if (text.length === 0) return
      const undo = { label: t('video.undo'), onClick: () => restore.mutate(done) }
      say(text.join(' '), done.length > 0 ? undo : undefined)
    },
    onError: () => say(t('library.notDeleted')),
    onSettled: readAgain,
  })
}
