/** The steps in their order. The first has no name in the address: it makes the account, without which none of the others is reached. */
export const steps = ['account', 'engine', 'mail', 'video'] as const
export type Step = (typeof steps)[number]

/** Where one is, and what has been chosen: a reload goes on from there. */
export interface SetupSearch {
  step?: Exclude<Step, 'account'>
  /** What makes the first video. */
  engine?: string
  model?: string
  /** The first video, once it is asked for. */
  task?: string
}

export function readSetup(search: Record<string, unknown>): SetupSearch {
  const step = steps.find((name) => name !== 'account' && name === search['step'])
  const name = (key: string): string | undefined =>
    typeof search[key] === 'string' && /^[\w.-]{1,64}$/.test(search[key]) ? search[key] : undefined
  const [engine, model, task] = [name('engine'), name('model'), name('task')]
  return {
    ...(step !== undefined && step !== 'account' && { step }),
    ...(engine !== undefined && { engine }),
    ...(model !== undefined && { model }),
    ...(task !== undefined && { task }),
  }
}

export interface Maker {
  engine: string
  model: string
}

export const preview: Maker = { engine: 'preview', model: 'preview' }
