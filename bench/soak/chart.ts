import { type Judged, quarters } from './verdict.ts'

const columns = 2
const panel = { width: 470, height: 176 }
const plot = { left: 58, top: 44, width: 396, height: 100 }
const head = 56

/** Colours for light pages, and for dark ones where the reader asks for them. */
const style = `
  svg { background: #fcfcfb; font: 12px system-ui, sans-serif }
  text { fill: #3d3d3a }
  .title { font-weight: 600; font-size: 13px; fill: #1a1a19 }
  .head { font-weight: 600; font-size: 16px; fill: #1a1a19 }
  .axis { stroke: #c9c8c2 }
  .quarter { fill: #edece6 }
  .line { fill: none; stroke: #2563b0; stroke-width: 1.5; stroke-linejoin: round }
  .middle { stroke: #1a1a19; stroke-width: 1.5; stroke-dasharray: 4 3 }
  .flat { fill: #1d6b3a } .grows { fill: #b3261e; font-weight: 700 } .may { fill: #6b6a64 }
  @media (prefers-color-scheme: dark) {
    svg { background: #1b1b1a }
    text { fill: #c8c7c1 }
    .title, .head { fill: #f1f0ea }
    .axis { stroke: #4a4a46 }
    .quarter { fill: #292927 }
    .line { stroke: #7fb2ee }
    .middle { stroke: #f1f0ea }
    .flat { fill: #7ccf98 } .grows { fill: #ff8a80 } .may { fill: #9b9a94 }
  }`

/** All curves over time, one panel each, with the quarters that are compared and their middles. */
export function drawChart(title: string, minutes: readonly number[], curves: readonly Judged[]): string {
  const rows = Math.ceil(curves.length / columns)
  const width = columns * panel.width
  const height = head + rows * panel.height
  const panels = curves.map((curve, i) => {
    const x = (i % columns) * panel.width
    const y = head + Math.floor(i / columns) * panel.height
    return `<g transform="translate(${x} ${y})">${drawPanel(curve, minutes)}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escape(title)}</title>
<style>${style}
</style>
<text class="head" x="16" y="26">${escape(title)}</text>
<text x="16" y="44">Shaded: the second and the last quarter. Dashed: their middles, which are compared.</text>
${panels.join('\n')}
</svg>
`
}

function drawPanel(curve: Judged, minutes: readonly number[]): string {
  const { left, top, width, height } = plot
  const known = curve.values.filter((value) => !Number.isNaN(value))
  const most = niceAbove(Math.max(...known, 0))
  const end = minutes.at(-1) ?? 1
  const x = (i: number): number => left + (width * minutes[i]!) / end
  const y = (value: number): number => top + height * (1 - value / most)
  const { early, late } = quarters(curve.values.length)
  const shade = ([from, to]: [number, number]): string =>
    `<rect class="quarter" x="${round(x(from))}" y="${top}" width="${round(x(to - 1) - x(from))}" height="${height}"/>`
  const middle = ([from, to]: [number, number], value: number): string =>
    Number.isNaN(value)
      ? ''
      : `<line class="middle" x1="${round(x(from))}" x2="${round(x(to - 1))}" y1="${round(y(value))}" y2="${round(y(value))}"/>`
  const points = curve.values.flatMap((value, i) =>
    Number.isNaN(value) ? [] : [`${round(x(i))},${round(y(value))}`],
  )
  const ticks = [0, most / 2, most].map(
    (value) =>
      `<text x="${left - 6}" y="${round(y(value) + 4)}" text-anchor="end">${short(value)}</text>` +
      `<line class="axis" x1="${left}" x2="${left + width}" y1="${round(y(value))}" y2="${round(y(value))}"/>`,
  )
  const found = `${curve.verdict}: ${short(curve.early)} → ${short(curve.late)}`
  return [
    `<text class="title" x="16" y="24">${escape(curve.name)}, ${escape(curve.unit)}</text>`,
    `<text class="${curve.verdict.split(' ')[0]}" x="${left + width}" y="24" text-anchor="end">${found}</text>`,
    shade(early),
    shade(late),
    ...ticks,
    `<polyline class="line" points="${points.join(' ')}"/>`,
    middle(early, curve.early),
    middle(late, curve.late),
    `<text x="${left}" y="${top + height + 18}">0</text>`,
    `<text x="${left + width}" y="${top + height + 18}" text-anchor="end">${short(end)} min</text>`,
  ].join('')
}

/** The next of 1, 2, 3, 4, 5, 6, 8, 10 times a power of ten. */
function niceAbove(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return power * ([1, 2, 3, 4, 5, 6, 8].find((step) => step * power >= value) ?? 10)
}

export function short(value: number): string {
  if (Number.isNaN(value)) return 'not known'
  if (value >= 1e6) return `${(value / 1e6).toPrecision(3)}M`
  if (value >= 1e3) return value.toFixed(0)
  return String(Number(value.toPrecision(3)))
}

function round(value: number): string {
  return value.toFixed(1)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
