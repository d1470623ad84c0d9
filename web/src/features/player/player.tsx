import { ChevronLeft, ChevronRight, Maximize, Pause, Play, Repeat, Volume2, VolumeX } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { urlOf, resultUrl, type Task } from '../../lib/api.ts'
import { frameTime, percent } from '../../lib/format.ts'
import { isWriting } from '../../lib/keys.ts'
import { Button } from '../../ui/button.tsx'
import { middleOf, stepFrames, useFrame } from './frames.ts'
import { useVolume } from './volume.ts'

const speeds = [0.25, 0.5, 1, 2]
const restFor_ms = 2_500

/** The video, with controls that go when the pointer rests; `,` and `.` step by a frame, J K L as in an editing room. */
export function Player({
  task,
  video,
  children,
}: {
  task: Task
  video: RefObject<HTMLVideoElement | null>
  /** What can be done with the frame on the screen. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const { media, params } = task
  const { width_px, height_px, fps, frames } = media ?? params
  const whole = useRef<HTMLDivElement>(null)
  const frame = useFrame(video, fps)
  const [isPaused, setPaused] = useState(true)
  const [isLooping, setLooping] = useState(true)
  const [volume, changeVolume] = useVolume(video)
  const isMuted = volume.isMuted || volume.level === 0
  const toggleSound = (): void =>
    changeVolume({ isMuted: !isMuted, ...(isMuted && volume.level === 0 && { level: 1 }) })
  const [speed, setSpeed] = useState(1)
  const [isReadable, setReadable] = useState(true)
  const [isBroken, setBroken] = useState(false)
  const { isResting, wake } = useRest(whole)
  const act = useActions(video, whole, { fps, frames }, { setLooping, setSpeed, toggleSound, wake })
  useEffect(() => {
    if (!isReadable) video.current?.load() // a changed crossOrigin alone makes no browser ask again
  }, [isReadable, video])
  const moves = !matchMedia('(prefers-reduced-motion: reduce)').matches
  return (
    <div
      ref={whole}
      className="group/player relative flex flex-col items-center justify-center overflow-hidden rounded-media bg-black"
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- generated videos have no speech */}
      <video
        ref={video}
        src={resultUrl(task.task_id)}
        poster={media?.poster_url ? urlOf(media.poster_url) : undefined}
        autoPlay={moves}
        loop={isLooping}
        muted={isMuted}
        playsInline
        // So that frames can be copied from a bucket too; one whose rules do not allow it only plays.
        crossOrigin={isReadable ? 'anonymous' : undefined}
        onError={() => (isReadable ? setReadable(false) : setBroken(true))}
        onLoadedData={() => setBroken(false)}
        aria-label={task.prompt ?? t('video.untitled')}
        className="max-h-[calc(100dvh-7rem)] max-w-full group-fullscreen/player:max-h-dvh"
        style={{
          aspectRatio: `${width_px} / ${height_px}`,
          width: width_px >= height_px ? '100%' : undefined,
        }}
        onPlay={() => setPaused(false)}
        onPause={() => setPaused(true)}
        onClick={act.toggle}
      />
      {isBroken && (
        <p
          role="alert"
          className="absolute inset-0 flex flex-col items-center justify-center gap-3 text-sm text-white"
        >
          {t('player.broken')}
          <Button className="border-white/40 hover:bg-white/15!" onClick={() => video.current?.load()}>
            {t('tryAgain')}
          </Button>
        </p>
      )}
      <div
        className={`flex w-full flex-col gap-1 px-3 pb-2 text-white transition-opacity duration-200 focus-within:opacity-100 sm:absolute sm:inset-x-0 sm:bottom-0 sm:bg-linear-to-t sm:from-black/80 sm:to-transparent sm:pt-10 ${isResting && !isPaused ? 'sm:opacity-0' : ''}`}
      >
        <Scrub task={task} frame={frame} frames={frames} fps={fps} video={video} />
        <div className="flex flex-wrap items-center gap-1">
          <Control label={isPaused ? t('player.play') : t('player.pause')} onClick={act.toggle}>
            {isPaused ? <Play size={20} aria-hidden /> : <Pause size={20} aria-hidden />}
          </Control>
          <Control label={t('player.back')} onClick={() => act.step(-1)}>
            <ChevronLeft size={20} aria-hidden />
          </Control>
          <Control label={t('player.on')} onClick={() => act.step(1)}>
            <ChevronRight size={20} aria-hidden />
          </Control>
          <span className="tabular px-2 text-xs whitespace-nowrap" data-frame={frame}>
            {frameTime(frame / fps)}
            <span className="text-white/70"> · {t('player.frame', { frame: frame + 1, frames })}</span>
          </span>
          <span className="flex-1" />
          {children}
          <button
            type="button"
            aria-label={t('player.speed', { speed })}
            title={t('player.speed', { speed })}
            onClick={() => act.setSpeed(speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1)}
            className={`${control} tabular w-auto px-2 text-xs`}
          >
            {speed}×
          </button>
          {media?.has_audio && (
            <>
              <Control label={isMuted ? t('player.unmute') : t('player.mute')} onClick={toggleSound}>
                {isMuted ? <VolumeX size={20} aria-hidden /> : <Volume2 size={20} aria-hidden />}
              </Control>
              {/* On phones and tablets the device has keys for it, and some let no page change it. */}
              <input
                type="range"
                aria-label={t('player.volume')}
                aria-valuetext={percent(isMuted ? 0 : volume.level)}
                min={0}
                max={100}
                value={isMuted ? 0 : Math.round(volume.level * 100)}
                onChange={({ target }) => changeVolume({ level: Number(target.value) / 100, isMuted: false })}
                className="h-1 w-16 cursor-pointer accent-white pointer-coarse:hidden"
              />
            </>
          )}
          <Control label={t('player.loop')} isOn={isLooping} onClick={() => setLooping(!isLooping)}>
            <Repeat size={20} aria-hidden />
          </Control>
          <Control label={t('player.full')} onClick={act.fullScreen}>
            <Maximize size={20} aria-hidden />
          </Control>
        </div>
      </div>
    </div>
  )
}

