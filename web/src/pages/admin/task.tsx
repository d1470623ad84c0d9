import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AmountDialog } from '../../features/admin/amount-dialog.tsx'
import { Head, linkClass, Part } from '../../features/admin/head.tsx'
import { MovementsOfTask } from '../../features/admin/movement-list.tsx'
import { TaskState, Time } from '../../features/admin/task-list.tsx'
import { refundedOf, type TaskDetail, taskQuery, useTaskActions } from '../../features/admin/tasks.ts'
import { clockTime, credits, dateTime } from '../../lib/format.ts'
import { fromMinor } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { Danger } from '../../ui/danger.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Table } from '../../ui/table.tsx'
import { say } from '../../ui/toast.tsx'

export function TaskPage() {
  const { t } = useTranslation()
  const { task_id } = useParams({ from: '/signed-in/admin/tasks/$task_id' })
  const task = useQuery(taskQuery(task_id))
  const back = { to: '/admin/tasks', text: t('admin.nav.tasks') } as const
  if (task.isPending) return <Lines count={6} />
  if (task.isError) return <ErrorNotice error={task.error} onRetry={() => void task.refetch()} />
  const { attempts, movements, prompt, error } = task.data
  return (
    <div className="flex flex-col gap-8">
      <Head title={t('admin.task.title')} text={prompt ?? undefined} back={back}>
        <Doings task={task.data} />
      </Head>
      <About task={task.data} />
      {error !== null && (
        <Part title={t('admin.task.error')}>
          <p className="text-sm">
            {error.message} <code className="pl-2 font-mono text-xs text-faint">{error.code}</code>
          </p>
        </Part>
      )}
      <Part title={t('admin.task.movements')}>
        {movements.length === 0 ? (
          <p className="text-sm text-soft">{t('admin.task.noMovements')}</p>
        ) : (
          <MovementsOfTask movements={movements} />
        )}
      </Part>
      <Part title={t('admin.task.attempts')}>
        {attempts.length === 0 ? (
          <p className="text-sm text-soft">{t('admin.task.noAttempts')}</p>
        ) : (
          <Table
            label={t('admin.task.attempts')}
            rows={attempts}
            keyOf={({ attempt }) => attempt}
            columns={[
              { head: '#', cell: ({ attempt }) => attempt },
              { head: t('admin.engine'), cell: ({ engine }) => engine },
              { head: t('admin.task.started'), cell: ({ started_at }) => <Time at={started_at} /> },
              {
                head: t('admin.task.ended'),
                cell: ({ ended_at }) => ended_at !== null && <Time at={ended_at} />,
              },
              {
                head: t('admin.task.outcome'),
                isWide: true,
                cell: ({ outcome, error: why }) => (
                  <>
                    {t(`admin.task.outcomes.${outcome ?? 'running'}`)}
                    {why && <span className="pl-3 text-xs text-faint">{`${why.message} (${why.code})`}</span>}
                  </>
                ),
              },
            ]}
          />
        )}
      </Part>
    </div>
  )
}

function About({ task }: { task: TaskDetail }) {
  const { t } = useTranslation()
  const { user_id, params } = task
  return (
    <Facts
      items={[
        [t('admin.status'), <TaskState key="status" status={task.status} />],
        [
          t('admin.owner'),
          <Link key="user" to="/admin/users/$user_id" params={{ user_id }} className={linkClass}>
            {task.user_email ?? t('admin.gone')}
          </Link>,
        ],
        [t('admin.model'), task.model],
        [t('admin.task.size'), `${params.width_px} × ${params.height_px}`],
        [t('admin.task.length'), clockTime(params.duration_seconds)],
        [t('admin.tasks.cost'), `${credits(task.cost)} · ${t(`admin.tasks.money.${task.cost_status}`)}`],
        [t('admin.task.submitted'), dateTime(task.created_at)],
        [t('admin.task.started'), task.started_at && dateTime(task.started_at)],
        [t('admin.task.ended'), task.completed_at && dateTime(task.completed_at)],
        [
          t('admin.id'),
          <code key="id" className="font-mono text-xs">
            {task.task_id}
          </code>,
        ],
      ]}
    />
  )
}

function Doings({ task }: { task: TaskDetail }) {
  const { t } = useTranslation()
  const { fail, refund } = useTaskActions(task.task_id)
  const [asking, setAsking] = useState<'fail' | 'refund'>()
  const owner = task.user_email ?? t('admin.gone')
  const left = task.cost_status === 'charged' ? task.cost - refundedOf(task.movements) : 0
  const onClose = (): void => {
    setAsking(undefined)
    fail.reset()
    refund.reset()
  }
  const done = (text: string) => ({
    onSuccess: () => {
      onClose()
      say(text)
    },
  })
  return (
    <div className="flex flex-wrap gap-2">
      {left > 0 && <Button onClick={() => setAsking('refund')}>{t('admin.task.refund')}</Button>}
      {task.completed_at === null && (
        <Button look="danger" onClick={() => setAsking('fail')}>
          {t('admin.task.fail')}
        </Button>
      )}
      {asking === 'refund' && (
        <AmountDialog
          title={t('admin.task.refundTitle', { owner })}
          action={t('admin.task.refund')}
          amount={fromMinor(String(left))}
          isBusy={refund.isPending}
          error={refund.error}
          onSend={(payment) =>
            refund.mutate(payment, done(t('admin.task.refunded', { owner, amount: credits(payment.amount) })))
          }
          onClose={onClose}
        >
          {t('admin.task.refundText', { charged: credits(task.cost), left: credits(left) })}
        </AmountDialog>
      )}
      {asking === 'fail' && (
        <Danger
          title={t('admin.task.failTitle', { owner })}
          action={t('admin.task.fail')}
          reason={t('admin.task.failReason')}
          isBusy={fail.isPending}
          error={fail.error}
          onConfirm={(reason) => fail.mutate(reason, done(t('admin.task.failedByHand')))}
          onClose={onClose}
        >
          {t('admin.task.failText')}
        </Danger>
      )}
    </div>
  )
}
