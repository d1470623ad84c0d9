import { Download, Trash2, WandSparkles, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../lib/api.ts'
import { bytes, percent } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { say } from '../../ui/toast.tsx'
import { EnhanceDialog } from './enhance-dialog.tsx'
import { bytesOf, canStream, isDownloadable, mostInMemory_bytes, saveZip } from './zip.ts'

/** What can be done with what is chosen. */
export function SelectionBar({
  tasks,
  onDelete,
  onClear,
}: {
  tasks: Task[]
  onDelete: () => void
  onClear: () => void
}) {
  const { t } = useTranslation()
  const [isEnhancing, setEnhancing] = useState(false)
  const zip = useZip()
  const videos = tasks.filter(isDownloadable)
  return (
    <div
      role="region"
      aria-label={t('library.chosenLabel')}
      className="sticky bottom-16 z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-1 rounded-media border border-line bg-raised py-1.5 pr-1.5 pl-4 shadow-float md:bottom-6"
    >
      <p role="status" className="tabular mr-2 text-sm">
        {zip.share === undefined
          ? t('library.chosen', { count: tasks.length })
          : t('library.packing', { share: percent(zip.share) })}
      </p>
      {zip.share === undefined ? (
        <>
          <Button
            look="quiet"
            disabled={videos.length === 0}
            title={videos.length > 0 ? bytes(bytesOf(videos)) : undefined}
            onClick={() => zip.save(videos)}
          >
            <Download size={16} aria-hidden />
            <span className="max-sm:sr-only">{t('video.download')}</span>
          </Button>
          <Button look="quiet" onClick={() => setEnhancing(true)}>
            <WandSparkles size={16} aria-hidden />
            <span className="max-sm:sr-only">{t('library.enhance')}</span>
          </Button>
          <Button look="danger" onClick={onDelete}>
            <Trash2 size={16} aria-hidden />
            <span className="max-sm:sr-only">{t('video.delete')}</span>
          </Button>
          <Button look="quiet" className="px-2!" aria-label={t('library.clear')} onClick={onClear}>
            <X size={16} aria-hidden />
          </Button>
        </>
      ) : (
        <Button look="quiet" onClick={zip.cancel}>
          {t('cancel')}
        </Button>
      )}
      {isEnhancing && <EnhanceDialog tasks={tasks} onClose={() => setEnhancing(false)} />}
    </div>
  )
}

function useZip() {
  const { t } = useTranslation()
  const [share, setShare] = useState<number>()
  const stop = useRef<AbortController>(undefined)
  const save = async (videos: Task[]): Promise<void> => {
    if (!canStream() && bytesOf(videos) > mostInMemory_bytes) {
      say(t('library.tooMuch', { most: bytes(mostInMemory_bytes) }))
      return
    }
    const controller = new AbortController()
    stop.current = controller
    const whole = Math.max(1, bytesOf(videos))
    try {
      const name = `clipwright-${new Date().toISOString().slice(0, 10)}.zip`
      const onPart = (index: number): void => setShare(bytesOf(videos.slice(0, index)) / whole)
      if (await saveZip(videos, name, onPart, controller.signal))
        say(t('library.packed', { count: videos.length }))
    } catch {
      if (!controller.signal.aborted) say(t('library.notPacked'))
    } finally {
      setShare(undefined)
    }
  }
  return { share, save: (videos: Task[]) => void save(videos), cancel: () => stop.current?.abort() }
}
