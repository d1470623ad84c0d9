import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EngineCard } from '../../features/admin/engine-card.tsx'
import { Head, Part } from '../../features/admin/head.tsx'
import { AddServerDialog } from '../../features/admin/inventory/add-server-dialog.tsx'
import { EngineDoings, UntriedCard } from '../../features/admin/inventory/engine-doings.tsx'
import { enginesOf } from '../../features/admin/inventory/inventory.ts'
import { Source } from '../../features/admin/inventory/source.tsx'
import { enginesQuery, slotsQuery, workersQuery } from '../../features/admin/machines.ts'
import { Workers } from '../../features/admin/workers.tsx'
import { inventoryQuery } from '../../lib/inventory.ts'
import { Button } from '../../ui/button.tsx'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'

export function EnginesPage() {
  const { t } = useTranslation()
  const { data: inventory, ...read } = useQuery(inventoryQuery)
  const named = inventory ? enginesOf(inventory) : []
  const engines = useQuery(enginesQuery(named.map(({ name }) => name)))
  const { data: slots = [] } = useQuery(slotsQuery)
  const workers = useQuery(workersQuery)
  const [isAdding, setAdding] = useState(false)
  const byName = [...Map.groupBy(engines.data ?? [], ({ engine }) => engine)]
  const untried = engines.isSuccess
    ? named.filter(({ name }) => !byName.some(([reported]) => reported === name))
    : []
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <Head title={t('admin.nav.engines')} text={t('admin.engines.text')}>
          {inventory?.source === 'database' && (
            <Button look="primary" onClick={() => setAdding(true)}>
              {t('admin.inventory.add')}
            </Button>
          )}
        </Head>
        {inventory && <Source inventory={inventory} />}
        {read.isError && <ErrorNotice error={read.error} onRetry={() => void read.refetch()} />}
      </div>
      {engines.isPending && <Lines count={3} height="h-24" />}
      {engines.isError && <ErrorNotice error={engines.error} onRetry={() => void engines.refetch()} />}
      {engines.isSuccess && byName.length + untried.length === 0 && (
        <p className="text-sm text-soft">{t('admin.engines.none')}</p>
      )}
      {byName.length + untried.length > 0 && (
        <ul className="flex flex-col">
          {inventory &&
            untried.map((engine) => <UntriedCard key={engine.name} engine={engine} inventory={inventory} />)}
          {byName.map(([name, views]) => {
            const own = named.find((engine) => engine.name === name)
            return (
              <EngineCard key={name} views={views} slots={slots.filter(({ engine }) => engine === name)}>
                {own && inventory && <EngineDoings engine={own} inventory={inventory} />}
              </EngineCard>
            )
          })}
        </ul>
      )}
      <Part title={t('admin.workers.title')}>
        <p className="max-w-160 text-sm text-soft">{t('admin.workers.text')}</p>
        <Workers query={workers} />
      </Part>
      {isAdding && inventory && <AddServerDialog inventory={inventory} onClose={() => setAdding(false)} />}
    </div>
  )
}
