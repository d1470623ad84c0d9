import type { Match } from './match.ts'
import type { BatchOptions } from './options.ts'
import type { State } from './state.ts'

/** How a batch stands; what `--json` prints. */
export interface Summary {
  folder: string
  state_file: string
  rows: {
    row: number
    name?: string | undefined
    /** `left` was not submitted; `changed` is another row than the one that was. */
    status: 'done' | 'failed' | 'under_way' | 'left' | 'changed'
    task_id?: string | undefined
    cost?: number | undefined
    file?: string | undefined
    error?: { code: string; message: string } | undefined
  }[]
  done: number
  failed: number
  under_way: number
  left: number
  changed: number
  /** By all starts together, in hundredths of a credit. */
  spent: number
  budget: number | null
}

export function summarize({
  matches,
  state,
  options,
  changed,
}: {
  matches: readonly Match[]
  state: State
  options: Pick<BatchOptions, 'folder' | 'budget'>
  changed: readonly Match[]
}): Summary {
  const rows = matches.map(({ row, entry, is_changed }): Summary['rows'][number] => {
    const { number, name } = row
    if (changed.some((one) => one.row === row)) return { row: number, name, status: 'changed' }
    if (!entry || is_changed || !state.entries.includes(entry)) return { row: number, name, status: 'left' }
    const { status, task_id, cost, file, error } = entry
    const is_open = status === 'submitting' || status === 'submitted'
    return { row: number, name, status: is_open ? 'under_way' : status, task_id, cost, file, error }
  })
  const count = (status: Summary['rows'][number]['status']) =>
    rows.filter((row) => row.status === status).length
  return {
    folder: options.folder,
    state_file: state.path,
    rows,
    done: count('done'),
    failed: count('failed'),
    under_way: count('under_way'),
    left: count('left'),
    changed: count('changed'),
    spent: state.spent(),
    budget: options.budget ?? null,
  }
}
