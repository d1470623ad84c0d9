import type { Task } from '../../lib/api.ts'

/** A video at its place, in pixels within its row. */
export interface Tile {
  task: Task
  /** Where it stands in the whole list. */
  index: number
  left: number
  width: number
}

export type Row = {
  key: string
  top: number
  height: number
} & (
  | { kind: 'days'; days: { instant: string; left: number }[] }
  | { kind: 'tiles'; tiles: Tile[] }
  | { kind: 'unknown'; index: number }
)

export interface Layout {
  rows: Row[]
  height: number
  /** Where each page of the list begins. */
  page_tops: number[]
}

export const page_size = 100
const gap = 8
const dayHeight = 44
/** Between days that share a line, and what the name of one takes at least. */
const daysGap = 24
const dayWidth = 200

const ratioOf = ({ media, params }: Task): number => {
  const { width_px, height_px } = media ?? params
  return Math.min(3, Math.max(0.4, width_px / height_px))
}

const dayOf = (task: Task): string => new Date(task.created_at).toDateString()

/** How high a row should be: a hand's width of videos on a phone, five or so on a desk. */
const wantedHeight = (width: number): number => (width < 600 ? 150 : width < 1200 ? 180 : 210)

/**
 * Puts pages of the list into rows of about one height, each as wide as the library, under the days of their making. A page
 * that is not there yet takes the room that pages take on average, so that the scrollbar is right before anything was read.
 */
export function layOut(pages: (Task[] | undefined)[], total: number, width: number): Layout {
  const laidOut = pages.map((tasks, page) => tasks && layOutPage(tasks, page, pages[page - 1]?.at(-1), width))
  const known = laidOut.filter((page) => page !== undefined)
  const count = pages.reduce((sum, tasks) => sum + (tasks?.length ?? 0), 0)
  const wanted = wantedHeight(width)
  const heightOfOne =
    count > 0
      ? known.reduce((sum, { height }) => sum + height, 0) / count
      : (wanted + gap) / Math.max(1, width / ((wanted * 16) / 9))
  const rows: Row[] = []
  const page_tops: number[] = []
  let height = 0
  for (let page = 0; page * page_size < total; page++) {
    const here = laidOut[page]
    page_tops.push(height)
    if (here) {
      for (const row of here.rows) rows.push({ ...row, top: row.top + height })
      height += here.height
      continue
    }
    const items = Math.min(page_size, total - page * page_size)
    const lines = Math.max(1, Math.round((items * heightOfOne) / (wanted + gap)))
    const each = (items * heightOfOne) / lines
    for (let line = 0; line < lines; line++)
      rows.push({
        key: `${page}-${line}-unknown`,
        kind: 'unknown',
        index: page * page_size + Math.floor((line * items) / lines),
        top: height + line * each,
        height: each - gap,
      })
    height += items * heightOfOne
  }
  return { rows, height, page_tops }
}

interface PageLayout {
  rows: Row[]
  height: number
}

/** Pages are laid out once for each width, however often the list around them changes. */
const laidOutPages = new WeakMap<
  Task[],
  { width: number; before: string; page: number; layout: PageLayout }
>()

function layOutPage(tasks: Task[], page: number, before: Task | undefined, width: number): PageLayout {
  const dayBefore = before ? dayOf(before) : ''
  const known = laidOutPages.get(tasks)
  if (known?.width === width && known.before === dayBefore && known.page === page) return known.layout
  const rows: Row[] = []
  let top = 0
  let begin = 0
  /** A line that has room for another day beside its own. */
  let open: { days: { instant: string; left: number }[]; tiles: Tile[]; end: number } | undefined
  while (begin < tasks.length) {
    const day = dayOf(tasks[begin]!)
    let end = begin + 1
    while (end < tasks.length && dayOf(tasks[end]!) === day) end++
    const instant = tasks[begin]!.created_at
    const wanted = wantedHeight(width)
    const length = lengthOf(tasks, begin, end, wanted)
    if (open && open.end + daysGap + Math.max(length, dayWidth) <= width) {
      const left = open.end + daysGap
      open.days.push({ instant, left })
      open.tiles.push(...placeRow(tasks, begin, end, page, left, wanted))
      open.end = left + Math.max(length, dayWidth)
      begin = end
      continue
    }
    open = undefined
    const days = [{ instant, left: 0 }]
    const isNew = begin > 0 || day !== dayBefore
    if (isNew) {
      rows.push({ key: `${page}-day-${begin}`, kind: 'days', days, top, height: dayHeight })
      top += dayHeight
    }
    for (const [first, last] of intoRows(tasks, begin, end, width)) {
      const full = (width - gap * (last - first - 1)) / ratiosOf(tasks, first, last)
      // What would be stretched too far, such as a day of two videos, stays at its size.
      const isShort = full > wanted * 1.45
      const height = isShort ? wanted : full
      const tiles = placeRow(tasks, first, last, page, 0, height)
      rows.push({ key: `${page}-${first}`, kind: 'tiles', tiles, top, height })
      top += height + gap
      if (isShort && isNew && first === begin && last === end)
        open = { days, tiles, end: Math.max(length, dayWidth) }
    }
    begin = end
  }
  const layout = { rows, height: top }
  laidOutPages.set(tasks, { width, before: dayBefore, page, layout })
  return layout
}

/** How long a row is at this height. */
function lengthOf(tasks: Task[], begin: number, end: number, height: number): number {
  return ratiosOf(tasks, begin, end) * height + (end - begin - 1) * gap
}

function ratiosOf(tasks: Task[], begin: number, end: number): number {
  let sum = 0
  for (let i = begin; i < end; i++) sum += ratioOf(tasks[i]!)
  return sum
}

function placeRow(
  tasks: Task[],
  begin: number,
  end: number,
  page: number,
  from: number,
  height: number,
): Tile[] {
  let left = from
  return tasks.slice(begin, end).map((task, i) => {
    const tile = { task, index: page * page_size + begin + i, left, width: ratioOf(task) * height }
    left += tile.width + gap
    return tile
  })
}

/** Cuts a day into rows whose lengths differ as little as can be, so that their heights do. */
function intoRows(tasks: Task[], begin: number, end: number, width: number): [number, number][] {
  const wanted = wantedHeight(width)
  const whole = lengthOf(tasks, begin, end, wanted)
  const count = Math.max(1, Math.round(whole / width))
  const rows: [number, number][] = []
  let first = begin
  let passed = 0
  for (let i = begin; i < end && rows.length < count - 1; i++) {
    const length = ratioOf(tasks[i]!) * wanted + gap
    passed += length
    if (passed < (whole / count) * (rows.length + 1) - length / 2) continue
    rows.push([first, i + 1])
    first = i + 1
  }
  return first < end ? [...rows, [first, end]] : rows
}
