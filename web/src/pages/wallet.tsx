import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery, useMe } from '../features/session/session.ts'
import { historyQuery, useTopUp } from '../features/wallet/wallet.ts'
import { fieldErrors } from '../lib/api.ts'
import { credits, dateTime } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { Title } from '../ui/title.tsx'

export function WalletPage() {
  const { t } = useTranslation()
  const me = useMe()
  const { data: config } = useQuery(configQuery)
  const history = useInfiniteQuery(historyQuery)
  const rows = history.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <div className="mx-auto flex max-w-220 flex-col gap-10">
      <Title>{t('wallet.title')}</Title>
      <h1 className="text-lg font-medium">{t('wallet.title')}</h1>
      <div className="flex flex-wrap gap-x-16 gap-y-6">
        <Figure name={t('wallet.balance')} value={me?.balance ?? 0} />
        <Figure name={t('wallet.held')} value={me?.balance_held ?? 0} />
        {config?.topup_enabled && <TopUp />}
      </div>
      <section className="flex flex-col gap-3">
        <h2 className="text-base font-medium">{t('wallet.history')}</h2>
        {history.isError && <ErrorNotice error={history.error} onRetry={() => void history.refetch()} />}
        {history.isSuccess && rows.length === 0 && <p className="text-soft">{t('wallet.empty')}</p>}
        {rows.length > 0 && (
          <table className="tabular w-full text-sm">
            <thead>
              <tr className="border-b border-line text-left text-xs text-faint">
                <th className="py-2 font-normal">{t('wallet.when')}</th>
                <th className="font-normal">{t('wallet.what')}</th>
                <th className="text-right font-normal">{t('wallet.change')}</th>
                <th className="text-right font-normal">{t('wallet.after')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.transaction_id} className="border-b border-line">
                  <td className="py-2 text-soft">{dateTime(row.created_at)}</td>
                  <td>
                    {row.task_id === null ? (
                      (row.description ?? row.type)
                    ) : (
                      <Link to="/v/$task_id" params={{ task_id: row.task_id }} className="hover:underline">
                        {row.description ?? row.type}
                      </Link>
                    )}
                  </td>
                  <td className={`text-right ${row.amount > 0 ? 'text-good' : ''}`}>
                    {row.amount > 0 && '+'}
                    {credits(row.amount)}
                  </td>
                  <td className="text-right text-soft">{credits(row.balance_after)}</td>
                </tr>
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
    </div>
  )
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex flex-col gap-1">
      <span className="text-xs text-faint">{name}</span>
      <span className="tabular text-xl">{credits(value)}</span>
    </div>
  )
}

function TopUp() {
  const { t } = useTranslation()
  const topUp = useTopUp()
  const key = useRef(crypto.randomUUID())
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const amount = Math.round(Number(new FormData(event.currentTarget).get('amount')) * 100)
    topUp.mutate({ amount, key: key.current }, { onSettled: () => void (key.current = crypto.randomUUID()) })
  }
  return (
    <form onSubmit={submit} className="flex max-w-80 items-end gap-2">
      <Field
        label={t('wallet.amount')}
        name="amount"
        type="number"
        min="1"
        max="10000"
        step="0.01"
        defaultValue="10"
        required
        hint={
          topUp.isSuccess
            ? t('wallet.done', { amount: credits(topUp.variables.amount) })
            : t('wallet.topUpHint')
        }
        error={fieldErrors(topUp.error)['amount'] ?? (topUp.isError ? topUp.error.message : undefined)}
      />
      <Button type="submit" look="primary" className="mb-auto mt-[22px] h-9" disabled={topUp.isPending}>
        {t('wallet.topUp')}
      </Button>
    </form>
  )
}
