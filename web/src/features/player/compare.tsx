import { useQuery } from '@tanstack/react-query'
import { ChevronsLeftRight, Pause, Play } from 'lucide-react'
import { type PointerEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { resultUrl, type Task } from '../../lib/api.ts'
import { isWriting } from '../../lib/keys.ts'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/segments.tsx'
import { reportQuery } from './compare-report.ts'
import { frameAt, middleOf, stepFrames, useFrame } from './frames.ts'

const modes = ['wipe', 'side', 'flip'] as const
const zooms = ['fit', '100', '200'] as const
type Mode = (typeof modes)[number]
type Zoom = (typeof zooms)[number]

/** Two videos, in step to the frame, under one zoom: `after` is the larger or later one, whose pixels 100 % means. */
export function Compare({ before, after }: { before: Task; after: Task }) {
  const { t } = useTranslation()
  const isEnhanced = after.model === 'enhance' && after.parent_task_id === before.task_id
  const names = isEnhanced
    ? { before: t('compare.before'), after: t('compare.after') }
    : { before: t('compare.earlier'), after: t('compare.later') }
  const [mode, setMode] = useState<Mode>('wipe')
  const [zoom, setZoom] = useState<Zoom>('fit')
  const [wipe, setWipe] = useState(0.5)
  const [isFlipped, setFlipped] = useState(false)
  const [isPaused, setPaused] = useState(true)
  const first = useRef<HTMLVideoElement>(null)
  const second = useRef<HTMLVideoElement>(null)
  const { fps, frames, width_px, height_px } = after.media ?? after.params
  const frame = useFrame(first, fps)
  useInStep(first, second, fps)
  const toggle = (): void => {
    if (first.current?.paused) void first.current.play().catch(() => {})
    else first.current?.pause()
  }
  const step = (by: number): void => {
    if (first.current) stepFrames(first.current, fps, frames, by)
  }
  useKeys({ ' ': toggle, k: toggle, ',': () => step(-1), '.': () => step(1) }, setFlipped)
  const shape = { aspectRatio: `${width_px} / ${height_px}` }
  const size = { width_px, height_px, zoom }
  const isSide = mode === 'side'
  return (
    <div className="flex flex-col gap-3">
      <Stage size={size} isSide={isSide} onWipe={mode === 'wipe' && zoom === 'fit' ? setWipe : undefined}>
        {(style) => (
          <>
            <div className="relative overflow-hidden bg-black" style={shape}>
              {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- generated videos have no speech */}
              <video
                ref={first}
                src={resultUrl(before.task_id)}
                muted
                loop
                playsInline
                aria-label={names.before}
                className="absolute max-w-none"
                style={style}
                onPlay={() => setPaused(false)}
                onPause={() => setPaused(true)}
              />
              {!isSide && <Label side="left">{mode === 'flip' && isFlipped ? '' : names.before}</Label>}
              {isSide && <Label side="left">{names.before}</Label>}
            </div>
            <div
              className={`overflow-hidden ${isSide ? 'relative bg-black' : 'absolute inset-0'}`}
              style={{
                ...(isSide && shape),
                ...(mode === 'wipe' && { clipPath: `inset(0 0 0 ${wipe * 100}%)` }),
                ...(mode === 'flip' && { visibility: isFlipped ? 'visible' : 'hidden' }),
              }}
            >
              {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- generated videos have no speech */}
              <video
                ref={second}
                src={resultUrl(after.task_id)}
                muted
                loop
                playsInline
                aria-label={names.after}
                className="absolute max-w-none"
                style={style}
              />
              <Label side="right">{names.after}</Label>
            </div>
            {mode === 'wipe' && <Divider at={wipe} isZoomed={zoom !== 'fit'} onMove={setWipe} />}
          </>
        )}
      </Stage>
      <div className="flex flex-wrap items-center gap-3">
        <Button aria-label={isPaused ? t('player.play') : t('player.pause')} onClick={toggle}>
          {isPaused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
        </Button>
        <input
          type="range"
          aria-label={t('player.position')}
          aria-valuetext={t('player.frame', { frame: frame + 1, frames })}
          min={0}
          max={frames - 1}
          value={Math.min(frame, frames - 1)}
          onChange={({ target }) => {
            first.current?.pause()
            if (first.current) first.current.currentTime = middleOf(Number(target.value), fps)
          }}
          className="h-8 min-w-40 flex-1 accent-accent"
        />
        <span className="tabular text-xs text-faint" data-frame={frame}>
          {t('player.frame', { frame: frame + 1, frames })}
        </span>
        <Segments
          label={t('compare.mode')}
          value={mode}
          options={modes.map((value) => ({ value, label: t(`compare.modes.${value}`) }))}
          onChange={setMode}
        />
        <Segments
          label={t('compare.zoom')}
          value={zoom}
          options={zooms.map((value) => ({
            value,
            label: value === 'fit' ? t('compare.fit') : `${value} %`,
          }))}
          onChange={setZoom}
        />
      </div>
      {mode === 'flip' && (
        <Button
          className="self-start select-none"
          onPointerDown={() => setFlipped(true)}
          onPointerUp={() => setFlipped(false)}
          onPointerLeave={() => setFlipped(false)}
        >
          {t('compare.hold', { name: names.after })}
        </Button>
      )}
      <Report task={after} />
    </div>
  )
}

/** Where both videos lie: fitted, or in pixels of the larger one and moved by one hand for both. */
function Stage({
  size: { width_px, height_px, zoom },
  isSide,
  onWipe,
  children,
}: {
  size: { width_px: number; height_px: number; zoom: Zoom }
  isSide: boolean
  /** Called while the pointer wipes, with its place from 0 to 1; not given where it moves the picture instead. */
  onWipe: ((at: number) => void) | undefined
  children: (style: React.CSSProperties) => React.ReactNode
}) {
  const [pan, setPan] = useState({ x: 0.5, y: 0.5 })
  const last = useRef({ x: 0, y: 0 })
  /** Of the page's pixels for one of the video. */
  const scale = (zoom === '200' ? 2 : 1) / usePixelRatio()
  const isZoomed = zoom !== 'fit'
  const style = isZoomed
    ? {
        width: width_px * scale,
        height: height_px * scale,
        left: '50%',
        top: '50%',
        translate: `${-pan.x * 100}% ${-pan.y * 100}%`,
      }
    : { inset: 0, width: '100%', height: '100%' }
  const move = (event: PointerEvent<HTMLDivElement>): void => {
    if (onWipe) onWipe(shareOf(event.currentTarget, event.clientX))
    else if (isZoomed) {
      const by_x = event.clientX - last.current.x
      const by_y = event.clientY - last.current.y
      setPan(({ x, y }) => ({
        x: withinOne(x - by_x / (width_px * scale)),
        y: withinOne(y - by_y / (height_px * scale)),
      }))
    }
    last.current = { x: event.clientX, y: event.clientY }
  }
  return (
    <div
      className={`relative overflow-hidden rounded-media ${isZoomed ? 'touch-none' : 'touch-pan-y'} ${isSide ? 'grid grid-cols-2 gap-1' : ''} ${onWipe ? 'cursor-ew-resize' : isZoomed ? 'cursor-grab active:cursor-grabbing' : ''}`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        last.current = { x: event.clientX, y: event.clientY }
        // A finger may be about to scroll the page.
        if (event.pointerType !== 'touch') move(event)
      }}
      onPointerMove={(event) => {
        if (event.buttons !== 0) move(event)
      }}
    >
      {children(style)}
    </div>
  )
}

const withinOne = (value: number): number => Math.min(1, Math.max(0, value))

/** Where a place of the page is in an element, from 0 at its left to 1. */
function shareOf(element: Element, x: number): number {
  const { left, width } = element.getBoundingClientRect()
  return withinOne((x - left) / width)
}

/** How many pixels the screen has for one of the page. */
function usePixelRatio(): number {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
      media.addEventListener('change', listener)
      addEventListener('resize', listener) // for every change after the first
      return () => {
        media.removeEventListener('change', listener)
        removeEventListener('resize', listener)
      }
    },
    () => devicePixelRatio,
  )
}

