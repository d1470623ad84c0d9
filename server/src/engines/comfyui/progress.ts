import type { Json } from '../../platform/json.ts'
import type { Nodes } from './graph.ts'

/** The progress of one prompt, computed from the server's events. */
export interface Progress {
  onEvent(type: string, data: Record<string, unknown>): void
  /** From 0 to 0.99, and never decreases; 1 is left to a finished video. Null before the first event. */
  value(): number | null
  /** Milliseconds since the last change or `restart`, whichever is later. */
  unchanged_ms(now: number): number
  restart(now: number): void
}

/** Nodes that sample or upscale take nearly all of the time. This is their number of steps if the graph does not contain it. */
const assumedSteps = 20
const maxProgress = 0.99

export function createProgress(nodes: Nodes, now: number): Progress {
  const weights = new Map(Object.entries(nodes).map(([id, node]) => [id, weightOf(node)]))
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  /** By node id: the part that is done, from 0 to 1; it only grows. */
  const done = new Map<string, number>()
  let current: string | undefined
  let reached: number | null = null
  let changed_at = now

  const finish = (id: unknown): void => {
    if (typeof id === 'string') done.set(id, 1)
  }
  const advance = (id: unknown, value: unknown, max: unknown): void => {
    if (typeof id !== 'string' || typeof value !== 'number' || typeof max !== 'number' || !(max > 0)) return
    done.set(id, Math.max(done.get(id) ?? 0, Math.min(1, Math.max(0, value / max))))
  }
  const take = (type: string, data: Record<string, unknown>): void => {
    if (type === 'execution_cached' && Array.isArray(data['nodes']))
      for (const id of data['nodes']) finish(id)
    if (type === 'progress') advance(data['node'], data['value'], data['max'])
    if (type === 'executed') finish(data['node'])
    if (type === 'executing') {
      // A node starts only after the previous one has finished.
      if (current !== undefined && current !== data['node']) finish(current)
      if (typeof data['node'] === 'string') current = data['node']
    }
    if (type === 'progress_state') {
      for (const [id, node] of Object.entries(
        (data['nodes'] ?? {}) as Record<string, Record<string, Json> | null>,
      )) {
        if (node?.['state'] === 'finished') finish(id)
        else advance(id, node?.['value'], node?.['max'])
      }
    }
  }

  return {
    onEvent(type, data) {
      const before = { current, reached }
      take(type, data)
      let sum = 0
      for (const [id, part] of done) sum += (weights.get(id) ?? 0) * part
      reached = Math.min(maxProgress, total === 0 ? 0 : sum / total)
      // An event that repeats old values, as after a reconnect, is no change.
      if (before.current !== current || before.reached !== reached) changed_at = performance.now()
    },
    value: () => reached,
    unchanged_ms: (time) => time - changed_at,
    restart: (time) => void (changed_at = Math.max(changed_at, time)),
  }
}

function weightOf({ class_type, inputs }: Nodes[string]): number {
  if (/^(ImageUpscaleWithModel|SeedVR2VideoUpscaler|FlashVSRNode)$/.test(class_type)) return assumedSteps
  if (!/^KSampler|^SamplerCustom/.test(class_type)) return 1
  const { steps, start_at_step, end_at_step } = inputs
  if (typeof steps !== 'number' || steps < 1) return assumedSteps
  const from = typeof start_at_step === 'number' ? start_at_step : 0
  const to = typeof end_at_step === 'number' ? Math.min(end_at_step, steps) : steps
  return Math.max(1, to - from)
}
