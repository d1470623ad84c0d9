import { Camera, Clapperboard, Download } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../lib/api.ts'
import { say } from '../../ui/toast.tsx'
import { frameAt, grabFrame } from './frames.ts'
import { Control } from './player.tsx'

/** What can be done with the frame on the screen. */
export function FrameActions({
  task: { task_id, media, params },
  video,
  onStart,
}: {
  task: Task
  video: RefObject<HTMLVideoElement | null>
  /** Begins a new video with this picture; not given where there is no recipe to go on with. */
  onStart?: ((picture: File) => void) | undefined
}) {
  const { t } = useTranslation()
  const { fps } = media ?? params
  const withFrame = async (act: (picture: File) => unknown): Promise<void> => {
    const element = video.current
    if (!element) return
    element.pause()
    try {
      const name = `frame-${frameAt(element.currentTime, fps) + 1}.png`
      await act(new File([await grabFrame(element, task_id)], name, { type: 'image/png' }))
    } catch {
      say(t('player.frameFailed'))
    }
  }
  const copy = async (picture: File): Promise<void> => {
    await navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })])
    say(t('player.frameCopied'))
  }
  const download = (picture: File): void => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(picture)
    link.download = picture.name
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000) // once the browser has begun to save it
  }
  return (
    <>
      <Control label={t('player.copyFrame')} onClick={() => void withFrame(copy)}>
        <Camera size={20} aria-hidden />
      </Control>
      <Control label={t('player.saveFrame')} onClick={() => void withFrame(download)}>
        <Download size={20} aria-hidden />
      </Control>
      {onStart && (
        <Control label={t('player.startHere')} onClick={() => void withFrame(onStart)}>
          <Clapperboard size={20} aria-hidden />
        </Control>
      )}
    </>
  )
}
