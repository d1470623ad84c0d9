import { readCatalogue, seriesOf } from './metrics.ts'

/** Of Prometheus itself. */
const ofEveryTarget = ['instance', 'job', 'le']
const itsOwn = { up: [] as string[] }

/** The selectors of an expression: each name of a series with the labels that it asks for. */
function selectorsOf(expression: string): { series: string; labels: string[] }[] {
  return [
    ...expression.matchAll(/\b((?:clipwright|nodejs|process|up)(?:[_:][\w:]*)?)\b(?:\{([^}]*)\})?/g),
  ].map(([, series, labels = '']) => ({
    series: series!,
    labels: [...labels.matchAll(/(\w+) *(?:=~|!~|!=|=)/g)].map(([, label]) => label!),
  }))
}

/** Labels that an expression groups or joins by. */
const groupedBy = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:by|without|on|ignoring) *\(([^)]*)\)/g)]
    .flatMap(([, labels]) => labels!.split(','))
    .map((label) => label.trim())
    .filter(Boolean)

/** What of docs/operating/metrics.md there is, to hold expressions against: what they name and no process exports. */
export async function createReader(recorded: ReadonlyMap<string, string> = new Map()) {
  const known = new Map<string, readonly string[]>(Object.entries(itsOwn))
  for (const row of await readCatalogue()) for (const series of seriesOf(row)) known.set(series, row.labels)
  const labelsOf = (series: string): readonly string[] | undefined => {
    const expression = recorded.get(series)
    return expression === undefined ? known.get(series) : [...groupedBy(expression)]
  }
  return {
    /** What an expression names that there is not; empty when all is well. */
    unknownIn: (expression: string): string[] => {
      const selectors = selectorsOf(expression)
      if (selectors.length === 0) return [`no metric in ${expression}`]
      const inAny = new Set(selectors.flatMap(({ series }) => labelsOf(series) ?? []))
      return [
        ...selectors.flatMap(({ series, labels }) => {
          const own = labelsOf(series)
          if (!own) return [series]
          return labels
            .filter((label) => ![...own, ...ofEveryTarget].includes(label))
            .map((label) => `${series}{${label}}`)
        }),
        ...groupedBy(expression).filter((label) => !inAny.has(label) && !ofEveryTarget.includes(label)),
      ]
    },
    names: (expression: string): string[] => selectorsOf(expression).map(({ series }) => series),
  }
}
