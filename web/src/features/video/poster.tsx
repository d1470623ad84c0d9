import { Link } from '@tanstack/react-router'
import { type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Task, urlOf } from '../../lib/api.ts'
import { clockTime } from '../../lib/format.ts'

type Sprite = NonNullable<NonNullable<Task['media']>['sprite']>

/** The part of the picture, from below, in which the pointer scrubs. */
const scrubShare = 0.25

/**
 * A finished video as a picture: the pointer plays it, and at its lower edge runs through it. `isFirst`: it is seen as soon as
 * the page is, so that its picture comes with it.
 */
export function Poster({ task, isFirst }: { task: Task; isFirst: boolean }) {
  const { t } = useTranslation()
  const [isPlaying, setPlaying] = useState(false)
  /** Where the pointer is on its way through the video, from 0 to 1. */
  const [at, setAt] = useState<number>()
  const { media, params } = task
  const { poster_url, preview_url, sprite } = media ?? { poster_url: null, preview_url: null, sprite: null }
  const seconds = media?.duration_s ?? params.duration_seconds
  const canPlay = preview_url !== null && !matchMedia('(prefers-reduced-motion: reduce)').matches
  const onPointerMove = ({ pointerType, currentTarget, clientX, clientY }: PointerEvent): void => {
    if (pointerType !== 'mouse' || !sprite) return
    const { left, bottom, width, height } = currentTarget.getBoundingClientRect()
    const isLow = bottom - clientY < height * scrubShare
    setAt(isLow ? Math.min(0.999, Math.max(0, (clientX - left) / width)) : undefined)
  }
  return (
    <Link
      to="/v/$task_id"
      params={{ task_id: task.task_id }}
      className="relative block size-full focus-visible:-outline-offset-2"
      onPointerEnter={({ pointerType }) => setPlaying(canPlay && pointerType === 'mouse')}
      onPointerMove={onPointerMove}
      onPointerLeave={() => {
        setPlaying(false)
        setAt(undefined)
      }}
    >
      <span className="sr-only">{task.prompt ?? t('video.untitled')}</span>
      {poster_url !== null && (
        <img
          src={urlOf(poster_url)}
          alt=""
          loading={isFirst ? 'eager' : 'lazy'}
          decoding={isFirst ? 'sync' : 'async'}
          className="size-full object-cover"
        />
      )}
      {isPlaying && (
        <video
          src={urlOf(preview_url!)}
          autoPlay
          muted
          loop
          playsInline
          className="absolute inset-0 size-full object-cover"
        />
      )}
      {sprite && at !== undefined && <Scrubbed sprite={sprite} at={at} seconds={seconds} />}
      {params.target !== null && (
        <Badge className="top-2 left-2">{params.target === '2k' ? '2K' : params.target}</Badge>
      )}
      <Badge className="bottom-2 left-2">{clockTime(at === undefined ? seconds : at * seconds)}</Badge>
    </Link>
  )
}

function Scrubbed({ sprite, at, seconds }: { sprite: Sprite; at: number; seconds: number }) {
  const { url, columns, rows, seconds_each } = sprite
  const last = columns * rows - 1
  const cell = Math.min(last, Math.floor((at * seconds) / seconds_each))
  const [x, y] = [cell % columns, Math.floor(cell / columns)]
  const share = (of: number, index: number): string => `${of < 2 ? 0 : (index / (of - 1)) * 100}%`
  return (
    <span
      className="absolute inset-0"
      style={{
        backgroundImage: `url("${urlOf(url)}")`,
        backgroundSize: `${columns * 100}% ${rows * 100}%`,
        backgroundPosition: `${share(columns, x)} ${share(rows, y)}`,
      }}
    >
      <span className="absolute bottom-0 left-0 h-0.5 bg-accent" style={{ width: `${at * 100}%` }} />
    </span>
  )
}

function Badge({ className, children }: { className: string; children: string }) {
  return (
    <span className={`tabular absolute rounded-control bg-black/70 px-1.5 text-xs text-white ${className}`}>
      {children}
    </span>
  )
}
