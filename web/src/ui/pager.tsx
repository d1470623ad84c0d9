import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { number } from '../lib/format.ts'
import { Button } from './button.tsx'

/** Where counting ends on the server, and pages have no numbers any more. */
const longestCounted = 10_000

/** Where a page of a list is: by its number or, where those have an end, by a cursor of the server. */
export interface PagePlace {
  page?: number | undefined
  cursor?: string | undefined
}

/** Which rows of how many a page shows, and the way to the pages beside it. Nothing where all are on one page. */
export function Pager({
  page,
  page_size,
  total,
  shown,
  previous_cursor = null,
  next_cursor = null,
  onPage,
}: {
  page: number
  page_size: number
  total: number
  /** How many rows the page has. */
  shown: number
  /** Of a list that goes on behind where its counting ends. */
  previous_cursor?: string | null
  next_cursor?: string | null
  onPage: (place: PagePlace) => void
}) {
  const { t } = useTranslation()
  const last = Math.max(1, Math.ceil(total / page_size))
  if (last === 1 && page === 1) return null
  const [from, to] = [(page - 1) * page_size + 1, (page - 1) * page_size + shown]
  const place = (there: number, cursor: string | null): PagePlace | undefined => {
    if (there >= 1 && there <= last) return { page: there }
    return cursor === null ? undefined : { cursor }
  }
  const [newer, older] = [place(page - 1, previous_cursor), place(page + 1, next_cursor)]
  const words = page > last ? 'pager.beyond' : total >= longestCounted ? 'pager.ofMany' : 'pager.of'
  return (
    <nav aria-label={t('pager.label')} className="flex items-center justify-end gap-2">
      <span className="tabular text-xs text-faint">
        {t(words, { from: number(from), to: number(to), total: number(total) })}
      </span>
      <Button
        aria-label={t('pager.previous')}
        disabled={newer === undefined}
        onClick={() => newer && onPage(newer)}
      >
        <ChevronLeft size={16} aria-hidden />
      </Button>
      <Button
        aria-label={t('pager.next')}
        disabled={older === undefined}
        onClick={() => older && onPage(older)}
      >
        <ChevronRight size={16} aria-hidden />
      </Button>
    </nav>
  )
}
