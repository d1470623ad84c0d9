import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { number } from '../lib/format.ts'
import { Button } from './button.tsx'

/** Where counting ends on the server; what lies behind is found by a narrower filter. */
const longestCounted = 10_000

/** Which rows of how many a page shows, and the way to the next ones. Nothing where all are on one page. */
export function Pager({
  page,
  page_size,
  total,
  onPage,
}: {
  page: number
  page_size: number
  total: number
  onPage: (page: number) => void
}) {
  const { t } = useTranslation()
  const last = Math.max(1, Math.ceil(total / page_size))
  if (last === 1 && page === 1) return null
  const [from, to] = [(page - 1) * page_size + 1, Math.min(total, page * page_size)]
  return (
    <nav aria-label={t('pager.label')} className="flex items-center justify-end gap-2">
      <span className="tabular text-xs text-faint">
        {t(total >= longestCounted ? 'pager.ofMany' : 'pager.of', {
          from: number(from),
          to: number(to),
          total: number(total),
        })}
      </span>
      <Button aria-label={t('pager.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={16} aria-hidden />
      </Button>
      <Button aria-label={t('pager.next')} disabled={page >= last} onClick={() => onPage(page + 1)}>
        <ChevronRight size={16} aria-hidden />
      </Button>
    </nav>
  )
}
