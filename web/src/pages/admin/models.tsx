import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Head, linkClass } from '../../features/admin/head.tsx'
import { enginesQuery } from '../../features/admin/machines.ts'
import { number } from '../../lib/format.ts'
import { modelsQuery } from '../../lib/models.ts'
import { fromMinor } from '../../lib/money.ts'
import { Facts } from '../../ui/facts.tsx'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { State } from '../../ui/state.tsx'

export function ModelsPage() {
  const { t } = useTranslation()
  const models = useQuery(modelsQuery)
  const { data: engines } = useQuery(enginesQuery)
  return (
    <div className="flex flex-col gap-4">
      <Head title={t('admin.nav.models')} text={t('admin.models.text')} />
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
                  [t('admin.models.licence'), model.licence],
                ]}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
