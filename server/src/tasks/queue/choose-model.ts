/** The next task of a model, and how long it has waited. */
export interface Head {
  model: string
  waited_s: number
}

/**
 * Which model a free slot takes its next task from. Loading another model can take longer than a video, so the loaded one
 * goes on while it has work; but once it has had the slot for `max_stint_s` and others wait, it is the turn of the one whose
 * task has waited longest. So a slot that serves n models comes back to each after n - 1 stints at most.
 */
export function chooseModel(
  heads: readonly Head[],
  loaded: { model: string; for_s: number } | undefined,
  max_stint_s: number,
): string | undefined {
  const mayStay = loaded !== undefined && heads.some(({ model }) => model === loaded.model)
  const others = heads.filter(({ model }) => model !== loaded?.model)
  if (mayStay && (loaded.for_s < max_stint_s || others.length === 0)) return loaded.model
  return others.reduce<Head | undefined>(
    (longest, head) => (longest && longest.waited_s >= head.waited_s ? longest : head),
    undefined,
  )?.model
}
