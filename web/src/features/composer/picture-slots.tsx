import { Camera, ImagePlus, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useErrorText } from '../../ui/notice.tsx'
import { say } from '../../ui/toast.tsx'
import { useDraft } from './draft.ts'
import {
  findPicture,
  freeSlot,
  pictureTypes,
  putPicture,
  removePicture,
  retryPicture,
  type Slot,
  slots,
  UnfitFile,
  type Upload,
  useUploads,
} from './pictures.ts'
import { FieldError } from './rows.tsx'
import { isSound, putSound } from './sounds.ts'

/** The pictures that a video begins and ends with, as the model takes them; each as much of it as the video shows. */
export function PictureSlots({
  offered,
  takesSound,
  ratio,
  errors,
}: {
  offered: readonly Slot[]
  /** Then sound that is dropped or pasted is taken as well. */
  takesSound: boolean
  ratio: string | undefined
  errors: Readonly<Record<string, string>>
}) {
  const { t } = useTranslation()
  const draft = useDraft()
  const uploads = useUploads()
  const dragged = useFilesOfThePage(offered, takesSound)
  // One that the model does not take is shown as well, so that it can be removed.
  const shown = slots.filter((slot) => offered.includes(slot) || draft[slot])
  const hasPicture = shown.some((slot) => draft[slot])
  return (
    <>
      {(dragged === 'sound' ? takesSound : dragged && offered.length > 0) &&
        createPortal(
          <div className="pointer-events-none fixed inset-2 z-50 flex items-center justify-center rounded-media border-2 border-dashed border-accent bg-page/85 text-lg">
            {dragged === 'sound' ? t('create.sound.drop') : t(`create.picture.drop.${freeSlot(offered)!}`)}
          </div>,
          document.body,
        )}
      {shown.length > 0 && (
        <div className="flex flex-col gap-1">
          <div className={`grid gap-2 ${shown.length > 1 ? 'grid-cols-2' : ''}`}>
            {shown.map((slot) => (
              <div key={slot} className="flex min-w-0 flex-col gap-1">
                <Tile slot={slot} image_key={draft[slot]} upload={uploads[slot]} ratio={ratio} />
                <FieldError error={errors[slot]} />
              </div>
            ))}
          </div>
          {hasPicture && ratio !== undefined && (
            <p className="text-xs text-faint">{t('create.picture.crop', { ratio })}</p>
          )}
        </div>
      )}
    </>
  )
}

function Tile({
  slot,
  image_key,
  upload,
  ratio,
}: {
  slot: Slot
  image_key: string | null | undefined
  upload: Upload | undefined
  ratio: string | undefined
}) {
  const { t } = useTranslation()
  const name = t(`create.picture.${slot}`)
  if (!upload && !image_key) return <EmptyTile slot={slot} name={name} />
  const source = upload?.preview ?? findPicture(image_key!)?.thumbnail
  return (
    <div className="relative flex h-24 items-center justify-center overflow-hidden rounded-media border border-line bg-surface">
      {source === undefined ? (
        <span className="px-3 text-center text-xs text-soft">{t('create.picture.unseen')}</span>
      ) : upload?.problem instanceof UnfitFile ? null : (
        <img
          src={source}
          alt={name}
          className={`h-full max-w-full object-cover ${upload?.problem ? 'opacity-30' : ''}`}
          style={{ aspectRatio: ratio?.replace(':', ' / ') }}
        />
      )}
      <span className="absolute top-1.5 left-1.5 rounded-control bg-black/70 px-1.5 text-xs text-white">
        {name}
      </span>
      {upload && !upload.problem && <Ring progress={upload.progress} />}
      {upload?.problem && <Problem slot={slot} problem={upload.problem} />}
      <button
        type="button"
        aria-label={t('create.picture.remove', { name })}
        onClick={() => removePicture(slot)}
        className="absolute top-1 right-1 flex size-7 items-center justify-center rounded-control bg-black/70 text-white hover:bg-black pointer-coarse:size-11"
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  )
}

