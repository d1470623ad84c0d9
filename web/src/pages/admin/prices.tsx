import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Head } from '../../features/admin/head.tsx'
import { List } from '../../features/admin/list.tsx'
import { type Price, type PriceFilter, priceKinds, pricesQuery } from '../../features/admin/money.ts'
import { PriceDialog } from '../../features/admin/price-dialog.tsx'
import { standingOf } from '../../features/admin/price-standing.ts'
import { knownOf, withoutEmpty } from '../../lib/filter.ts'
import { dateTime } from '../../lib/format.ts'
import { fromMinor } from '../../lib/money.ts'
import { modelsQuery } from '../../lib/models.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { State } from '../../ui/state.tsx'

export function PricesPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { kind, model, page } = useSearch({ from: '/signed-in/admin/prices' })
  const filter: PriceFilter = withoutEmpty({ kind: knownOf(priceKinds, kind), model, page })
  const prices = useQuery(pricesQuery(filter))
  const { data: models = [] } = useQuery(modelsQuery)
  const [adding, setAdding] = useState<Partial<Price>>()
  const items = prices.data?.items ?? []
  const names = new Set([
    ...models.map((each) => each.model),
    ...items.map((each) => each.model),
    ...(model === undefined ? [] : [model]),
  ])
  names.delete('*')
  const set = (change: { [K in keyof PriceFilter]: PriceFilter[K] | undefined }): void =>
    void navigate({ to: '/admin/prices', search: withoutEmpty({ ...filter, page: undefined, ...change }) })
  return (
    <div className="flex flex-col gap-4">
      <Head title={t('admin.nav.prices')} text={t('admin.prices.text')}>
        <Button look="primary" onClick={() => setAdding(withoutEmpty({ model }))}>
          {t('admin.prices.add')}
        </Button>
      </Head>
      <div className="flex flex-wrap items-end gap-3">
        <Choice
          label={t('admin.prices.kind')}
          value={filter.kind ?? ''}
          options={[
            { value: '', label: t('admin.any') },
            ...priceKinds.map((value) => ({ value, label: t(`admin.prices.kinds.${value}`) })),
          ]}
          onChange={(value) => set({ kind: value === '' ? undefined : value })}
        />
        <Choice
          label={t('admin.model')}
          value={model ?? ''}
          options={[
            { value: '', label: t('admin.any') },
            ...[...names].map((value) => ({ value, label: value })),
          ]}
          onChange={(value) => set({ model: value })}
        />
      </div>
      <List
        label={t('admin.nav.prices')}
        query={prices}
        keyOf={({ price_id }) => price_id}
        empty={t('admin.prices.none')}
        onPage={({ page }) => set({ page })}
        columns={[
          {
            head: t('admin.prices.for'),
            isWide: true,
            cell: (price) => (
              <>
                {t(`admin.prices.kinds.${price.kind}`)}
                <span className="pl-3 text-xs text-faint">
                  {[
                    price.model === '*' ? t('admin.prices.anyModel') : price.model,
                    price.resolution === '*' ? t('admin.prices.anySize') : price.resolution,
                  ].join(' · ')}
                </span>
              </>
            ),
          },
          {
            head: t('admin.prices.price'),
            isNumber: true,
            cell: ({ unit, unit_price }) =>
              unit_price === null
                ? t('admin.prices.notForSale')
                : t(`admin.prices.each.${unit}`, { price: fromMinor(unit_price) }),
          },
          {
            head: t('admin.prices.from'),
            cell: ({ effective_from }) => (
              <span className="whitespace-nowrap text-soft">{dateTime(effective_from)}</span>
            ),
          },
          { head: t('admin.status'), cell: (price) => <Standing price={price} all={items} /> },
          {
            head: '',
            isNumber: true,
            cell: (price) => (
              <Button
                aria-label={`${t('admin.prices.change')}: ${price.kind} ${price.model} ${price.resolution}`}
                onClick={() => setAdding(price)}
              >
                {t('admin.prices.change')}
              </Button>
            ),
          },
        ]}
      />
      {adding && <PriceDialog start={adding} models={[...names]} onClose={() => setAdding(undefined)} />}
    </div>
  )
}

function Standing({ price, all }: { price: Price; all: readonly Price[] }) {
  const { t } = useTranslation()
  const standing = standingOf(price, all, new Date())
  return (
    <State tone={({ now: 'good', later: 'busy', over: 'off' } as const)[standing]}>
      {t(`admin.prices.standing.${standing}`)}
    </State>
  )
}