/** Where the two meet: dragged, also where the rest of the picture is moved by dragging, or moved by arrow keys. */
function Divider({ at, isZoomed, onMove }: { at: number; isZoomed: boolean; onMove: (at: number) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <input
        type="range"
        aria-label={t('compare.wipe')}
        min={0}
        max={100}
        value={Math.round(at * 100)}
        onChange={({ target }) => onMove(Number(target.value) / 100)}
        className="peer sr-only"
      />
      <span
        aria-hidden
        data-divider
        className={`absolute inset-y-0 w-6 -translate-x-1/2 cursor-ew-resize pointer-coarse:w-11 ${isZoomed ? 'touch-none' : 'touch-pan-y'} peer-focus-visible:*:bg-accent`}
        style={{ left: `${at * 100}%` }}
        onPointerDown={(event) => {
          event.stopPropagation() // or the picture would move
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={(event) => {
          event.stopPropagation()
          const stage = event.currentTarget.parentElement
          if (event.buttons !== 0 && stage) onMove(shareOf(stage, event.clientX))
        }}
      >
        <span className="absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 bg-white shadow-float" />
        <span className="absolute top-1/2 left-1/2 flex size-8 -translate-1/2 items-center justify-center rounded-full bg-white text-black">
          <ChevronsLeftRight size={16} />
        </span>
      </span>
    </>
  )
}

function Label({ side, children }: { side: 'left' | 'right'; children: string }) {
  if (children === '') return null
  return (
    <span
      className={`absolute top-3 ${side === 'left' ? 'left-3' : 'right-3'} rounded-control bg-black/70 px-2 py-0.5 text-xs text-white`}
    >
      {children}
    </span>
  )
}

/** The second video follows the first: its place, its pauses, and its pace, by less than half a frame. */
function useInStep(
  first: RefObject<HTMLVideoElement | null>,
  second: RefObject<HTMLVideoElement | null>,
  fps: number,
): void {
  useEffect(() => {
    const [leader, follower] = [first.current, second.current]
    if (!leader || !follower) return
    let handle = 0
    const follow = (seconds: number): void => {
      if (follower.seeking) return // it catches up first
      if (frameAt(follower.currentTime, fps) !== frameAt(seconds, fps))
        follower.currentTime = middleOf(frameAt(seconds, fps), fps)
    }
    const onFrame: VideoFrameRequestCallback = (_, { mediaTime }) => {
      follow(mediaTime)
      handle = leader.requestVideoFrameCallback(onFrame)
    }
    const play = (): void => void follower.play().catch(() => {})
    const pause = (): void => {
      follower.pause()
      follow(leader.currentTime)
    }
    const seek = (): void => follow(leader.currentTime)
    handle = leader.requestVideoFrameCallback(onFrame)
    leader.addEventListener('play', play)
    leader.addEventListener('pause', pause)
    leader.addEventListener('seeked', seek)
    follower.addEventListener('loadeddata', seek)
    follower.addEventListener('seeked', seek)
    return () => {
      leader.cancelVideoFrameCallback(handle)
      leader.removeEventListener('play', play)
      leader.removeEventListener('pause', pause)
      leader.removeEventListener('seeked', seek)
      follower.removeEventListener('loadeddata', seek)
      follower.removeEventListener('seeked', seek)
    }
  }, [first, second, fps])
}

/** Keys that act, and `x`, which shows the other version while it is held. */
function useKeys(keys: Record<string, () => void>, hold: (isHeld: boolean) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
      const key = event.key.toLowerCase()
      if (key === 'x') return hold(event.type === 'keydown')
      const isBusy = key === ' ' && event.target instanceof HTMLElement && event.target.closest('button, a')
      if (event.type === 'keyup' || !keys[key] || isBusy) return
      event.preventDefault()
      keys[key]()
    }
    addEventListener('keydown', onKey)
    addEventListener('keyup', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('keyup', onKey)
    }
  })
}

/** What the server measured when it enhanced the video, in words. */
function Report({ task }: { task: Task }) {
  const { t, i18n } = useTranslation()
  const { data: report } = useQuery(reportQuery(task))
  if (!report) return null
  const { psnr_y_db, ssim, flicker_index, frames, source_frames, has_audio } = report
  const number = (value: number, digits: number): string =>
    value.toLocaleString(i18n.language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const lines = [
    psnr_y_db !== undefined && ssim !== undefined
      ? t('compare.alike', { psnr: number(psnr_y_db, 1), ssim: number(ssim, 3) })
      : '',
    frames === undefined
      ? ''
      : `${t('compare.frames', { frames, source: source_frames })} ${has_audio ? t('compare.sound') : ''}`,
    flicker_index === undefined ? '' : t('compare.flicker', { index: number(flicker_index, 2) }),
  ].filter((line) => line !== '')
  return (
    <ul className="flex flex-col gap-1 text-xs text-soft">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
