import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Head, linkClass } from '../../features/admin/head.tsx'
import { List } from '../../features/admin/list.tsx'
import { type Queue, queuesQuery, useQueueActions } from '../../features/admin/machines.ts'
import { duration, number } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { State } from '../../ui/state.tsx'
import { say } from '../../ui/toast.tsx'

export function QueuesPage() {
  const { t } = useTranslation()
  const queues = useQuery(queuesQuery)
  return (
    <div className="flex flex-col gap-4">
      <Head title={t('admin.nav.queues')} text={t('admin.queues.text')} />
      <List
        label={t('admin.nav.queues')}
        query={queues}
        keyOf={({ model }) => model}
        empty={t('admin.queues.none')}
        columns={[
          {
            head: t('admin.model'),
            isWide: true,
            cell: ({ model }) => (
              <Link to="/admin/tasks" search={{ model }} className={linkClass}>
                {model}
              </Link>
            ),
          },
          { head: t('admin.status'), cell: (queue) => <QueueState queue={queue} /> },
          { head: t('admin.queues.waiting'), isNumber: true, cell: ({ queued }) => number(queued) },
          { head: t('admin.queues.running'), isNumber: true, cell: ({ running }) => number(running) },
          {
            head: t('admin.queues.oldest'),
            isNumber: true,
            cell: ({ queued, oldest_wait_s }) => (queued > 0 ? duration(oldest_wait_s) : '–'),
          },
          { head: t('admin.queues.slots'), isNumber: true, cell: ({ slots }) => number(slots) },
          { head: '', isNumber: true, cell: (queue) => <Doing queue={queue} /> },
        ]}
      />
    </div>
  )
}

function QueueState({ queue: { paused_at, slots, queued } }: { queue: Queue }) {
  const { t } = useTranslation()
  if (paused_at !== null) return <State tone="bad">{t('admin.queues.paused')}</State>
  if (slots === 0) return <State tone={queued > 0 ? 'bad' : 'off'}>{t('admin.queues.noEngine')}</State>
  return <State tone="good">{t('admin.queues.open')}</State>
}

function Doing({ queue: { model, paused_at, queued } }: { queue: Queue }) {
  const { t } = useTranslation()
  const { pause, resume } = useQueueActions(model)
  const [isAsking, setAsking] = useState(false)
  if (paused_at !== null)
    return (
      <>
        {resume.isError && <ErrorNotice error={resume.error} />}
        <Button
          aria-label={`${t('admin.queues.resume')}: ${model}`}
          disabled={resume.isPending}
          onClick={() =>
            resume.mutate(undefined, { onSuccess: () => say(t('admin.queues.resumed', { model })) })
          }
        >
          {t('admin.queues.resume')}
        </Button>
      </>
    )
  return (
    <>
      <Button aria-label={`${t('admin.queues.pause')}: ${model}`} onClick={() => setAsking(true)}>
        {t('admin.queues.pause')}
      </Button>
      <Confirm
        title={t('admin.queues.pauseTitle', { model })}
        action={t('admin.queues.pause')}
        isOpen={isAsking}
        isBusy={pause.isPending}
        error={pause.error}
        onConfirm={() =>
          pause.mutate(undefined, {
            onSuccess: () => {
              setAsking(false)
              say(t('admin.queues.isPaused', { model }))
            },
          })
        }
        onClose={() => setAsking(false)}
      >
        {t('admin.queues.pauseText', { count: queued })}
      </Confirm>
    </>
  )
}
