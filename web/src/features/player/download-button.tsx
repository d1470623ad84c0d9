import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../lib/api.ts'
import { buttonClass } from '../../ui/button.tsx'

const load = () => import('./download-menu.tsx')
const DownloadMenu = lazy(async () => ({ default: (await load()).DownloadMenu }))

/** Offers the files of a video; their menu comes when it is first wanted. */
export function DownloadButton({ task }: { task: Task }) {
  const { t } = useTranslation()
  const [isWanted, setWanted] = useState(false)
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
      className={buttonClass()}
    >
      <Download size={16} aria-hidden />
      {t('video.download')}
    </button>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <DownloadMenu task={task} trigger={button} />
    </Suspense>
  )
}