function EmptyTile({ slot, name }: { slot: Slot; name: string }) {
  const { t } = useTranslation()
  const id = useId()
  const take = (files: FileList | null): void => {
    const [file] = files ?? []
    if (file) putPicture(slot, file)
  }
  return (
    <div className="flex h-12 items-stretch rounded-control border border-dashed border-line pointer-coarse:h-13">
      <label
        htmlFor={id}
        className="flex flex-1 cursor-pointer items-center justify-center gap-2 rounded-control px-2 text-xs text-faint transition-colors duration-150 hover:bg-surface hover:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent"
      >
        <ImagePlus size={16} aria-hidden />
        {t('create.picture.add', { name })}
        <input
          id={id}
          type="file"
          accept={pictureTypes.join(',')}
          className="sr-only"
          onChange={({ target }) => {
            take(target.files)
            target.value = ''
          }}
        />
      </label>
      <label
        aria-label={t('create.picture.camera', { name })}
        className={`${buttonClass('quiet', 'h-auto! cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent')} pointer-fine:hidden`}
      >
        <Camera size={20} aria-hidden />
        <input
          type="file"
          accept="image/*"
          capture="environment"
          aria-label={t('create.picture.camera', { name })}
          className="sr-only"
          onChange={({ target }) => take(target.files)}
        />
      </label>
    </div>
  )
}

const radius = 14
const round = 2 * Math.PI * radius

function Ring({ progress }: { progress: number }) {
  const { t } = useTranslation()
  return (
    <svg
      role="progressbar"
      aria-label={t('create.picture.uploading')}
      aria-valuenow={Math.round(progress * 100)}
      viewBox="0 0 36 36"
      className="absolute size-11 rounded-full bg-black/70 p-1"
    >
      <circle cx="18" cy="18" r={radius} fill="none" strokeWidth="3" className="stroke-white/25" />
      <circle
        cx="18"
        cy="18"
        r={radius}
        fill="none"
        strokeWidth="3"
        strokeDasharray={`${Math.max(0.03, progress) * round} ${round}`}
        transform="rotate(-90 18 18)"
        className="stroke-accent transition-[stroke-dasharray] duration-150"
      />
    </svg>
  )
}

function Problem({ slot, problem }: { slot: Slot; problem: NonNullable<Upload['problem']> }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const isUnfit = problem instanceof UnfitFile
  const told =
    'problems' in problem && problem.problems.length > 0 ? problem.problems[0]!.msg : errorText(problem)
  return (
    <div
      role="alert"
      className="absolute inset-0 flex flex-col items-start justify-end gap-1 bg-surface/85 px-2.5 pt-8 pb-2 text-xs"
    >
      <p className="text-bad">{isUnfit ? t(`create.picture.${problem.reason}`) : told}</p>
      {!isUnfit && !('problems' in problem && problem.problems.length > 0) && (
        <Button look="quiet" className="-ml-3 h-6! text-xs!" onClick={() => retryPicture(slot)}>
          {t('tryAgain')}
        </Button>
      )}
    </div>
  )
}

/** Takes pictures and sounds that are dropped or pasted anywhere on the page. Returns what is above it, as far as browsers tell. */
function useFilesOfThePage(offered: readonly Slot[], takesSound: boolean): 'picture' | 'sound' | undefined {
  const { t } = useTranslation()
  const [dragged, setDragged] = useState<'picture' | 'sound'>()
  const latest = useRef({ offered, takesSound, t })
  useEffect(() => {
    latest.current = { offered, takesSound, t }
  })
  useEffect(() => {
    const take = (files: FileList | undefined): void => {
      const { offered, takesSound, t } = latest.current
      const all = [...(files ?? [])]
      const sound = all.find(isSound)
      if (sound && takesSound) putSound(sound)
      if (sound && !takesSound) say(t('create.sound.notTaken'))
      const pictures = all.filter((file) => !isSound(file))
      if (pictures.length > 0 && offered.length === 0) say(t('create.picture.notTaken'))
      for (const file of pictures.slice(0, offered.length)) putPicture(freeSlot(offered)!, file)
    }
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false
    const onDragOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      const types = [...(event.dataTransfer?.items ?? [])].map(({ type }) => type)
      const isHeard = types.length > 0 && types.every((type) => type.startsWith('audio/'))
      setDragged(isHeard ? 'sound' : 'picture')
    }
    const onDragLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setDragged(undefined)
    }
    const onDrop = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDragged(undefined)
      take(event.dataTransfer?.files)
    }
    const onPaste = (event: ClipboardEvent): void => {
      const files = event.clipboardData?.files
      if (!files || files.length === 0) return
      event.preventDefault()
      take(files)
    }
    addEventListener('dragover', onDragOver)
    addEventListener('dragleave', onDragLeave)
    addEventListener('drop', onDrop)
    addEventListener('paste', onPaste)
    return () => {
      removeEventListener('dragover', onDragOver)
      removeEventListener('dragleave', onDragLeave)
      removeEventListener('drop', onDrop)
      removeEventListener('paste', onPaste)
    }
  }, [])
  return dragged
}
