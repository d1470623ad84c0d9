import type { ReactNode } from 'react'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** Where numbers stand below each other. */
  isNumber?: boolean
  /** Takes the room that the others leave, and is cut off. */
  isWide?: boolean
}

/** Rows of one kind below the names of their columns; where the page is narrow, it is moved sideways. */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
  isBusy = false,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** Whether these are rows of before, and others are on their way. */
  isBusy?: boolean
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so a keyboard must reach it
    <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table className="tabular w-full text-sm" aria-busy={isBusy}>
        <thead>
          <tr className="border-b border-line text-xs text-faint">
            {columns.map(({ head, isNumber }) => (
              <th
                key={head}
                scope="col"
                className={`py-2 pr-6 font-normal whitespace-nowrap last:pr-0 ${isNumber ? 'text-right' : 'text-left'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={isBusy ? 'opacity-60' : ''}>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line align-baseline">
              {columns.map(({ head, cell, isNumber, isWide }) => (
                <td
                  key={head}
                  className={`py-2 pr-6 last:pr-0 ${isNumber ? 'text-right whitespace-nowrap' : ''} ${isWide ? 'max-w-0 min-w-48 w-full truncate' : ''}`}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
