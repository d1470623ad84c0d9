import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

/** A table of figures: one name per row, one name per column. */
export type Figures = Record<string, Record<string, number>>

interface Results {
  /** `-dirty` at its end when files differed from the commit. */
  commit: string
  measured_at: string
  machine: { cpu: string; cores: number; memory_gib: number }
  figures: Figures
}

const folder = join(import.meta.dirname, '../results')
const fileOf = (name: string): string => join(folder, `${name}.json`)

/** Figures that were saved before for a benchmark; undefined when there are none. */
export function readResults(name: string): Results | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(name), 'utf8')) as Results
  } catch {
    return undefined
  }
}

/** Writes `bench/results/NAME.json` over what was there; who measured commits it, or not. */
export function saveResults(name: string, figures: Figures): void {
  const results: Results = {
    commit: execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim(),
    measured_at: new Date().toISOString(),
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memory_gib: Math.round(totalmem() / 2 ** 30),
    },
    figures,
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileOf(name), `${JSON.stringify(results, null, 2)}\n`)
}

/** What a figure was when it was last committed, as "was 1.23"; empty when it was not. */
export function before(last: Results | undefined, row: string, column: string): string {
  const value = last?.figures[row]?.[column]
  return value === undefined ? '' : `was ${value.toPrecision(3)}`
}
