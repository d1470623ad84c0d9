import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import { credits, plainDay } from '../../lib/format.ts'
import { daysOf, type Usage } from './wallet.ts'

const height_px = 200
/** The most used model has the accent; of more than four, the rest share the last one. */
const shades = ['text-accent', 'text-soft', 'text-faint', 'text-line'] as const

/** Bars by day, the models above each other. For eyes only: the table tells the same. */
export function UseChart({
  usage,
  label,
  nameOf,
}: {
  usage: Usage
  label: string
  nameOf: (model: string | null) => string
}) {
  const box = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLSpanElement>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const theme = useThemeChanges()
  const days = daysOf(usage)
  const models = modelsOf(usage)
  useEffect(() => {
    const colour = (name: string): string => {
      probe.current!.className = name
      return getComputedStyle(probe.current!).color
    }
    const stacked = stack(usage, days, models)
    const axis = {
      stroke: colour('text-faint'),
      grid: { show: false },
      ticks: { show: false },
      font: '12px Geist Variable, sans-serif',
    }
    const chart = new uPlot(
      {
        width: box.current!.clientWidth,
        height: height_px,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
        scales: {
          x: { time: false, range: [-0.5, days.length - 0.5] },
          y: { range: (_chart, _min, max) => [0, Math.max(max, 1) * 1.05] },
        },
        axes: [
          {
            ...axis,
            values: (_chart, ticks) =>
              ticks.map((tick) => (Number.isInteger(tick) && days[tick] ? plainDay(days[tick]) : '')),
            space: 72,
          },
          {
            ...axis,
            size: 56,
            grid: { show: true, stroke: colour('text-line'), width: 1 },
            values: (_chart, ticks) => ticks.map(credits),
          },
        ],
        series: [
          {},
          ...stacked.map((_, index) => ({
            fill: colour(shades[stacked.length - 1 - index]!),
            width: 0,
            points: { show: false },
            paths: uPlot.paths.bars!({ size: [0.7, 28], radius: index === 0 ? 0.1 : 0 }),
          })),
        ],
        hooks: { setCursor: [({ cursor }) => setPointed(cursor.idx ?? null)] },
      },
      [days.map((_, index) => index), ...stacked],
      box.current!,
    )
    const observer = new ResizeObserver(([entry]) =>
      chart.setSize({ width: entry!.contentRect.width, height: height_px }),
    )
    observer.observe(box.current!)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [usage, theme])
  const day = pointed === null ? undefined : days[pointed]
  return (
    <figure className="flex flex-col gap-2">
      <div ref={box} role="img" aria-label={label} className="w-full" style={{ minHeight: height_px }} />
      <span ref={probe} hidden />
      <figcaption aria-hidden className="tabular flex min-h-4.5 flex-wrap gap-x-4 text-xs text-soft">
        {day !== undefined && <span>{plainDay(day)}</span>}
        {models.map((model, index) => (
          <span key={model} className="flex items-center gap-1.5">
            <span
              className={`size-2 rounded-full bg-current ${shades[Math.min(index, shades.length - 1)]!}`}
            />
            {nameOf(model)}{' '}
            {credits(sum(usage, (item) => item.model === model && (day === undefined || item.day === day)))}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

type Item = Usage['items'][number]
const sum = ({ items }: Usage, isWanted: (item: Item) => boolean): number =>
  items.reduce((total, item) => total + (isWanted(item) ? item.spent : 0), 0)

/** What was spent on, the most first. */
function modelsOf(usage: Usage): (string | null)[] {
  const models = [...new Set(usage.items.map(({ model }) => model))]
  return models.toSorted(
    (a, b) => sum(usage, ({ model }) => model === b) - sum(usage, ({ model }) => model === a),
  )
}

/** Bars lie behind each other, the highest first: each reaches up to the sum of its own and of those before it. */
function stack(usage: Usage, days: readonly string[], models: readonly (string | null)[]): number[][] {
  const place = new Map(models.map((model, index) => [model, Math.min(index, shades.length - 1)]))
  const dayAt = new Map(days.map((day, index) => [day, index]))
  const layers = Array.from({ length: Math.min(models.length, shades.length) }, () => days.map(() => 0))
  for (const { day, model, spent } of usage.items)
    for (let layer = place.get(model)!; layer < layers.length; layer++)
      layers[layer]![dayAt.get(day)!]! += Math.max(0, spent)
  return layers.toReversed()
}

/** Changes when the colours do. */
function useThemeChanges(): number {
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    const onChange = (): void => setChanges((count) => count + 1)
    const observer = new MutationObserver(onChange)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', onChange)
    return () => {
      observer.disconnect()
      system.removeEventListener('change', onChange)
    }
  }, [])
  return changes
}
