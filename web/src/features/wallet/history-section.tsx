import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { credits, dateTime } from '../../lib/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { exportUrl, type HistoryFilter, historyQuery, type Transaction, transactionTypes } from './wallet.ts'

/** Every movement of the spendable balance, with the balance after it. */
export function HistorySection({
  filter,
  onFilter,
}: {
  filter: HistoryFilter
  onFilter: (filter: HistoryFilter) => void
}) {
  const { t } = useTranslation()
  const history = useInfiniteQuery(historyQuery(filter))
  const rows = history.data?.pages.flatMap(({ items }) => items) ?? []
  const isFiltered = Object.keys(filter).length > 0
  const set = (change: { [K in keyof HistoryFilter]: HistoryFilter[K] | undefined }): void => {
    const next = { ...filter, ...change }
    onFilter(Object.fromEntries(Object.entries(next).filter(([, value]) => value)))
  }
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-medium">{t('wallet.history')}</h2>
        <a href={exportUrl(filter)} download className={buttonClass('quiet', '-mr-3')}>
          <Download size={16} aria-hidden />
          {t('wallet.export')}
        </a>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-36">
          <Choice
            label={t('wallet.kind')}
            value={filter.type ?? ''}
            options={[
              { value: '', label: t('wallet.anyKind') },
              ...transactionTypes.map((type) => ({ value: type, label: t(`wallet.type.${type}`) })),
            ]}
            onChange={(type) => set({ type: type === '' ? undefined : type })}
          />
        </div>
        <Field
          label={t('wallet.from')}
          type="date"
          value={filter.from ?? ''}
          max={filter.to}
          onChange={({ target }) => set({ from: target.value })}
        />
        <Field
          label={t('wallet.to')}
          type="date"
          value={filter.to ?? ''}
          min={filter.from}
          onChange={({ target }) => set({ to: target.value })}
        />
        {isFiltered && (
          <Button look="quiet" className="h-9" onClick={() => onFilter({})}>
            {t('wallet.clear')}
          </Button>
        )}
      </div>
      {history.isPending && <Lines count={5} height="h-9" />}
      {history.isError && <ErrorNotice error={history.error} onRetry={() => void history.refetch()} />}
      {history.isSuccess && rows.length === 0 && (
        <p className="py-6 text-sm text-soft">{t(isFiltered ? 'wallet.noMatch' : 'wallet.empty')}</p>
      )}
      {rows.length > 0 && (
        <table className="tabular w-full text-sm" aria-busy={history.isPlaceholderData}>
          <thead>
            <tr className="border-b border-line text-left text-xs text-faint">
              <th className="py-2 font-normal">{t('wallet.when')}</th>
              <th className="font-normal">{t('wallet.what')}</th>
              <th className="text-right font-normal">{t('wallet.change')}</th>
              <th className="pl-3 text-right font-normal">{t('wallet.after')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.transaction_id} row={row} />
            ))}
          </tbody>
        </table>
      )}
      {history.hasNextPage && (
        <Button
          className="self-center"
          disabled={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {t('feed.more')}
        </Button>
      )}
    </section>
  )
}

function Row({ row }: { row: Transaction }) {
  const { t } = useTranslation()
  const what = [t(`wallet.type.${row.type}`), row.description].filter(Boolean).join(' · ')
  return (
    <tr className="border-b border-line align-baseline">
      <td className="py-2 pr-3 text-soft">{dateTime(row.created_at)}</td>
      <td className="pr-3">
        {row.task_id === null ? (
          what
        ) : (
          <Link
            to="/v/$task_id"
            params={{ task_id: row.task_id }}
            className="underline decoration-line underline-offset-4 hover:decoration-current"
          >
            {what}
          </Link>
        )}
        {row.status !== 'settled' && (
          <span className="pl-2 text-xs text-faint">{t(`wallet.status.${row.status}`)}</span>
        )}
      </td>
      <td className={`text-right ${row.amount > 0 ? 'text-good' : ''}`}>
        {row.amount > 0 && '+'}
        {credits(row.amount)}
      </td>
      <td className="pl-3 text-right text-soft">{credits(row.balance_after)}</td>
    </tr>
  )
}
