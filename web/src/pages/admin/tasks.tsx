import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Days } from '../../features/admin/days.tsx'
import { Head } from '../../features/admin/head.tsx'
import { OneUser } from '../../features/admin/one-user.tsx'
import { TaskList } from '../../features/admin/task-list.tsx'
import { type TaskFilter, tasksQuery, taskStatuses } from '../../features/admin/tasks.ts'
import { dayOf } from '../../lib/days.ts'
import { knownOf, withoutEmpty } from '../../lib/filter.ts'
import { modelsQuery } from '../../lib/models.ts'
import { Choice } from '../../ui/choice.tsx'

export function TasksPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { status, model, user_id, from, to, page, cursor } = useSearch({ from: '/signed-in/admin/tasks' })
  const filter: TaskFilter = withoutEmpty({
    status: knownOf(taskStatuses, status),
    model,
    user_id,
    from: dayOf(from),
    to: dayOf(to),
    page,
    cursor,
  })
  const tasks = useQuery(tasksQuery(filter))
  const { data: models = [] } = useQuery(modelsQuery)
  const names = [...new Set([...models.map((each) => each.model), ...(model === undefined ? [] : [model])])]
  const set = (change: { [K in keyof TaskFilter]: TaskFilter[K] | undefined }): void =>
    void navigate({
      to: '/admin/tasks',
      search: withoutEmpty({ ...filter, page: undefined, cursor: undefined, ...change }),
    })
  return (
    <div className="flex flex-col gap-4">
      <Head title={t('admin.nav.tasks')} text={t('admin.tasks.text')} />
      <div className="flex flex-wrap items-end gap-3">
        <Choice
          label={t('admin.status')}
          value={filter.status ?? ''}
          options={[
            { value: '', label: t('admin.any') },
            ...taskStatuses.map((value) => ({ value, label: t(`admin.tasks.status.${value}`) })),
          ]}
          onChange={(value) => set({ status: value === '' ? undefined : value })}
        />
        <Choice
          label={t('admin.model')}
          value={model ?? ''}
          options={[{ value: '', label: t('admin.any') }, ...names.map((value) => ({ value, label: value }))]}
          onChange={(value) => set({ model: value })}
        />
        <Days {...filter} onChange={set} />
        {user_id !== undefined && <OneUser user_id={user_id} onClear={() => set({ user_id: undefined })} />}
      </div>
      <TaskList query={tasks} isOfOne={user_id !== undefined} onPage={set} />
    </div>
  )
}
