/** The next task of a model, and how long it has waited. */
export interface Head {
  model: string
  waited_s: number
}

/**
 * Chooses the model of a free slot's next task. Loading another model can take longer than a video, so a slot keeps its model
 * while that has tasks. Once the model has had the slot for `max_stint_s` and others wait, the model whose task has waited
 * longest is next. So each of n models gets the slot again after at most n - 1 stints.
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
