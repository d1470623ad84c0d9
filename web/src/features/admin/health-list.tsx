import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { relative } from '../../lib/format.ts'
import { useTold } from '../../lib/told.ts'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { State } from '../../ui/state.tsx'
import { type HealthItem, healthQuery, pageOf } from './figures.ts'
import { linkClass } from './head.tsx'

/** What needs a person now, and how to mend it; one calm line when nothing does. */
export function HealthList() {
  const { t } = useTranslation()
  const health = useQuery(healthQuery)
  if (health.isPending) return <Lines count={1} height="h-12" />
  if (health.isError) return <ErrorNotice error={health.error} onRetry={() => void health.refetch()} />
  const { items } = health.data
  return (
    <div aria-live="polite">
      {items.length === 0 ? (
        <p className="border-y border-line py-3 text-sm">
          <State tone="good">{t('admin.figures.well')}</State>
        </p>
      ) : (
        <ul className="flex flex-col border-b border-line">
          {items.map((item) => (
            <Item key={`${item.code} ${item.subject}`} item={item} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Item({ item }: { item: HealthItem }) {
  const { t } = useTranslation()
  const to = pageOf(item)
  const { message, remedy, lang } = useTold()(item)
  return (
    <li className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-t border-line py-3 text-sm">
      <div className="min-w-0 flex-1 basis-80">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <State tone={item.severity === 'now' ? 'bad' : 'busy'}>
            {t(`admin.figures.code.${item.code}`)}
          </State>
          {item.subject !== null && (
            <span className="break-all">{[item.subject, modelOf(item)].filter(Boolean).join(' · ')}</span>
          )}
          {item.since !== null && <span className="text-xs text-faint">{relative(item.since)}</span>}
        </p>
        <p className="pl-4 text-soft" lang={lang}>
          {message} {remedy}
        </p>
      </div>
      {to !== '/admin/overview' && (
        <Link to={to} className={linkClass}>
          {t('admin.figures.open')}
        </Link>
      )}
    </li>
  )
}

/** Which model of an engine it is about; elsewhere the text says it. */
function modelOf({ code, params }: HealthItem): string | undefined {
  return code === 'engine_problem' && params?.['model'] !== undefined ? String(params['model']) : undefined
}
