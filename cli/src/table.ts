import { styleText } from 'node:util'
import { columnsOf, fit, padEnd, padStart } from './terminal-text.ts'

export interface Column<Row> {
  title: string
  cell: (row: Row) => string
  isNumber?: boolean
  /** The column is left out on a narrower terminal. */
  from?: number
  paint?: (text: string, row: Row) => string
}

/** Formats rows under their titles. On a terminal the last column is cut to the remaining width. */
export function toTable<Row>(rows: readonly Row[], all: readonly Column<Row>[]): string {
  const available = process.stdout.isTTY ? process.stdout.columns : Infinity
  const columns = all.filter(({ from = 0 }) => available >= from)
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)))
  const widths = columns.map(({ title }, at) =>
    Math.max(title.length, ...cells.map((row) => columnsOf(row[at]!))),
  )
  const used = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0)
  const left = Math.max(12, available - used)
  const line = (texts: readonly string[], paint: (text: string, at: number) => string): string =>
    texts
      .map((text, at) => {
        if (at === texts.length - 1) return paint(fit(text, left), at)
        return paint(columns[at]!.isNumber ? padStart(text, widths[at]!) : padEnd(text, widths[at]!), at)
      })
      .join('  ')
      .trimEnd()
  const head = line(
    columns.map(({ title }) => title),
    (text) => styleText('dim', text),
  )
  const body = cells.map((texts, i) =>
    line(texts, (text, at) => columns[at]!.paint?.(text, rows[i]!) ?? text),
  )
  return [head, ...body].join('\n')
}

/** The lines below a page that say how many pages there are; empty for a single page. */
export function pageNote(
  { total, page, page_size }: { total: number; page: number; page_size: number },
  what: string,
): string[] {
  if (total <= page_size) return []
  return [
    '',
    styleText('dim', `Page ${page} of ${Math.ceil(total / page_size)}, ${total} ${what} altogether.`),
  ]
}

const two = (number: number) => String(number).padStart(2, '0')

/** Formats as `17:40:04` in the local time zone. */
export function formatClockTime(at: string): string {
  const time = new Date(at)
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')
}

/** Formats as `2026-11-20 17:40` in the local time zone. */
export function formatTime(at: string): string {
  const time = new Date(at)
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`
}

/** The first eight characters on a terminal, since commands accept the beginning of an id; elsewhere the whole id. */
export function shortId(id: string): string {
  return process.stdout.isTTY ? id.slice(0, 8) : id
}
