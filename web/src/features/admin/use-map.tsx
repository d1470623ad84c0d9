import { useTranslation } from 'react-i18next'
import { clock, percent, shortDay } from '../../lib/format.ts'
import { daysOf, hourAt } from './figures.ts'

/** How busy an engine was, hour by hour for two weeks: a row a day, the darker or brighter the busier. */
export function UseMap({ first_hour, use }: { first_hour: string; use: readonly (number | null)[] }) {
  const { t } = useTranslation()
  const known = use.filter((share) => share !== null)
  const days = daysOf(first_hour, use.length)
  // Days before the engine was there say nothing.
  const shown = days.slice(days.findIndex((hours) => hours.some((index) => use[index] != null)))
  const mean = known.reduce((sum, share) => sum + share, 0) / Math.max(1, known.length)
  return (
    <figure className="flex max-w-160 flex-col gap-2">
      <div aria-hidden className={known.length === 0 ? 'hidden' : 'flex flex-col gap-px'}>
        {shown.map((hours) => (
          <div key={hours[0]} className="flex items-center gap-3">
            <span className="tabular w-16 shrink-0 text-right text-xs whitespace-nowrap text-faint">
              {shortDay(hourAt(first_hour, hours[0]!))}
            </span>
            <div className="grid flex-1 grid-cols-24 gap-px">
              {hours.map((index) => {
                const share = use[index] ?? null
                const at = hourAt(first_hour, index)
                return (
                  <div
                    key={index}
                    title={`${clock(at)}: ${share === null ? t('admin.figures.away') : percent(share)}`}
                    style={{ gridColumnStart: at.getHours() + 1 }}
                    className={`h-3 ${share === null ? '' : 'bg-raised'}`}
                  >
                    {share !== null && <div className="size-full bg-text" style={{ opacity: share }} />}
                  </div>
                )
              })}
            </div>
          </div>
        ))}
      </div>
      <figcaption className="text-xs text-faint">
        {known.length === 0
          ? t('admin.figures.noUse')
          : t('admin.figures.use', { mean: percent(mean), most: percent(Math.max(...known)) })}
      </figcaption>
    </figure>
  )
}
