import { useQuery } from '@tanstack/react-query'
import { CircleSlash, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../lib/api.ts'
import { credits, duration, percent } from '../../lib/format.ts'
import { attemptQuery } from './attempts.ts'
import { useElapsed } from './clock.ts'
import { LivePicture } from './live-picture.tsx'

/** In words: what a video that is not done is waiting for, how far it is, or what went wrong. */
export function Standing({ task, children }: { task: Task; children?: ReactNode }) {
  if (task.status === 'failed') return <Failed task={task}>{children}</Failed>
  if (task.status === 'queued') return <Queued task={task} />
  return <Running task={task} />
}

function Failed({ task: { error, cost, cost_status }, children }: { task: Task; children: ReactNode }) {
  const { t } = useTranslation()
  const isCanceled = error?.code === 'canceled'
  const Icon = isCanceled ? CircleSlash : TriangleAlert
  return (
    <div className="absolute inset-0 flex flex-col items-start justify-center gap-1 overflow-hidden p-5 text-sm">
      <p className="flex items-center gap-2 font-medium">
        <Icon size={16} aria-hidden className={isCanceled ? 'text-faint' : 'text-bad'} />
        {isCanceled ? t('video.canceled') : t('video.failed')}
      </p>
      <p className="line-clamp-3 text-soft">
        {!isCanceled && `${sentence(error?.message ?? '')} `}
        {cost > 0 && cost_status === 'released' && `${t('video.returned', { amount: credits(cost) })}.`}
      </p>
      {children !== undefined && <div className="flex gap-2 pt-2">{children}</div>}
    </div>
  )
}

/** With a full stop, so that another sentence can follow. */
const sentence = (text: string): string => (text === '' || /[.!?。！？]$/.test(text) ? text : `${text}.`)

function Queued({ task: { queue } }: { task: Task }) {
  const { t } = useTranslation()
  const { position, estimated_seconds, reason } = queue ?? {
    position: null,
    estimated_seconds: null,
    reason: null,
  }
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-1 p-4 text-center">
      <p className="tabular text-lg font-medium">
        {position === null ? t('video.queued') : t('video.position', { position })}
      </p>
      {estimated_seconds !== null && estimated_seconds > 0 && (
        <p className="tabular text-soft">{t('video.soon', { time: duration(estimated_seconds) })}</p>
      )}
      {reason !== null && <p className="text-xs text-faint">{t(`video.reason.${reason}`)}</p>}
    </div>
  )
}

function Running({ task: { task_id, progress: known, started_at, created_at } }: { task: Task }) {
  const { t } = useTranslation()
  const elapsed_s = useElapsed(started_at ?? created_at)
  const { data: attempt = 1 } = useQuery(attemptQuery(task_id))
  const progress = known ?? 0
  const isStoring = progress >= 1
  return (
    <div className="absolute inset-0 bg-linear-to-t from-raised to-surface">
      <LivePicture task_id={task_id} />
      <p className="tabular absolute bottom-3 left-3 rounded-control bg-black/70 px-2 py-0.5 text-sm text-white">
        {isStoring ? t('video.storing') : progress > 0 ? percent(progress) : t('video.running')}
        {elapsed_s > 1 && ` · ${duration(elapsed_s)}`}
        {attempt > 1 && ` · ${t('video.attempt', { attempt })}`}
      </p>
      <div
        role="progressbar"
        aria-label={t('video.running')}
        aria-valuenow={Math.round(progress * 100)}
        className="absolute inset-x-0 bottom-0 h-1 bg-line"
      >
        <div
          className={`h-full origin-left bg-accent transition-transform duration-500 ease-out ${isStoring ? 'animate-pulse' : ''}`}
          style={{ transform: `scaleX(${progress})` }}
        />
      </div>
    </div>
  )
}
