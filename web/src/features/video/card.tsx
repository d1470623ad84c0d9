import { Link } from '@tanstack/react-router'
import { CircleSlash, Play, RotateCcw, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../lib/api.ts'
import { credits, duration, percent } from '../../lib/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useCancelVideo, useRetryVideo } from './videos.ts'

/** A video of the feed: what becomes of it, then the video itself. */
export function VideoCard({ task, onReuse }: { task: Task; onReuse: (task: Task) => void }) {
  const { t } = useTranslation()
  const cancel = useCancelVideo()
  const retry = useRetryVideo()
  const { params, cost } = task
  const isNew = task.task_id.startsWith('new-')
  const inWork = task.status === 'queued' || task.status === 'running'
  return (
    <article className="flex flex-col gap-2">
      <Frame task={task} />
      <p className="line-clamp-2 text-sm">{task.prompt ?? t('video.untitled')}</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="tabular flex-1 text-xs text-faint">
          {duration(params.duration_seconds)} · {params.resolution || params.aspect_ratio}
          {!isNew && ` · ${t('video.cost', { amount: credits(cost) })}`}
        </p>
        <div className="-mr-3 flex">
          {inWork && !isNew && (
            <Button look="quiet" disabled={cancel.isPending} onClick={() => cancel.mutate(task.task_id)}>
              {t('video.cancel')}
            </Button>
          )}
          {task.status === 'failed' && task.model !== 'enhance' && (
            <Button look="quiet" disabled={retry.isPending} onClick={() => retry.mutate(task.task_id)}>
              <RotateCcw size={16} aria-hidden />
              {t('video.retry')}
            </Button>
          )}
          {!isNew && task.prompt !== null && (
            <Button look="quiet" title={t('video.reuseLabel')} onClick={() => onReuse(task)}>
              {t('video.reuse')}
            </Button>
          )}
          {task.status === 'completed' && (
            <Link to="/v/$task_id" params={{ task_id: task.task_id }} className={buttonClass('quiet')}>
              {t('video.open')}
            </Link>
          )}
        </div>
      </div>
    </article>
  )
}

/** The picture, in the video's shape: its poster, or where it stands. */
export function Frame({ task }: { task: Task }) {
  const { width_px, height_px } = task.media ?? task.params
  return (
    <div
      className="relative overflow-hidden rounded-media bg-surface"
      style={{ aspectRatio: `${width_px} / ${height_px}` }}
    >
      {task.status === 'completed' ? <Poster task={task} /> : <Standing task={task} />}
    </div>
  )
}

function Poster({ task }: { task: Task }) {
  const { t } = useTranslation()
  const [isPlaying, setPlaying] = useState(false)
  const { poster_url, preview_url } = task.media ?? { poster_url: null, preview_url: null }
  const canPlay = preview_url !== null && !matchMedia('(prefers-reduced-motion: reduce)').matches
  return (
    <Link
      to="/v/$task_id"
      params={{ task_id: task.task_id }}
      aria-label={`${t('video.play')}: ${task.prompt ?? t('video.untitled')}`}
      className="group block size-full"
      onMouseEnter={() => setPlaying(canPlay)}
      onMouseLeave={() => setPlaying(false)}
    >
      {poster_url !== null && (
        <img src={poster_url} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      )}
      {isPlaying && (
        <video
          src={preview_url!}
          autoPlay
          muted
          loop
          playsInline
          className="absolute inset-0 size-full object-cover"
        />
      )}
      <span className="absolute bottom-2 left-2 rounded-full bg-black/60 p-2 text-white opacity-0 transition-opacity duration-150 group-hover:opacity-100 group-focus-visible:opacity-100">
        <Play size={16} aria-hidden />
      </span>
    </Link>
  )
}

/** In words: what a video that is not done is waiting for, how far it is, or what went wrong. */
function Standing({ task }: { task: Task }) {
  const { t } = useTranslation()
  const elapsed_s = useElapsed(task.status === 'running' ? task.started_at : null)
  if (task.status === 'failed') {
    const isCanceled = task.error?.code === 'canceled'
    return (
      <div className="absolute inset-0 flex flex-col items-start justify-end gap-1 p-4 text-sm">
        {isCanceled ? (
          <CircleSlash size={20} aria-hidden className="text-faint" />
        ) : (
          <TriangleAlert size={20} aria-hidden className="text-bad" />
        )}
        <p>{isCanceled ? t('video.canceled') : (task.error?.message ?? t('video.failed'))}</p>
        {task.cost > 0 && (
          <p className="text-xs text-soft">{t('video.returned', { amount: credits(task.cost) })}</p>
        )}
      </div>
    )
  }
  if (task.status === 'queued') {
    const { position, estimated_seconds, reason } = task.queue ?? {
      position: null,
      estimated_seconds: null,
      reason: null,
    }
    return (
      <div className="absolute inset-0 flex flex-col items-start justify-end gap-1 p-4 text-sm">
        <p>
          {t('video.queued')}
          {position !== null && ` · ${t('video.position', { position })}`}
        </p>
        <p className="tabular text-xs text-soft">
          {[
            estimated_seconds !== null && estimated_seconds > 0
              ? t('video.soon', { time: duration(estimated_seconds) })
              : '',
            reason === null ? '' : t(`video.reason.${reason}`),
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
      </div>
    )
  }
  const progress = task.progress ?? 0
  return (
    <div className="absolute inset-0 flex flex-col items-start justify-end gap-2 p-4 text-sm">
      <p className="tabular">
        {progress >= 1 ? t('video.storing') : t('video.running')}
        {progress > 0 && progress < 1 && ` · ${percent(progress)}`}
        {elapsed_s > 1 && <span className="text-soft"> · {duration(elapsed_s)}</span>}
      </p>
      <div
        role="progressbar"
        aria-label={t('video.running')}
        aria-valuenow={Math.round(progress * 100)}
        className="h-1 w-full overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full origin-left bg-accent transition-transform duration-500 ease-out"
          style={{ transform: `scaleX(${progress})` }}
        />
      </div>
    </div>
  )
}

/** Seconds since an instant, counted while it is given. */
function useElapsed(since: string | null): number {
  const [now, setNow] = useState(Date.now)
  const timer = useRef(0)
  useEffect(() => {
    if (since === null) return
    timer.current = window.setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer.current)
  }, [since])
  return since === null ? 0 : Math.max(0, (now - Date.parse(since)) / 1000)
}
