import { Check, CircleSlash, TriangleAlert } from 'lucide-react'
import type { TFunction } from 'i18next'
import { memo, type MouseEvent, useState } from 'react'
import { type Task, urlOf } from '../../lib/api.ts'
import { duration, percent } from '../../lib/format.ts'
import type { Tile } from './layout.ts'

/** A video in the library: its poster, the clip while somebody looks at it, and the mark that chooses it. */
export const VideoTile = memo(function VideoTile({
  t,
  tile: { task, index, left, width },
  height,
  isTabbable,
  isPlaying,
  isChosen,
  isChoosing,
  onFocus,
  onToggle,
  onChooseTo,
  onOpen,
}: {
  /** Given, and not asked for by each of the many. */
  t: TFunction
  tile: Tile
  height: number
  isTabbable: boolean
  isPlaying: boolean
  isChosen: boolean
  /** Whether any is chosen: then a click chooses. */
  isChoosing: boolean
  onFocus: (index: number) => void
  onToggle: (task: Task, index: number) => void
  onChooseTo: (index: number) => Promise<void>
  onOpen: (task: Task) => void
}) {
  const [isHovered, setHovered] = useState(false)
  const onClick = (event: MouseEvent): void => {
    const isOnMark = (event.target as Element).closest('[data-mark]') !== null
    if (event.shiftKey) void onChooseTo(index)
    else if (isOnMark || isChoosing) onToggle(task, index)
    else if (event.ctrlKey || event.metaKey) open(`/v/${task.task_id}`)
    else onOpen(task)
  }
  const { poster_url = null, preview_url = null } = task.media ?? {}
  // Only where one can see it: most of the tiles that rush by have none.
  const showsMark = isChosen || isChoosing || isHovered || isTabbable
  const showsClip = preview_url !== null && (isPlaying || (isHovered && canMove()))
  return (
    // The keys are the grid's.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="gridcell"
      data-index={index}
      tabIndex={isTabbable ? 0 : -1}
      aria-selected={isChosen}
      aria-label={labelOf(task, t)}
      onFocus={() => onFocus(index)}
      onPointerEnter={({ pointerType }) => setHovered(pointerType === 'mouse')}
      onPointerLeave={() => setHovered(false)}
      onClick={onClick}
      className={`group absolute top-0 h-full cursor-pointer rounded-media bg-surface select-none [-webkit-touch-callout:none] ${isChosen ? 'outline-2 -outline-offset-2 outline-accent' : ''} focus-visible:outline-2 focus-visible:outline-offset-2`}
      style={{ left, width, height }}
    >
      {task.status === 'completed' ? (
        poster_url === null ? (
          <p className="p-3 text-xs text-faint">
            {task.download_url === null ? t('library.removed') : task.prompt}
          </p>
        ) : (
          <img
            src={urlOf(poster_url)}
            alt=""
            decoding="async"
            draggable={false}
            className={`size-full rounded-media object-cover ${isChosen ? 'p-2' : ''}`}
          />
        )
      ) : (
        <Standing task={task} t={t} />
      )}
      {showsClip && (
        <video
          src={urlOf(preview_url)}
          autoPlay
          muted
          loop
          playsInline
          className="absolute inset-0 size-full rounded-media object-cover"
        />
      )}
      {task.status === 'completed' && (
        <span className="tabular pointer-events-none absolute right-2 bottom-2 rounded-control bg-black/70 px-1.5 text-xs text-white">
          {duration(task.media?.duration_s ?? task.params.duration_seconds)}
        </span>
      )}
      {task.model === 'enhance' && task.params.target !== null && (
        <span className="pointer-events-none absolute bottom-2 left-2 rounded-control bg-black/70 px-1.5 text-xs text-white">
          {task.params.target === '2k' ? '2K' : '1080p'}
        </span>
      )}
      {showsMark && <Mark isChosen={isChosen} isSteady={isChosen || isChoosing} />}
    </div>
  )
})

function Mark({ isChosen, isSteady }: { isChosen: boolean; isSteady: boolean }) {
  return (
    <span
      data-mark
      aria-hidden
      className={`absolute top-0 left-0 flex p-2 transition-opacity duration-150 ${isSteady ? '' : 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:hidden'}`}
    >
      <span
        className={`flex size-6 items-center justify-center rounded-full border-2 ${isChosen ? 'border-accent bg-accent text-on-accent' : 'border-white bg-black/40 text-transparent'}`}
      >
        <Check size={16} />
      </span>
    </span>
  )
}

const canMove = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches

/** Why a video failed, in a word or two. */
function whyOf({ error }: Task, t: TFunction): string {
  switch (error?.code ?? '') {
    case 'canceled':
      return t('video.canceled')
    case 'deadline_exceeded':
      return t('library.why.late')
    case 'out_of_memory':
      return t('library.why.memory')
    case 'model_misconfigured':
      return t('library.why.model')
    case 'worker_lost':
    case 'engine_lost_task':
      return t('library.why.lost')
    default:
      return t('video.failed')
  }
}

function labelOf(task: Task, t: TFunction): string {
  const state = {
    completed: () => duration(task.media?.duration_s ?? task.params.duration_seconds),
    failed: () => whyOf(task, t),
    queued: () => t('video.queued'),
    running: () => t('video.running'),
  }[task.status]()
  return `${task.prompt ?? t('video.untitled')}, ${state}`
}

/** What is no video yet, or never will be one. */
function Standing({ task, t }: { task: Task; t: TFunction }) {
  const progress = task.progress ?? 0
  const Icon = task.error?.code === 'canceled' ? CircleSlash : TriangleAlert
  return (
    <div className="flex size-full flex-col justify-end gap-1 p-3 text-xs">
      {task.status === 'failed' ? (
        <>
          <p className="flex items-center gap-1.5 text-soft">
            <Icon
              size={16}
              aria-hidden
              className={`shrink-0 ${Icon === CircleSlash ? 'text-faint' : 'text-bad'}`}
            />
            {whyOf(task, t)}
          </p>
          <p className="line-clamp-2 text-faint">{task.prompt}</p>
        </>
      ) : (
        <>
          <p className="tabular text-soft">
            {task.status === 'queued' ? t('video.queued') : t('video.running')}
            {progress > 0 && progress < 1 && ` · ${percent(progress)}`}
          </p>
          <p className="line-clamp-2 text-faint">{task.prompt}</p>
          {task.status === 'running' && (
            <span className="h-1 w-full overflow-hidden rounded-full bg-line">
              <span
                className="block h-full origin-left bg-accent transition-transform duration-500 ease-out"
                style={{ transform: `scaleX(${progress})` }}
              />
            </span>
          )}
        </>
      )}
    </div>
  )
}
