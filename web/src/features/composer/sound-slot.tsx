import { AudioLines, Pause, Play, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { duration, percent } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { useErrorText } from '../../ui/notice.tsx'
import { UnfitFile } from './pictures.ts'
import { FieldError } from './rows.tsx'
import { findSound, putSound, removeSound, retrySound, soundFiles, useSoundUpload } from './sounds.ts'

/** The sound that a video is made to: chosen or dropped, listened to, taken out again. */
export function SoundSlot({
  use,
  audio_key,
  video_s,
  error,
}: {
  use: 'none' | 'optional' | 'required'
  audio_key: string | null | undefined
  video_s: number | undefined
  error: string | undefined
}) {
  const { t } = useTranslation()
  const upload = useSoundUpload()
  // One that the model does not take is shown as well, so that it can be removed.
  if (use === 'none' && !audio_key && !upload) return null
  const sound = audio_key ? findSound(audio_key) : undefined
  return (
    <div className="flex flex-col gap-1">
      {!upload && !audio_key ? (
        <EmptySlot isOptional={use === 'optional'} />
      ) : (
        <div className="flex h-12 items-center gap-2 rounded-media border border-line bg-surface px-2 pointer-coarse:h-13">
          <PlayButton key={upload?.preview ?? audio_key} url={upload ? upload.preview : sound?.url} />
          <span className="min-w-0 flex-1 truncate text-xs">
            {upload?.name ?? sound?.name ?? t('create.sound.unseen')}
          </span>
          {upload && !upload.problem && (
            <span role="status" className="tabular text-xs text-faint">
              {t('create.picture.uploading')} {percent(upload.progress)}
            </span>
          )}
          {!upload && sound && (
            <span className="tabular text-xs text-faint">{duration(sound.duration_s)}</span>
          )}
          <button
            type="button"
            aria-label={t('create.sound.remove')}
            title={t('create.sound.remove')}
            onClick={removeSound}
            className="flex size-7 shrink-0 items-center justify-center rounded-control text-soft hover:bg-raised hover:text-text pointer-coarse:size-11"
          >
            <X size={16} aria-hidden />
          </button>
        </div>
      )}
      {upload?.problem && <Problem problem={upload.problem} />}
      {sound && !upload && video_s !== undefined && <Fit sound_s={sound.duration_s} video_s={video_s} />}
      <FieldError error={error} />
    </div>
  )
}

function EmptySlot({ isOptional }: { isOptional: boolean }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="flex h-12 cursor-pointer items-center justify-center gap-2 rounded-control border border-dashed border-line px-2 text-xs text-faint transition-colors duration-150 hover:bg-surface hover:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-13"
    >
      <AudioLines size={16} aria-hidden />
      {isOptional ? t('create.sound.add') : t('create.sound.needed')}
      <input
        id={id}
        type="file"
        accept={soundFiles}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) putSound(file)
          target.value = ''
        }}
      />
    </label>
  )
}

function PlayButton({ url }: { url: string | undefined }) {
  const { t } = useTranslation()
  const player = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  if (url === undefined) return <AudioLines size={16} aria-hidden className="mx-1.5 shrink-0 text-faint" />
  const label = isPlaying ? t('create.sound.pause') : t('create.sound.play')
  return (
    <>
      <audio
        ref={player}
        src={url}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
      />
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => {
          if (isPlaying) player.current?.pause()
          else player.current?.play().catch(() => setPlaying(false)) // a format that this browser does not play
        }}
        className="flex size-7 shrink-0 items-center justify-center rounded-control text-soft hover:bg-raised hover:text-text pointer-coarse:size-11"
      >
        {isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
      </button>
    </>
  )
}

function Fit({ sound_s, video_s }: { sound_s: number; video_s: number }) {
  const { t } = useTranslation()
  if (Math.abs(sound_s - video_s) < 0.5) return null
  return (
    <p className="text-xs text-faint">
      {sound_s > video_s
        ? t('create.sound.cut', { length: duration(video_s) })
        : t('create.sound.silent', { length: duration(sound_s) })}
    </p>
  )
}

function Problem({
  problem,
}: {
  problem: NonNullable<NonNullable<ReturnType<typeof useSoundUpload>>['problem']>
}) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const isUnfit = problem instanceof UnfitFile
  const [told] = 'problems' in problem ? problem.problems : []
  const ours = isUnfit ? t(problem.reason === 'size' ? 'create.sound.size' : 'create.sound.type') : undefined
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 text-xs">
      <p className="text-bad">{ours ?? told?.msg ?? errorText(problem)}</p>
      {!isUnfit && !told && (
        <Button look="quiet" className="h-6! text-xs!" onClick={retrySound}>
          {t('tryAgain')}
        </Button>
      )}
    </div>
  )
}
