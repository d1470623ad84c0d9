import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One value of a scrape. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

export interface Scrape {
  /** Of each metric, also of one without values. */
  types: Map<string, string>
  help: Map<string, string>
  samples: Sample[]
  /** The sum of all values with these labels; 0 without any. */
  sum(name: string, labels?: Record<string, string>): number
}

/** Reads Prometheus's text format, as far as we write it. */
export function parseScrape(text: string): Scrape {
  const about = (kind: 'TYPE' | 'HELP') =>
    new Map(
      [...text.matchAll(new RegExp(`^# ${kind} (\\w+) (.*)$`, 'gm'))].map(([, name, says]) => [name!, says!]),
    )
  const samples = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels = '', value]) => ({
    name: name!,
    labels: Object.fromEntries(
      [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, of]) => [label!, of!]),
    ),
    value: Number(value),
  }))
  return {
    types: about('TYPE'),
    help: about('HELP'),
    samples,
    sum: (name, labels = {}) =>
      samples
        .filter(
          (each) =>
            each.name === name && Object.entries(labels).every(([key, of]) => each.labels[key] === of),
        )
        .reduce((sum, { value }) => sum + value, 0),
  }
}

export interface Row {
  name: string
  type: string
  labels: string[]
  says: string
}

/** The table of docs/operating/metrics.md, with Node's own metrics that it names. */
export async function readCatalogue(): Promise<Row[]> {
  const page = await readFile(join(import.meta.dirname, '../../docs/operating/metrics.md'), 'utf8')
  return [...page.matchAll(/^\| `(\w+)` \| (counter|gauge|histogram) \| (.*?) \| (.*) \|$/gm)].map(
    ([, name, type, labels, says]) => ({
      name: name!,
      type: type!,
      labels: [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!),
      says: says!,
    }),
  )
}

/** The names under which a metric's series are found: a histogram has three. */
export function seriesOf({ name, type }: Pick<Row, 'name' | 'type'>): string[] {
  return type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name]
}
