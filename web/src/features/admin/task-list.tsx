import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { credits, dateTime, shortDateTime } from '../../lib/format.ts'
import type { PagePlace } from '../../ui/pager.tsx'
import { State, type Tone } from '../../ui/state.tsx'
import type { Column } from '../../ui/table.tsx'
import { linkClass } from './head.tsx'
import { List, type Listed } from './list.tsx'
import type { AdminTask } from './tasks.ts'

const tones: Record<AdminTask['status'], Tone> = {
  queued: 'off',
  running: 'busy',
  completed: 'good',
  failed: 'bad',
}

export function TaskState({ status }: { status: AdminTask['status'] }) {
  const { t } = useTranslation()
  return <State tone={tones[status]}>{t(`admin.tasks.status.${status}`)}</State>
}

/** Tasks of everybody, or of one user: then without a column that would say the same in each row. */
export function TaskList({
  query,
  isOfOne = false,
  onPage,
}: {
  query: UseQueryResult<Listed<AdminTask>>
  isOfOne?: boolean
  onPage?: (place: PagePlace) => void
}) {
  const { t } = useTranslation()
  const owner: Column<AdminTask> = {
    head: t('admin.owner'),
    cell: ({ user_id, user_email }) => (
      <Link to="/admin/users/$user_id" params={{ user_id }} className={linkClass}>
        {user_email ?? t('admin.gone')}
      </Link>
    ),
  }
  const columns: Column<AdminTask>[] = [
    { head: t('admin.when'), cell: ({ created_at }) => <Time at={created_at} /> },
    ...(isOfOne ? [] : [owner]),
    {
      head: t('admin.tasks.prompt'),
      isWide: true,
      cell: ({ task_id, prompt }) => (
        <Link to="/admin/tasks/$task_id" params={{ task_id }} className={linkClass}>
          {prompt ?? <span className="font-mono text-xs">{task_id}</span>}
        </Link>
      ),
    },
    { head: t('admin.model'), cell: ({ model }) => <span className="whitespace-nowrap">{model}</span> },
    { head: t('admin.status'), cell: ({ status }) => <TaskState status={status} /> },
    {
      head: t('admin.tasks.cost'),
      isNumber: true,
      cell: ({ cost, cost_status }) => (
        <>
          {credits(cost)}
          <span className="pl-2 text-xs text-faint">{t(`admin.tasks.money.${cost_status}`)}</span>
        </>
      ),
    },
  ]
  return (
    <List
      label={t('admin.nav.tasks')}
      query={query}
      keyOf={({ task_id }) => task_id}
      empty={t('admin.tasks.none')}
      columns={columns}
      {...(onPage && { onPage })}
    />
  )
}

export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={dateTime(at)} className="whitespace-nowrap text-soft">
      {shortDateTime(at)}
    </time>
  )
}
