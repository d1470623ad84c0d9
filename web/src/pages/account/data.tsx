import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useExport } from '../../features/account/account.ts'
import { useMe } from '../../features/session/session.ts'
import { videosQuery } from '../../features/video/videos.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Title } from '../../ui/title.tsx'
import { say } from '../../ui/toast.tsx'

const DeleteDialog = lazy(async () => ({
  default: (await import('../../features/account/delete-dialog.tsx')).DeleteDialog,
}))

export function DataPage() {
  const { t } = useTranslation()
  const me = useMe()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: videos } = useInfiniteQuery(videosQuery())
  const [isDeleting, setDeleting] = useState(false)
  const download = useExport()
  const leave = async (until: string): Promise<void> => {
    await navigate({ to: '/auth/goodbye', search: { until }, replace: true })
    client.clear()
  }
  return (
    <div>
      <Title>{t('account.nav.data')}</Title>
      <Section title={t('account.data.export')} text={t('account.data.exportText')}>
        <Button
          disabled={download.isPending}
          onClick={() =>
            download.mutate(undefined, {
              onSuccess: (file) => {
                saveFile('clipwright-account.json', file)
                say(t('account.data.exported'))
              },
            })
          }
        >
          <Download size={16} aria-hidden />
          {t('account.data.download')}
        </Button>
        {download.isError && <ErrorNotice error={download.error} />}
      </Section>
      <Section title={t('account.data.delete')} text={t('account.data.deleteText')}>
        <Button look="danger" className="border border-line" onClick={() => setDeleting(true)}>
          {t('account.data.deleteAction')}
        </Button>
      </Section>
      <Suspense>
        {isDeleting && me && (
          <DeleteDialog
            me={me}
            videos={videos?.pages[0]?.total ?? 0}
            onDeleted={(until) => void leave(until)}
            onClose={() => setDeleting(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
