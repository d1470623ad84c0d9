import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { relative } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { State } from '../../ui/state.tsx'
import { Table } from '../../ui/table.tsx'
import { say } from '../../ui/toast.tsx'
import { useWorkerActions, type Worker } from './machines.ts'

/** Who takes tasks, and what they run. */
export function Workers({ query }: { query: UseQueryResult<Worker[]> }) {
  const { t } = useTranslation()
  if (query.isPending) return <Lines count={2} height="h-8" />
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  if (query.data.length === 0) return <p className="text-sm text-soft">{t('admin.workers.none')}</p>
  return (
    <Table
      label={t('admin.workers.title')}
      rows={query.data}
      keyOf={({ worker_id }) => worker_id}
      columns={[
        {
          head: t('admin.workers.host'),
          isWide: true,
          cell: ({ host, pid, version }) => (
            <>
              {host}
              <span className="pl-3 text-xs text-faint">{t('admin.workers.about', { pid, version })}</span>
            </>
          ),
        },
        {
          head: t('admin.status'),
          cell: ({ is_alive, draining_since }) => (
            <State tone={!is_alive ? 'bad' : draining_since === null ? 'good' : 'off'}>
              {t(
                !is_alive
                  ? 'admin.workers.silent'
                  : draining_since === null
                    ? 'admin.workers.takes'
                    : 'admin.workers.drains',
              )}
            </State>
          ),
        },
        { head: t('admin.workers.runs'), isNumber: true, cell: ({ task_ids }) => task_ids.length },
        {
          head: t('admin.workers.seen'),
          isNumber: true,
          cell: ({ seen_at }) => <span className="text-soft">{relative(seen_at)}</span>,
        },
        { head: '', isNumber: true, cell: (worker) => <Doing worker={worker} /> },
      ]}
    />
  )
}

function Doing({ worker: { worker_id, host, draining_since } }: { worker: Worker }) {
  const { t } = useTranslation()
  const { drain, resume } = useWorkerActions(worker_id)
  const [act, name, said] =
    draining_since === null
      ? ([drain, t('admin.workers.drain'), t('admin.workers.isDraining', { host })] as const)
      : ([resume, t('admin.workers.resume'), t('admin.workers.isBack', { host })] as const)
  return (
    <Button
      aria-label={`${name}: ${host}`}
      disabled={act.isPending}
      onClick={() => act.mutate(undefined, { onSuccess: () => say(said) })}
    >
      {name}
    </Button>
  )
}
