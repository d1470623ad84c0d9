import { Link } from '@tanstack/react-router'
import { Ellipsis, RotateCcw } from 'lucide-react'
import { lazy, memo, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../lib/api.ts'
import { credits } from '../../lib/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { say } from '../../ui/toast.tsx'
import { Poster } from './poster.tsx'
import { Standing } from './standing.tsx'
import { useCancelVideo, useRetryVideo } from './videos.ts'

const loadMenu = () => import('./card-menu.tsx')
const CardMenu = lazy(async () => ({ default: (await loadMenu()).CardMenu }))
const Confirm = lazy(async () => ({ default: (await import('../../ui/confirm.tsx')).Confirm }))

/** A video of the feed: what becomes of it, then the video itself, and what can be done with it. */
export const VideoCard = memo(function VideoCard({
  task,
  isFirst = false,
  onReuse,
}: {
  task: Task
  isFirst?: boolean
  onReuse: (task: Task, withSeed?: boolean) => void
}) {
  const { t } = useTranslation()
  const retry = useRetryVideo()
  const { task_id, status, model, prompt } = task
  const isNew = task_id.startsWith('new-')
  const isEnhanced = model === 'enhance'
  const canReuse = !isNew && prompt !== null && !isEnhanced
  return (
    <article className="flex flex-col gap-1.5">
      <Frame task={task} isFirst={isFirst}>
        {status === 'failed' && !isEnhanced && (
          <Button
            disabled={retry.isPending}
            onClick={() => retry.mutate(task_id, { onError: ({ message }) => say(message) })}
          >
            <RotateCcw size={16} aria-hidden />
            {t('video.retry')}
          </Button>
        )}
      </Frame>
      <p className="line-clamp-2 text-sm">{prompt ?? t('video.untitled')}</p>
      <div className="flex flex-wrap items-center gap-x-2">
        <Figures task={task} />
        <div className="-mr-2 flex">
          {(status === 'queued' || status === 'running') && !isNew && <Cancel task={task} />}
          {status === 'completed' && (
            <Link to="/v/$task_id" params={{ task_id }} className={buttonClass('quiet', action)}>
              {t('video.open')}
            </Link>
          )}
          {status === 'completed' && !isEnhanced && task.enhance_task_id === null && (
            <Link
              to="/v/$task_id"
              params={{ task_id }}
              search={{ enhance: true }}
              className={buttonClass('quiet', action)}
            >
              {t('video.enhance')}
            </Link>
          )}
          {canReuse && (
            <Button
              look="quiet"
              className={action}
              title={t('video.reuseLabel')}
              onClick={() => onReuse(task)}
            >
              {t('video.reuse')}
            </Button>
          )}
          {!isNew && <More task={task} onVariations={canReuse ? () => onReuse(task, false) : undefined} />}
        </div>
      </div>
    </article>
  )
})

const action = 'px-2! text-xs!'

/** What is not seen on the picture itself: how large, and what it cost or will. */
function Figures({ task: { params, media, cost, cost_status, status } }: { task: Task }) {
  const { t } = useTranslation()
  const { width_px, height_px } = media ?? params
  const size =
    params.target === null ? params.resolution || params.aspect_ratio : `${width_px} × ${height_px}`
  return (
    <p className="tabular flex-1 text-xs whitespace-nowrap text-faint">
      {size}
      {cost > 0 && cost_status === 'held' && ` · ${t('video.held', { amount: credits(cost) })}`}
      {cost > 0 && cost_status === 'charged' && status === 'completed' && ` · ${credits(cost)}`}
    </p>
  )
}

/** Cancels what waits at once, and asks before it throws away what is being made. */
function Cancel({ task: { task_id, status, cost } }: { task: Task }) {
  const { t } = useTranslation()
  const cancel = useCancelVideo()
  const [isAsking, setAsking] = useState(false)
  const go = (): void =>
    cancel.mutate(task_id, {
      onSuccess: () => setAsking(false),
      onError: ({ message }) => {
        setAsking(false)
        say(message)
      },
    })
  return (
    <>
      <Button
        look="quiet"
        className={action}
        disabled={cancel.isPending}
        onClick={() => (status === 'running' ? setAsking(true) : go())}
      >
        {t('video.cancel')}
      </Button>
      <Suspense>
        {isAsking && (
          <Confirm
            title={t('video.cancelTitle')}
            action={t('video.cancelIt')}
            isOpen
            isBusy={cancel.isPending}
            onConfirm={go}
            onClose={() => setAsking(false)}
          >
            {t('video.cancelText', { amount: credits(cost) })}
          </Confirm>
        )}
      </Suspense>
    </>
  )
}

/** The other things to do; their menu comes when it is first wanted. */
function More({ task, onVariations }: { task: Task; onVariations: (() => void) | undefined }) {
  const { t } = useTranslation()
  const [isWanted, setWanted] = useState(false)
  const button = (
    <button
      type="button"
      aria-label={t('video.more')}
      aria-haspopup="menu"
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setWanted(true)}
      className={buttonClass('quiet', 'px-2!')}
    >
      <Ellipsis size={16} aria-hidden />
    </button>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <CardMenu task={task} trigger={button} onVariations={onVariations} />
    </Suspense>
  )
}

/**
 * The picture, in the video's shape: its poster, or where it stands, with what to do about it. One that is not wide stands in the
 * middle, so that rows of cards have no holes.
 */
export function Frame({
  task,
  isFirst = false,
  children,
}: {
  task: Task
  isFirst?: boolean
  children?: ReactNode
}) {
  const { width_px, height_px } = task.media ?? task.params
  const shape = `${width_px} / ${height_px}`
  const isWide = width_px / height_px > 1.4
  return (
    <div
      className={`relative flex justify-center overflow-hidden rounded-media bg-surface ${isWide ? '' : 'aspect-square sm:aspect-video'}`}
      style={isWide ? { aspectRatio: shape } : {}}
    >
      {task.status === 'completed' ? (
        <div className="h-full" style={{ aspectRatio: shape }}>
          <Poster task={task} isFirst={isFirst} />
        </div>
      ) : (
        <Standing task={task}>{children}</Standing>
      )}
    </div>
  )
}
