import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Overview, overviewQuery } from '../../features/admin/figures.ts'
import { Head, linkClass, Part } from '../../features/admin/head.tsx'
import { HealthList } from '../../features/admin/health-list.tsx'
import { HourBars } from '../../features/admin/hour-bars.tsx'
import { bytes, credits, duration, number, percent, relative } from '../../lib/format.ts'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { State, type Tone } from '../../ui/state.tsx'
import { Table } from '../../ui/table.tsx'

export function OverviewPage() {
  const { t } = useTranslation()
  const overview = useQuery(overviewQuery)
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <Head title={t('admin.nav.overview')} />
        <HealthList />
      </div>
      {overview.isPending && <Lines count={4} height="h-24" />}
      {overview.isError && <ErrorNotice error={overview.error} onRetry={() => void overview.refetch()} />}
      {overview.data && <Figures overview={overview.data} />}
    </div>
  )
}

function Figures({ overview }: { overview: Overview }) {
  const { t } = useTranslation()
  const { waiting, money, reconciliation, storage, users } = overview
  const queued = waiting.reduce((sum, { tasks }) => sum + tasks, 0)
  const failed = overview.failures.reduce((sum, { tasks }) => sum + tasks, 0)
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-6 sm:grid-cols-3 xl:grid-cols-6">
        <Figure name={t('admin.figures.running')} value={number(overview.running)} />
        <Figure name={t('admin.figures.waiting')} value={number(queued)} />
        <Figure name={t('admin.figures.failed')} value={number(failed)} />
        <Figure name={t('admin.figures.earned')} value={credits(money.captured - money.refunded)} />
        <Figure
          name={t('admin.figures.newUsers')}
          value={number(users.new_today)}
          hint={t('admin.figures.ofUsers', { total: number(users.total) })}
        />
        <Figure
          name={t('admin.figures.stored')}
          value={bytes(storage.stored_last_24_h_bytes)}
          hint={
            storage.disk === null
              ? t('admin.figures.bucket')
              : t('admin.figures.free', {
                  free: bytes(storage.disk.free_bytes),
                  share: percent(storage.disk.free_bytes / storage.disk.total_bytes),
                })
          }
        />
      </dl>
      <Part title={t('admin.figures.completed')}>
        <HourBars first_hour={overview.first_hour} counts={overview.completed_by_hour} />
      </Part>
      <div className="grid gap-x-12 gap-y-8 xl:grid-cols-2">
        <Part title={t('admin.nav.queues')} action={<More to="/admin/queues" />}>
          <Rows rows={waiting} empty={t('admin.figures.nothingWaits')} keyOf={({ model }) => model}>
            {({ model, tasks, oldest_wait_s, is_paused }) => (
              <>
                <span className="min-w-0 flex-1 truncate">{model}</span>
                {is_paused && <State tone="bad">{t('admin.queues.paused')}</State>}
                <span className="tabular text-soft">
                  {t('admin.figures.wait', { count: tasks, wait: duration(oldest_wait_s) })}
                </span>
              </>
            )}
          </Rows>
        </Part>
        <Part title={t('admin.nav.engines')} action={<More to="/admin/engines" />}>
          <Rows rows={overview.engines} empty={t('admin.engines.none')} keyOf={({ engine }) => engine}>
            {({ engine, state, slots, free_slots }) => (
              <>
                <span className="min-w-0 flex-1 truncate">{engine}</span>
                <span className="tabular text-soft">
                  {t('admin.engines.busy', { busy: slots - free_slots, count: slots })}
                </span>
                <span className="w-32">
                  <State tone={engineTones[state]}>{t(`admin.figures.state.${state}`)}</State>
                </span>
              </>
            )}
          </Rows>
        </Part>
      </div>
      <Part title={t('admin.figures.failures')}>
        {overview.failures.length === 0 ? (
          <p className="text-sm text-soft">{t('admin.figures.noFailures')}</p>
        ) : (
          <Table
            label={t('admin.figures.failures')}
            rows={overview.failures}
            keyOf={({ code }) => code}
            columns={[
              { head: t('admin.figures.why'), isWide: true, cell: ({ message }) => message },
              {
                head: t('admin.figures.codeName'),
                cell: ({ code }) => <code className="font-mono text-xs">{code}</code>,
              },
              { head: t('admin.nav.tasks'), isNumber: true, cell: ({ tasks }) => number(tasks) },
            ]}
          />
        )}
      </Part>
      <Part title={t('admin.figures.money')} action={<More to="/admin/ledger" />}>
        <dl className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-4">
          <Figure isSmall name={t('admin.figures.toppedUp')} value={credits(money.topped_up)} />
          <Figure isSmall name={t('admin.figures.held')} value={credits(money.held)} />
          <Figure isSmall name={t('admin.figures.captured')} value={credits(money.captured)} />
          <Figure isSmall name={t('admin.figures.refunded')} value={credits(money.refunded)} />
        </dl>
        <p className="pt-2 text-sm">
          {reconciliation === null ? (
            <State tone="off">{t('admin.figures.notChecked')}</State>
          ) : (
            <State tone={reconciliation.is_clean ? 'good' : 'bad'}>
              {t(reconciliation.is_clean ? 'admin.figures.clean' : 'admin.figures.notClean', {
                ago: relative(reconciliation.checked_at),
              })}
            </State>
          )}
        </p>
      </Part>
    </>
  )
}

const engineTones: Record<Overview['engines'][number]['state'], Tone> = {
  working: 'busy',
  idle: 'good',
  draining: 'off',
  unreachable: 'bad',
  starting: 'busy',
  off: 'off',
  taken_out: 'off',
}

function Figure({
  name,
  value,
  hint,
  isSmall = false,
}: {
  name: string
  value: string
  hint?: string
  isSmall?: boolean
}) {
  return (
    <div className="flex flex-col">
      <dt className="text-xs text-faint">{name}</dt>
      <dd className={`tabular ${isSmall ? 'text-base' : 'text-xl'}`}>{value}</dd>
      {hint !== undefined && <dd className="tabular text-xs text-faint">{hint}</dd>}
    </div>
  )
}

function Rows<Row>({
  rows,
  empty,
  keyOf,
  children,
}: {
  rows: readonly Row[]
  empty: string
  keyOf: (row: Row) => string
  children: (row: Row) => ReactNode
}) {
  if (rows.length === 0) return <p className="text-sm text-soft">{empty}</p>
  return (
    <ul className="flex flex-col text-sm">
      {rows.map((row) => (
        <li key={keyOf(row)} className="flex items-baseline gap-4 border-t border-line py-2">
          {children(row)}
        </li>
      ))}
    </ul>
  )
}

function More({ to }: { to: '/admin/queues' | '/admin/engines' | '/admin/ledger' }) {
  const { t } = useTranslation()
  return (
    <Link to={to} className={`text-sm ${linkClass}`}>
      {t('admin.figures.open')}
    </Link>
  )
}
