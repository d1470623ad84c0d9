import { FileCheck } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Takes files by click, paste, or a drop anywhere on the page. */
export function DropZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent): void => {
      event.preventDefault()
      setOver(false)
      onFiles([...(event.dataTransfer?.files ?? [])])
    }
    const paste = (event: ClipboardEvent): void => onFiles([...(event.clipboardData?.files ?? [])])
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    addEventListener('paste', paste)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
      removeEventListener('paste', paste)
    }
  })
  return (
    <label
      htmlFor={id}
      className={`flex min-h-44 cursor-pointer flex-col items-center justify-center gap-2 rounded-media border border-dashed p-6 text-center has-focus-visible:outline-2 has-focus-visible:outline-accent ${isOver ? 'border-accent bg-surface' : 'border-line hover:bg-surface'}`}
    >
      <FileCheck size={20} aria-hidden className="text-faint" />
      <span>{t('verify.drop')}</span>
      <span className="text-xs text-faint">{t('verify.dropHint')}</span>
      <input
        id={id}
        type="file"
        multiple
        accept="video/*,.json,application/json"
        className="sr-only"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </label>
  )
}