const control =
  'flex size-9 shrink-0 items-center justify-center rounded-control text-white/90 hover:bg-white/15 hover:text-white aria-pressed:text-accent pointer-coarse:size-11'

export function Control({
  label,
  isOn,
  onClick,
  children,
}: {
  label: string
  isOn?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onClick={onClick}
      className={control}
    >
      {children}
    </button>
  )
}

interface Film {
  fps: number
  frames: number
}

/** What the buttons and keys do. */
function useActions(
  video: RefObject<HTMLVideoElement | null>,
  whole: RefObject<HTMLDivElement | null>,
  { fps, frames }: Film,
  {
    setLooping,
    setSpeed,
    toggleSound,
    wake,
  }: {
    setLooping: (change: (was: boolean) => boolean) => void
    setSpeed: (speed: number) => void
    toggleSound: () => void
    wake: () => void
  },
) {
  const actions = {
    toggle: () => {
      const element = video.current
      if (element?.paused) void element.play().catch(() => {}) // it was paused again before it began
      else element?.pause()
    },
    step: (by: number) => video.current && stepFrames(video.current, fps, frames, by),
    setSpeed: (speed: number) => {
      if (video.current) video.current.playbackRate = speed
      setSpeed(speed)
    },
    fullScreen: () => {
      if (document.fullscreenElement) void document.exitFullscreen()
      else void whole.current?.requestFullscreen()
    },
  }
  const slowOr = (faster: boolean): void => {
    const at = speeds.indexOf(video.current?.playbackRate ?? 1)
    actions.setSpeed(speeds[Math.min(speeds.length - 1, Math.max(0, at + (faster ? 1 : -1)))] ?? 1)
    if (video.current?.paused) actions.toggle()
  }
  const keys: Record<string, () => void> = {
    ' ': actions.toggle,
    k: actions.toggle,
    j: () => slowOr(false),
    l: () => slowOr(true),
    ',': () => actions.step(-1),
    '.': () => actions.step(1),
    r: () => setLooping((was) => !was),
    f: actions.fullScreen,
    m: toggleSound,
  }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const act = keys[event.key.toLowerCase()]
      const isBusy =
        event.key === ' ' && event.target instanceof HTMLElement && event.target.closest('button, a, input')
      if (!act || isBusy || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
      event.preventDefault()
      wake()
      act()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })
  return actions
}

/** Whether nothing has moved over an element for a while. */
function useRest(whole: RefObject<HTMLElement | null>): { isResting: boolean; wake: () => void } {
  const [isResting, setResting] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wake = (): void => {
    setResting(false)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setResting(true), restFor_ms)
  }
  useEffect(() => {
    const element = whole.current
    const rest = (): void => setResting(true)
    wake()
    element?.addEventListener('pointermove', wake)
    element?.addEventListener('pointerleave', rest)
    return () => {
      clearTimeout(timer.current)
      element?.removeEventListener('pointermove', wake)
      element?.removeEventListener('pointerleave', rest)
    }
  }, [whole])
  return { isResting, wake }
}

/** The way through the video: dragged, stepped by keys, with a small picture of the place under the pointer. */
function Scrub({
  task,
  frame,
  frames,
  fps,
  video,
}: {
  task: Task
  frame: number
  frames: number
  fps: number
  video: RefObject<HTMLVideoElement | null>
}) {
  const { t } = useTranslation()
  const [at, setAt] = useState<number>()
  const sprite = task.media?.sprite
  return (
    <div className="relative flex h-5 items-center">
      {sprite && at !== undefined && (
        <span
          className="pointer-events-none absolute bottom-6 -translate-x-1/2 overflow-hidden rounded-control border border-white/30"
          style={{
            left: `clamp(${sprite.width_px / 2}px, ${at * 100}%, calc(100% - ${sprite.width_px / 2}px))`,
          }}
        >
          <SpriteCell sprite={sprite} seconds={(at * frames) / fps} />
        </span>
      )}
      <input
        type="range"
        aria-label={t('player.position')}
        aria-valuetext={t('player.frame', { frame: frame + 1, frames })}
        min={0}
        max={frames - 1}
        value={Math.min(frame, frames - 1)}
        onChange={({ target }) => {
          const element = video.current
          if (!element) return
          element.pause()
          element.currentTime = middleOf(Number(target.value), fps)
        }}
        onPointerMove={({ currentTarget, clientX, pointerType }) => {
          if (pointerType !== 'mouse') return
          const { left, width } = currentTarget.getBoundingClientRect()
          setAt(Math.min(1, Math.max(0, (clientX - left) / width)))
        }}
        onPointerLeave={() => setAt(undefined)}
        className="h-1 w-full cursor-pointer accent-white"
      />
    </div>
  )
}

function SpriteCell({
  sprite: { url, columns, rows, width_px, height_px, seconds_each },
  seconds,
}: {
  sprite: NonNullable<NonNullable<Task['media']>['sprite']>
  seconds: number
}) {
  const cell = Math.min(columns * rows - 1, Math.floor(seconds / seconds_each))
  return (
    <span
      className="block bg-black"
      style={{
        width: width_px,
        height: height_px,
        backgroundImage: `url("${urlOf(url)}")`,
        backgroundPosition: `-${(cell % columns) * width_px}px -${Math.floor(cell / columns) * height_px}px`,
      }}
    />
  )
}
