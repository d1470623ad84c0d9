import { useTranslation } from 'react-i18next'
import { clock, number } from '../../lib/format.ts'
import { hourAt } from './figures.ts'

/** One bar an hour, the last one for the hour that it is. The words below say what the eye sees. */
export function HourBars({ first_hour, counts }: { first_hour: string; counts: readonly number[] }) {
  const { t } = useTranslation()
  const most = Math.max(1, ...counts)
  const total = counts.reduce((sum, count) => sum + count, 0)
  return (
    <figure className="flex flex-col gap-2">
      <div aria-hidden className="flex h-24 items-end gap-px">
        {counts.map((count, index) => (
          <div
            key={index}
            title={`${clock(hourAt(first_hour, index))}: ${number(count)}`}
            className="flex h-full flex-1 items-end bg-surface"
          >
            <div className="w-full bg-soft" style={{ height: `${(count / most) * 100}%` }} />
          </div>
        ))}
      </div>
      <figcaption className="tabular flex justify-between text-xs text-faint">
        <span>{clock(hourAt(first_hour, 0))}</span>
        <span>
          {t('admin.figures.perHour', { total: number(total), most: number(Math.max(0, ...counts)) })}
        </span>
        <span>{t('admin.figures.now')}</span>
      </figcaption>
    </figure>
  )
}
