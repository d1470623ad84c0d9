import type { Schema } from '@clipwright/client'
import { skipToken, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { credits, dateTime, number } from '../../lib/format.ts'
import { textOf } from '../../lib/form.ts'
import { fromMinor, toMinor } from '../../lib/money.ts'
import { modelsQuery } from '../../lib/models.ts'
import { Check } from '../../ui/check.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { say } from '../../ui/toast.tsx'
import { faultsOf } from './calls.ts'
import { comparisonQuery, type Price, priceKinds, units, useAddPrice } from './money.ts'

const days = 30
const minute_ms = 60_000

/** As an input for a day and a time has it: by the operator's own clock. */
function localText(instant: Date): string {
  return new Date(instant.getTime() - instant.getTimezoneOffset() * minute_ms).toISOString().slice(0, 16)
}

/** A new price, from now or a later instant on; and what the last month would have cost with it. */
export function PriceDialog({
  start,
  models,
  onClose,
}: {
  /** What it is for and costs today, if it is known. */
  start: Partial<Price>
  models: readonly string[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { data: offered = [] } = useQuery(modelsQuery)
  const add = useAddPrice()
  const [kind, setKind] = useState(start.kind ?? 'generate')
  const [model, setModel] = useState(start.model ?? '*')
  const [resolution, setResolution] = useState(start.resolution ?? '*')
  const [unit, setUnit] = useState(start.unit ?? 'second')
  const [text, setText] = useState(
    start.unit_price === undefined || start.unit_price === null ? '' : fromMinor(start.unit_price),
  )
  const [isForSale, setForSale] = useState(start.unit_price !== null)
  const minor = toMinor(text)
  const isPrice = minor !== undefined && !minor.startsWith('-')
  const [isWrong, setWrong] = useState(false)
  const resolutions = new Set([
    ...offered.flatMap(({ sizes }) => sizes.map((size) => size.resolution)),
    ...(resolution === '*' ? [] : [resolution]),
  ])
  const { byField, other } = faultsOf(add.error, ['unit_price', 'effective_from'])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setWrong(isForSale && !isPrice)
    if (isForSale && !isPrice) return
    const from = textOf(new FormData(event.currentTarget), 'from')
    const effective_from = new Date(from)
    add.mutate(
      {
        kind,
        model,
        resolution,
        unit,
        unit_price: isForSale ? minor! : null,
        ...(from !== '' && effective_from > new Date() && { effective_from: effective_from.toISOString() }),
      },
      {
        onSuccess: (price) => {
          onClose()
          say(t('admin.prices.added', { when: dateTime(price.effective_from) }))
        },
      },
    )
  }
  return (
    <Dialog title={t('admin.prices.addTitle')} isOpen onClose={onClose} className="sm:max-w-140">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
          <Choice
            label={t('admin.prices.kind')}
            value={kind}
            options={priceKinds.map((value) => ({ value, label: t(`admin.prices.kinds.${value}`) }))}
            onChange={setKind}
          />
          <Choice
            label={t('admin.model')}
            value={model}
            options={[
              { value: '*', label: t('admin.prices.anyModel') },
              ...models.map((value) => ({ value, label: value })),
            ]}
            onChange={setModel}
          />
          <Choice
            label={t('admin.prices.size')}
            value={resolution}
            options={[
              { value: '*', label: t('admin.prices.anySize') },
              ...[...resolutions].map((value) => ({ value, label: value })),
            ]}
            onChange={setResolution}
          />
        </div>
        <Check
          label={t('admin.prices.forSale')}
          checked={isForSale}
          onChange={({ target }) => setForSale(target.checked)}
        />
        {isForSale && (
          <div className="grid grid-cols-2 gap-3">
            <Field
              label={t('admin.prices.price')}
              inputMode="decimal"
              autoComplete="off"
              value={text}
              onChange={({ target }) => setText(target.value)}
              hint={t('admin.amount.credits')}
              error={isWrong ? t('admin.prices.wrong') : byField['unit_price']}
            />
            <Choice
              label={t('admin.prices.unit')}
              value={unit}
              options={units.map((value) => ({ value, label: t(`admin.prices.units.${value}`) }))}
              onChange={setUnit}
            />
          </div>
        )}
        <Field
          label={t('admin.prices.from')}
          name="from"
          type="datetime-local"
          min={localText(new Date())}
          hint={t('admin.prices.fromHint')}
          error={byField['effective_from']}
        />
        {isForSale && isPrice && kind !== 'agent' && (
          <Comparison price={{ kind, model, resolution, unit, unit_price: minor }} />
        )}
        {other !== null && <ErrorNotice error={other} />}
        <FormEnd action={t('admin.prices.add')} isBusy={add.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function Comparison({ price }: { price: Schema<'PriceComparison'>['prices'][number] }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<string>()
  const now = JSON.stringify(price)
  const { queryKey, queryFn } = comparisonQuery(price, days)
  const compared = useQuery({ queryKey, queryFn: asked === now ? queryFn! : skipToken })
  if (asked !== now)
    return (
      <button
        type="button"
        className="self-start text-sm text-accent-text hover:underline"
        onClick={() => setAsked(now)}
      >
        {t('admin.prices.compare')}
      </button>
    )
  if (compared.isError) return <ErrorNotice error={compared.error} />
  if (compared.isPending) return <Lines count={1} height="h-10" />
  const { tasks, charged, would_charge } = compared.data
  return (
    <p className="tabular border-l-2 border-line pl-3 text-sm text-soft" aria-live="polite">
      {t('admin.prices.compared', {
        count: tasks,
        videos: number(tasks),
        charged: credits(charged),
        would: credits(would_charge),
        change: `${would_charge >= charged ? '+' : ''}${credits(would_charge - charged)}`,
      })}
    </p>
  )
}
