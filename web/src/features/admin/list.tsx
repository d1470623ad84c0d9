import type { UseQueryResult } from '@tanstack/react-query'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { type PagePlace, Pager } from '../../ui/pager.tsx'
import { type Column, Table } from '../../ui/table.tsx'

export interface Listed<Row> {
  items: Row[]
  total: number
  page: number
  page_size: number
  /** Of a list without an end. */
  next_cursor?: string | null
  previous_cursor?: string | null
}

/** A page of a list of the API: while it comes, when it fails, when it is empty, and as a table. */
export function List<Row>({
  label,
  query,
  columns,
  keyOf,
  empty,
  onPage,
}: {
  label: string
  query: UseQueryResult<Listed<Row>>
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string | number
  empty: string
  /** Left out where the list has no pages. */
  onPage?: (place: PagePlace) => void
}) {
  const { data, isPending, isError, isPlaceholderData } = query
  if (isPending) return <Lines count={8} height="h-8" />
  if (isError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  if (data.items.length === 0) return <p className="py-8 text-sm text-soft">{empty}</p>
  return (
    <div className="flex flex-col gap-3">
      <Table label={label} columns={columns} rows={data.items} keyOf={keyOf} isBusy={isPlaceholderData} />
      {onPage && <Pager {...data} shown={data.items.length} onPage={onPage} />}
    </div>
  )
}
