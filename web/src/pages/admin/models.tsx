import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Head, linkClass } from '../../features/admin/head.tsx'
import { Graphs } from '../../features/admin/inventory/graphs.tsx'
import { enginesOf, modelsOf, usedBy } from '../../features/admin/inventory/inventory.ts'
import { ModelDialog, RemoveEntry } from '../../features/admin/inventory/model-dialog.tsx'
import { Source } from '../../features/admin/inventory/source.tsx'
import { enginesQuery } from '../../features/admin/machines.ts'
import { number } from '../../lib/format.ts'
import { modelsQuery } from '../../lib/models.ts'
import { fromMinor } from '../../lib/money.ts'
import { inventoryQuery } from '../../lib/inventory.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { State } from '../../ui/state.tsx'

export function ModelsPage() {
  const { t } = useTranslation()
  const models = useQuery(modelsQuery)
  const { data: engines } = useQuery(enginesQuery())
  const { data: inventory } = useQuery(inventoryQuery)
  const [asking, setAsking] = useState<{ what: 'add' | 'change' | 'remove'; name?: string }>()
  const isOwn = inventory?.source === 'database'
  const named = inventory ? modelsOf(inventory) : []
  const onClose = (): void => setAsking(undefined)
  return (
    <div className="flex flex-col gap-4">
      <Head title={t('admin.nav.models')} text={t('admin.models.text')}>
        {isOwn && (
          <Button look="primary" onClick={() => setAsking({ what: 'add' })}>
            {t('admin.inventory.addModel')}
          </Button>
        )}
      </Head>
      {inventory && <Source inventory={inventory} />}
      {models.isPending && <Lines count={3} height="h-24" />}
      {models.isError && <ErrorNotice error={models.error} onRetry={() => void models.refetch()} />}
      <ul className="flex flex-col">
        {models.data?.map((model) => {
          const offering = new Set(
            engines
              ?.filter(
                ({ is_reachable, offers }) =>
                  is_reachable && offers.some((each) => each.model === model.model),
              )
              .map(({ engine }) => engine),
          )
          const entry = named.find(({ name }) => name === model.model)
          return (
            <li key={model.model} className="flex flex-col gap-4 border-t border-line py-5">
              <p className="flex flex-wrap items-baseline gap-x-4">
                <span className="font-medium">{model.title}</span>
                <code className="font-mono text-xs text-faint">{model.model}</code>
                {model.is_default && (
                  <span className="text-xs text-accent-text">{t('admin.models.default')}</span>
                )}
                {engines &&
                  (offering.size > 0 ? (
                    <State tone="good">{[...offering].join(', ')}</State>
                  ) : (
                    <State tone="bad">{t('admin.models.noEngine')}</State>
                  ))}
              </p>
              <Facts
                items={[
                  [t('admin.models.modes'), model.modes.map(({ mode }) => mode).join(', ')],
                  [
                    t('admin.models.sizes'),
                    [...Map.groupBy(model.sizes, ({ resolution }) => resolution)]
                      .map(
                        ([resolution, sizes]) =>
                          `${resolution} (${sizes.map(({ aspect_ratio }) => aspect_ratio).join(', ')})`,
                      )
                      .join(' · '),
                  ],
                  [t('admin.models.fps'), number(model.fps)],
                  [
                    t('admin.nav.prices'),
                    <span key="prices">
                      {model.prices
                        .map(({ resolution, unit, unit_price }) =>
                          unit === null || unit_price === null
                            ? `${resolution}: ${t('admin.prices.notForSale')}`
                            : t(`admin.prices.per.${unit}`, { resolution, price: fromMinor(unit_price) }),
                        )
                        .join(' · ')}{' '}
                      <Link to="/admin/prices" search={{ model: model.model }} className={linkClass}>
                        {t('admin.models.change')}
                      </Link>
                    </span>,
                  ],
                  [
                    t('admin.inventory.engines'),
                    entry && inventory
                      ? enginesOf(inventory)
                          .filter((engine) => usedBy(engine).includes(entry.name))
                          .map(({ name }) => name)
                          .join(', ') || t('admin.inventory.noEngines')
                      : null,
                  ],
                  [t('admin.models.licence'), model.licence],
                ]}
              />
              {entry && isOwn && (
                <div className="-ml-3 flex flex-wrap gap-1">
                  <Button
                    look="quiet"
                    aria-label={`${t('admin.inventory.change')}: ${entry.name}`}
                    onClick={() => setAsking({ what: 'change', name: entry.name })}
                  >
                    {t('admin.inventory.change')}
                  </Button>
                  <Button
                    look="danger"
                    aria-label={`${t('admin.inventory.remove')}: ${entry.name}`}
                    onClick={() => setAsking({ what: 'remove', name: entry.name })}
                  >
                    {t('admin.inventory.remove')}
                  </Button>
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {isOwn && <Graphs graphs={inventory.graphs} />}
      {inventory && asking?.what === 'add' && <ModelDialog inventory={inventory} onClose={onClose} />}
      {inventory && asking?.what === 'change' && (
        <ModelDialog
          model={named.find(({ name }) => name === asking.name)!}
          inventory={inventory}
          onClose={onClose}
        />
      )}
      {asking?.what === 'remove' && (
        <RemoveEntry
          place="models"
          name={asking.name!}
          text={t('admin.inventory.removeModel')}
          onClose={onClose}
        />
      )}
    </div>
  )
}
