import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type ReactNode,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../lib/api.ts'
import { day } from '../../lib/format.ts'
import { layOut, type Layout, page_size, type Row, type Tile } from './layout.ts'
import { useLongPress } from './long-press.ts'
import type { Selection } from './selection.ts'
import { VideoTile } from './tile.tsx'

export interface GridActions {
  open: (task: Task) => void
  remove: (tasks: Task[]) => void
  /** The videos from one place in the list to another, in either order; what is missing is read. */
  between: (from: number, to: number) => Promise<Task[]>
}

type TileRow = Extract<Row, { kind: 'tiles' }>

/**
 * All videos in rows, of which those near the window exist. `pages` holds what has been read; `onNeed` hears which pages are in
 * view. A grid for screen readers and keyboards: one tile has the focus, arrows move it.
 */
export function Grid({
  label,
  pages,
  total,
  selection,
  actions,
  onNeed,
}: {
  label: string
  pages: (Task[] | undefined)[]
  total: number
  selection: Selection
  actions: GridActions
  onNeed: (first: number, last: number) => void
}) {
  const ref = useRef<HTMLDivElement>(null)
  const { width, offset } = usePlace(ref)
  const layout = useMemo(() => layOut(pages, total, width), [pages, total, width])
  const { rows, height } = layout
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index + 1]?.top ?? height) - rows[index]!.top,
    getItemKey: useCallback((index: number) => rows[index]!.key, [rows]),
    scrollMargin: offset,
    overscan: 3,
    useFlushSync: false,
  })
  useSteady(layout, offset)

  const visible = virtualizer.getVirtualItems().map(({ index }) => rows[index]!)
  const indexes = visible.flatMap(indexesOf)
  const [first, last] = [indexes[0] ?? 0, indexes.at(-1) ?? 0]
  useEffect(() => {
    if (total > 0 && width > 0) onNeed(Math.floor(first / page_size), Math.floor(last / page_size))
  }, [first, last, total, width, onNeed])

  const [focused, setFocused] = useState(0)
  const [playing, setPlaying] = useState<number>()
  // One tile is in the order of Tab: the one that had the focus, or the first one in sight.
  const isThere = visible.some(
    (row) => row.kind === 'tiles' && row.tiles.some(({ index }) => index === focused),
  )
  const firstTile = visible.find((row) => row.kind === 'tiles')?.tiles[0]?.index
  const tabbable = isThere ? focused : firstTile

  const focusTile = (index: number): void => {
    setFocused(index)
    setPlaying(undefined)
    const row = rows.find(
      (one): one is TileRow => one.kind === 'tiles' && one.tiles.some((tile) => tile.index === index),
    )
    if (!row) return
    const top = row.top + offset
    const [above, below] = [scrollY + 64, scrollY + innerHeight - 96]
    if (top < above) scrollTo({ top: top - 72 })
    else if (top + row.height > below) scrollTo({ top: top + row.height - innerHeight + 104 })
    const focus = (): boolean => {
      const cell = ref.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
      cell?.focus({ preventScroll: true })
      return cell !== undefined && cell !== null
    }
    // One that was out of sight comes with the next picture.
    if (!focus()) requestAnimationFrame(() => requestAnimationFrame(focus))
  }

  const chooseTo = useCallback(
    async (index: number) => {
      const { anchor } = selection
      selection.add(await actions.between(anchor ?? index, index))
    },
    [selection, actions],
  )

  const onKeyDown = (event: KeyboardEvent): void => {
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    if (!at || event.ctrlKey || event.metaKey || event.altKey) return
    const tile = findTile(rows, Number(at.dataset['index']))
    if (!tile) return
    const to = neighbour(rows, tile, event.key)
    if (to !== undefined) {
      if (event.shiftKey) {
        if (selection.anchor === undefined) selection.toggle(tile.task, tile.index)
        void chooseTo(to)
      }
      focusTile(to)
    } else if (event.key === 'Enter') actions.open(tile.task)
    else if (event.key === ' ') setPlaying((before) => (before === tile.index ? undefined : tile.index))
    else if (event.key === 'x' || event.key === 'X') selection.toggle(tile.task, tile.index)
    else if (event.key === 'Delete')
      actions.remove(selection.chosen.size > 0 ? [...selection.chosen.values()] : [tile.task])
    else if (event.key === 'Escape') selection.clear()
    else return
    event.preventDefault()
  }

  useLongPress(ref, {
    onBegin: (index) => {
      const tile = findTile(rows, index)
      if (tile && !selection.chosen.has(tile.task.task_id)) selection.toggle(tile.task, index)
    },
    onReach: (index) => void chooseTo(index),
  })

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its cells have the focus
    <div
      ref={ref}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length}
      aria-multiselectable
      onKeyDown={onKeyDown}
      className="relative [overflow-anchor:none]"
      style={{ height }}
    >
      {virtualizer.getVirtualItems().map(({ index }) => {
        const row = rows[index]!
        return (
          <div
            key={row.key}
            role="row"
            aria-rowindex={index + 1}
            className="absolute inset-x-0 contain-layout contain-style"
            style={{ transform: `translateY(${row.top}px)`, height: row.height }}
          >
            <RowContent
              row={row}
              tabbable={holds(row, tabbable) ? tabbable : undefined}
              playing={holds(row, playing) ? playing : undefined}
              selection={selection}
              onFocus={setFocused}
              onChooseTo={chooseTo}
              onOpen={actions.open}
            />
          </div>
        )
      })}
    </div>
  )
}

