import { Menu } from '@base-ui/react/menu'
import { ClipboardCopy, Copy, Download, Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { resultUrl, type Task } from '../../lib/api.ts'
import { say } from '../../ui/toast.tsx'
import { useDeleteWithUndo } from './delete.ts'

const item =
  'flex h-8 w-full cursor-default items-center gap-2 rounded-control px-2 text-sm outline-none data-highlighted:bg-raised pointer-coarse:h-11'

/** Mounted by the first click, so it opens at once. */
export function CardMenu({
  task,
  trigger,
  onVariations,
}: {
  task: Task
  trigger: ReactElement
  onVariations: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const deleteWithUndo = useDeleteWithUndo()
  const { task_id, prompt, status } = task
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="z-30">
          <Menu.Popup className="min-w-44 rounded-media border border-line bg-surface p-1 shadow-float outline-none">
            {status === 'completed' && (
              <Menu.Item className={item} render={<a href={resultUrl(task_id)} download />}>
                <Download size={16} aria-hidden className="text-faint" />
                {t('video.download')}
              </Menu.Item>
            )}
            {prompt !== null && (
              <Menu.Item
                className={item}
                onClick={() => void navigator.clipboard.writeText(prompt).then(() => say(t('copied')))}
              >
                <ClipboardCopy size={16} aria-hidden className="text-faint" />
                {t('video.copy')}
              </Menu.Item>
            )}
            {onVariations && (
              <Menu.Item className={item} onClick={onVariations}>
                <Copy size={16} aria-hidden className="text-faint" />
                {t('video.variations')}
              </Menu.Item>
            )}
            {(status === 'completed' || status === 'failed') && (
              <Menu.Item className={`${item} text-bad`} onClick={() => void deleteWithUndo(task_id)}>
                <Trash2 size={16} aria-hidden />
                {t('video.delete')}
              </Menu.Item>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
