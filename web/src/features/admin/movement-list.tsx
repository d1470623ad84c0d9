import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { credits } from '../../lib/format.ts'
import type { PagePlace } from '../../ui/pager.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { linkClass } from './head.tsx'
import { List, type Listed } from './list.tsx'
import { changeOf } from './money.ts'
import { Time } from './task-list.tsx'
import type { Movement } from './tasks.ts'

function useColumns(leaveOut: 'user' | 'task' | undefined): Column<Movement>[] {
  const { t } = useTranslation()
  const user: Column<Movement> = {
    head: t('admin.owner'),
    cell: ({ user_id, user_email }) => (
      <Link to="/admin/users/$user_id" params={{ user_id }} className={linkClass}>
        {user_email ?? t('admin.gone')}
      </Link>
    ),
  }
  const task: Column<Movement> = {
    head: t('admin.ledger.task'),
    cell: ({ task_id }) =>
      task_id !== null && (
        <Link
          to="/admin/tasks/$task_id"
          params={{ task_id }}
          className={`${linkClass} font-mono text-xs whitespace-nowrap`}
        >
          {task_id.slice(0, 12)}…
        </Link>
      ),
  }
  return [
    { head: t('admin.when'), cell: ({ created_at }) => <Time at={created_at} /> },
    ...(leaveOut === undefined ? [user] : []),
    {
      head: t('admin.ledger.kind'),
      isWide: true,
      cell: ({ kind, reason, actor, user_id }) => (
        <>
          {t(`admin.ledger.kinds.${kind}`)}
          <span className="pl-3 text-xs text-faint">
            {[reason, actor !== user_id && actor !== 'system' && t('admin.ledger.byAdmin')]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      ),
    },
    ...(leaveOut === 'task' ? [] : [task]),
    {
      head: t('admin.ledger.change'),
      isNumber: true,
      cell: (movement) => {
        const change = changeOf(movement)
        if (change === undefined) return <span className="text-faint">{t('admin.ledger.heldOnly')}</span>
        return (
          <span className={change.amount > 0 ? 'text-good' : ''}>
            {change.amount > 0 && '+'}
            {credits(change.amount)}
          </span>
        )
      },
    },
    {
      head: t('admin.ledger.after'),
      isNumber: true,
      cell: (movement) => {
        const after = changeOf(movement)?.balance_after
        return typeof after === 'number' && <span className="text-soft">{credits(after)}</span>
      },
    },
  ]
}

/** A page of the ledger; of one user without the column that names whom. */
export function MovementList({
  query,
  isOfOne = false,
  onPage,
}: {
  query: UseQueryResult<Listed<Movement>>
  isOfOne?: boolean
  onPage?: (place: PagePlace) => void
}) {
  const { t } = useTranslation()
  return (
    <List
      label={t('admin.nav.ledger')}
      query={query}
      keyOf={({ transaction_id }) => transaction_id}
      empty={t('admin.ledger.none')}
      columns={useColumns(isOfOne ? 'user' : undefined)}
      {...(onPage && { onPage })}
    />
  )
}

/** What one task moved. */
export function MovementsOfTask({ movements }: { movements: readonly Movement[] }) {
  const { t } = useTranslation()
  return (
    <Table
      label={t('admin.task.movements')}
      columns={useColumns('task')}
      rows={movements}
      keyOf={({ transaction_id }) => transaction_id}
    />
  )
}
