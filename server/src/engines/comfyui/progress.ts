import type { Json } from '../../platform/json.ts'
import type { Nodes } from './graph.ts'

/** How far one prompt is, by what the server tells while it runs. */
export interface Progress {
  /** One event about this prompt. */
  hear(type: string, data: Record<string, unknown>): void
  /** From 0 to 0.99, and never less than before: all is done when the video is there. Null before anything was heard. */
  value(): number | null
  /** Milliseconds since something last changed, or since the clock was restarted. */
  quiet_ms(now: number): number
  restart(now: number): void
}

/** A node that samples or enlarges takes nearly all of the time. Where its steps are not in the graph: a usual number of them. */
const usualSteps = 20
const most = 0.99

export function createProgress(nodes: Nodes, now: number): Progress {
  const weights = new Map(Object.entries(nodes).map(([id, node]) => [id, weightOf(node)]))
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  /** The part of each node that is done; it only grows. */
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
      // A node begins when the one before it is done.
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
    hear(type, data) {
      const before = { current, reached }
      take(type, data)
      let sum = 0
      for (const [id, part] of done) sum += (weights.get(id) ?? 0) * part
      reached = Math.min(most, total === 0 ? 0 : sum / total)
      // What is said again, after the socket was away, is no sign of life.
      if (before.current !== current || before.reached !== reached) changed_at = performance.now()
    },
    value: () => reached,
    quiet_ms: (time) => time - changed_at,
    restart: (time) => void (changed_at = Math.max(changed_at, time)),
  }
}

function weightOf({ class_type, inputs }: Nodes[string]): number {
  if (/^(ImageUpscaleWithModel|SeedVR2VideoUpscaler|FlashVSRNode)$/.test(class_type)) return usualSteps
  if (!/^KSampler|^SamplerCustom/.test(class_type)) return 1
  const { steps, start_at_step, end_at_step } = inputs
  if (typeof steps !== 'number' || steps < 1) return usualSteps
  const from = typeof start_at_step === 'number' ? start_at_step : 0
  const to = typeof end_at_step === 'number' ? Math.min(end_at_step, steps) : steps
  return Math.max(1, to - from)
}
