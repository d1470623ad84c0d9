import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { EngineCard } from '../../features/admin/engine-card.tsx'
import { Head, Part } from '../../features/admin/head.tsx'
import { enginesQuery, slotsQuery, workersQuery } from '../../features/admin/machines.ts'
import { Workers } from '../../features/admin/workers.tsx'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'

export function EnginesPage() {
  const { t } = useTranslation()
  const engines = useQuery(enginesQuery)
  const { data: slots = [] } = useQuery(slotsQuery)
  const workers = useQuery(workersQuery)
  const byName = [...Map.groupBy(engines.data ?? [], ({ engine }) => engine)]
  return (
    <div className="flex flex-col gap-8">
      <Head title={t('admin.nav.engines')} text={t('admin.engines.text')} />
      {engines.isPending && <Lines count={3} height="h-24" />}
      {engines.isError && <ErrorNotice error={engines.error} onRetry={() => void engines.refetch()} />}
      {engines.isSuccess && byName.length === 0 && (
        <p className="text-sm text-soft">{t('admin.engines.none')}</p>
      )}
      {byName.length > 0 && (
        <ul className="flex flex-col">
          {byName.map(([name, views]) => (
            <EngineCard key={name} views={views} slots={slots.filter(({ engine }) => engine === name)} />
          ))}
        </ul>
      )}
      <Part title={t('admin.workers.title')}>
        <p className="max-w-160 text-sm text-soft">{t('admin.workers.text')}</p>
        <Workers query={workers} />
      </Part>
    </div>
  )
}
