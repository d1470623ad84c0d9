import { readdirSync, readFileSync } from 'node:fs'

export interface Measured {
  seconds: number
  /** The most memory that was in use at one time; 0 where there is no /proc. */
  peak_mib: number
}

/** Looking walks through the memory of each process: more often, and it shows in what is measured. */
const lookEvery_ms = 100

/** How long work takes, and the memory of all processes under this one meanwhile, or of this one as well. */
export async function measure(of: 'children' | 'family', work: () => Promise<unknown>): Promise<Measured> {
  let peak_mib = 0
  const look = () => {
    const own = of === 'family' ? memoryOf('self') : 0
    peak_mib = Math.max(peak_mib, own + memoryOfDescendants('self'))
  }
  look()
  const timer = setInterval(look, lookEvery_ms)
  const start = performance.now()
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return { seconds: (performance.now() - start) / 1000, peak_mib }
}

function memoryOfDescendants(pid: string): number {
  try {
    return children(pid).reduce((sum, child) => sum + memoryOf(child) + memoryOfDescendants(child), 0)
  } catch {
    return 0 // it has just ended
  }
}

function children(pid: string): string[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  )
}

/** In MiB. What processes share is divided among them. */
function memoryOf(pid: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