const RowContent = memo(function RowContent({
  row,
  tabbable,
  playing,
  selection,
  onFocus,
  onChooseTo,
  onOpen,
}: {
  row: Row
  tabbable: number | undefined
  playing: number | undefined
  selection: Selection
  onFocus: (index: number) => void
  onChooseTo: (index: number) => Promise<void>
  onOpen: (task: Task) => void
}): ReactNode {
  const { t } = useTranslation()
  if (row.kind === 'days')
    return row.days.map(({ instant, left }) => (
      <div key={left} role="rowheader" className="absolute bottom-2" style={{ left }}>
        <h2 className="text-xs whitespace-nowrap text-faint">{day(instant)}</h2>
      </div>
    ))
  if (row.kind === 'unknown')
    return <div role="gridcell" aria-label={t('loading')} className="h-full rounded-media bg-surface" />
  return row.tiles.map((tile) => (
    <VideoTile
      key={tile.task.task_id}
      t={t}
      tile={tile}
      height={row.height}
      isTabbable={tile.index === tabbable}
      isPlaying={tile.index === playing}
      isChosen={selection.chosen.has(tile.task.task_id)}
      isChoosing={selection.chosen.size > 0}
      onFocus={onFocus}
      onToggle={selection.toggle}
      onChooseTo={onChooseTo}
      onOpen={onOpen}
    />
  ))
})

const holds = (row: Row, index: number | undefined): boolean =>
  row.kind === 'tiles' && row.tiles.some((tile) => tile.index === index)

function indexesOf(row: Row): number[] {
  if (row.kind === 'tiles') return row.tiles.map(({ index }) => index)
  return row.kind === 'unknown' ? [row.index] : []
}

function findTile(rows: Row[], index: number): Tile | undefined {
  for (const row of rows) {
    if (row.kind !== 'tiles') continue
    const tile = row.tiles.find((one) => one.index === index)
    if (tile) return tile
  }
  return undefined
}

/**
 * Where a key leads: to the next one in the list, or to the one above or below whose middle is nearest. What has not been read
 * yet is not passed over: there one waits.
 */
function neighbour(rows: Row[], tile: Tile, key: string): number | undefined {
  const lines = rows.filter((row) => row.kind !== 'days')
  const at = lines.findIndex((row) => holds(row, tile.index))
  const tilesOf = (row: Row | undefined): Tile[] => (row?.kind === 'tiles' ? row.tiles : [])
  const middle = tile.left + tile.width / 2
  const inLine = (place: number): number | undefined =>
    tilesOf(lines[place]).toSorted(
      (a, b) => Math.abs(a.left + a.width / 2 - middle) - Math.abs(b.left + b.width / 2 - middle),
    )[0]?.index
  const known = (index: number): number | undefined => (findTile(rows, index) ? index : undefined)
  switch (key) {
    case 'ArrowLeft':
      return known(tile.index - 1) ?? tile.index
    case 'ArrowRight':
      return known(tile.index + 1) ?? tile.index
    case 'ArrowUp':
      return inLine(at - 1) ?? tile.index
    case 'ArrowDown':
      return inLine(at + 1) ?? tile.index
    case 'Home':
      return tilesOf(lines[0])[0]?.index ?? tile.index
    case 'End':
      return tilesOf(lines.at(-1)).at(-1)?.index ?? tile.index
    default:
      return undefined
  }
}

/** How wide the library is, and how far below the top of the document it begins. */
function usePlace(ref: RefObject<HTMLElement | null>): { width: number; offset: number } {
  const [place, setPlace] = useState({ width: 0, offset: 0 })
  useLayoutEffect(() => {
    const look = (): void => {
      const { width, top } = ref.current!.getBoundingClientRect()
      const offset = Math.round(top + scrollY)
      setPlace((before) =>
        before.width === Math.floor(width) && before.offset === offset
          ? before
          : { width: Math.floor(width), offset },
      )
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(ref.current!)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [ref])
  return place
}

/**
 * Keeps what is in sight where it is when rows above it turn out to be higher or lower than they were thought to be: the first
 * video in sight stays, or the beginning of its page of the list.
 */
function useSteady(layout: Layout, offset: number): void {
  const before = useRef<Layout>(undefined)
  useLayoutEffect(() => {
    const old = before.current
    before.current = layout
    const seen = scrollY - offset
    if (!old || seen <= 0) return
    const row = old.rows.find((one) => one.kind === 'tiles' && one.top + one.height > seen)
    const index = row?.kind === 'tiles' ? row.tiles[0]!.index : undefined
    const same = layout.rows.find((one) => holds(one, index))
    const page = old.page_tops.findLastIndex((top) => top <= seen)
    const [was, is] =
      row && same && row.top < seen + innerHeight
        ? [row.top, same.top]
        : [old.page_tops[page], layout.page_tops[page]]
    if (was !== undefined && is !== undefined && was !== is) scrollBy({ top: is - was, behavior: 'instant' })
  }, [layout, offset])
}
