import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { credits, plainDay } from '../../lib/format.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Segments } from '../../ui/segments.tsx'
import { type Usage, usageQuery } from './wallet.ts'

const UseChart = lazy(async () => ({ default: (await import('./use-chart.tsx')).UseChart }))
const ranges = ['7', '30', '90', '365'] as const

/** What was spent when, and on what. */
export function UseSection() {
  const { t } = useTranslation()
  const [range, setRange] = useState<(typeof ranges)[number]>('30')
  const { data: usage, error, refetch } = useQuery(usageQuery(Number(range)))
  const nameOf = (model: string | null): string => model ?? t('wallet.helpers')
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="flex items-baseline gap-3 text-base font-medium">
          {t('wallet.use')}
          {usage && <span className="tabular text-sm font-normal text-soft">{credits(usage.total)}</span>}
        </h2>
        <Segments
          label={t('wallet.range')}
          value={range}
          options={ranges.map((value) => ({
            value,
            label: value === '365' ? t('wallet.year') : t('wallet.lastDays', { count: Number(value) }),
          }))}
          onChange={setRange}
        />
      </div>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!usage && !error && <div className="h-56 rounded-control bg-surface" />}
      {usage &&
        (usage.items.length === 0 ? (
          <p className="py-10 text-center text-sm text-soft">{t('wallet.noUse')}</p>
        ) : (
          <>
            <Suspense fallback={<div className="h-56 rounded-control bg-surface" />}>
              <UseChart
                usage={usage}
                nameOf={nameOf}
                label={t('wallet.chart', {
                  from: plainDay(usage.from),
                  to: plainDay(usage.to),
                  amount: credits(usage.total),
                })}
              />
            </Suspense>
            <details>
              <summary className="py-1 text-sm text-faint hover:text-text">{t('wallet.asTable')}</summary>
              <UseTable usage={usage} nameOf={nameOf} />
            </details>
          </>
        ))}
    </section>
  )
}

function UseTable({ usage, nameOf }: { usage: Usage; nameOf: (model: string | null) => string }) {
  const { t } = useTranslation()
  return (
    <table className="tabular mt-2 w-full max-w-140 text-sm">
      <thead>
        <tr className="border-b border-line text-left text-xs text-faint">
          <th className="py-2 font-normal">{t('wallet.day')}</th>
          <th className="font-normal">{t('wallet.model')}</th>
          <th className="text-right font-normal">{t('wallet.videos')}</th>
          <th className="text-right font-normal">{t('wallet.spent')}</th>
        </tr>
      </thead>
      <tbody>
        {usage.items.toReversed().map(({ day, model, videos, spent }) => (
          <tr key={`${day} ${model}`} className="border-b border-line">
            <td className="py-1.5 text-soft">{plainDay(day)}</td>
            <td>{nameOf(model)}</td>
            <td className="text-right">{videos}</td>
            <td className="text-right">{credits(spent)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3} className="py-2 text-left font-medium">
            {t('wallet.inAll')}
          </th>
          <td className="text-right font-medium">{credits(usage.total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
