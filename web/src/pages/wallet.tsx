import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery, useMe } from '../features/session/session.ts'
import { HeldSection } from '../features/wallet/held-section.tsx'
import { HistorySection } from '../features/wallet/history-section.tsx'
import { UseSection } from '../features/wallet/use-section.tsx'
import { usageQuery, useTopUp } from '../features/wallet/wallet.ts'
import { fieldErrors } from '../lib/api.ts'
import { credits } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Title } from '../ui/title.tsx'

export function WalletPage() {
  const { t } = useTranslation()
  const me = useMe()
  const filter = useSearch({ from: '/signed-in/wallet' })
  const navigate = useNavigate()
  const { data: config } = useQuery(configQuery)
  const { data: usage } = useQuery(usageQuery(30))
  const today = usage?.items.reduce((sum, { day, spent }) => sum + (day === usage.today ? spent : 0), 0)
  return (
    <div className="mx-auto flex max-w-240 flex-col gap-10 pt-2">
      <Title>{t('wallet.title')}</Title>
      <h1 className="text-lg font-medium">{t('wallet.title')}</h1>
      <div className="flex flex-wrap justify-between gap-x-12 gap-y-8">
        <dl className="flex flex-wrap gap-x-12 gap-y-6">
          <Figure name={t('wallet.balance')} value={me?.balance} />
          <Figure name={t('wallet.today')} value={today} />
          <Figure name={t('wallet.held')} value={me?.balance_held} />
        </dl>
        {config?.topup_enabled && <TopUp />}
      </div>
      <HeldSection />
      <UseSection />
      <HistorySection
        filter={filter}
        onFilter={(search) => void navigate({ to: '/wallet', search, replace: true, resetScroll: false })}
      />
    </div>
  )
}

function Figure({ name, value }: { name: string; value: number | undefined }) {
  return (
    <div className="flex flex-col gap-1">
      <dt className="text-xs text-faint">{name}</dt>
      <dd className="tabular min-h-8.5 text-xl">{value !== undefined && credits(value)}</dd>
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
