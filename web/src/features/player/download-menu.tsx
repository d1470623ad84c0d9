import { Menu } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { urlOf, base_url, resultUrl, type Task } from '../../lib/api.ts'

const item =
  'flex h-8 cursor-default items-center rounded-control px-3 text-sm outline-none data-highlighted:bg-raised pointer-coarse:h-11'

/** The video and what belongs to it, as files. Mounted by the first click, so it opens at once. */
export function DownloadMenu({ task: { task_id, media }, trigger }: { task: Task; trigger: ReactElement }) {
  const { t } = useTranslation()
  const files = [
    { name: t('player.files.video'), href: resultUrl(task_id), file: `${task_id}.mp4` },
    ...(media?.poster_url
      ? [{ name: t('player.files.poster'), href: urlOf(media.poster_url), file: `${task_id}.webp` }]
      : []),
    ...(media
      ? [
          {
            name: t('player.files.manifest'),
            href: `${base_url}/api/v1/tasks/${task_id}/provenance`,
            file: `${task_id}.manifest.json`,
          },
        ]
      : []),
  ]
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        <Menu.Positioner align="start" sideOffset={6} className="z-30">
          <Menu.Popup className="min-w-44 rounded-media border border-line bg-surface p-1 shadow-float outline-none">
            {files.map(({ name, href, file }) => (
              <Menu.LinkItem key={file} closeOnClick className={item} href={href} download={file}>
                {name}
              </Menu.LinkItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
