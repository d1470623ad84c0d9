import { readdirSync, readFileSync } from 'node:fs'

const children = (pid: string): string[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  )

/** Memory in use by all processes under this one, in MiB, this one left out; 0 where there is no /proc. */
export function memoryOfDescendants(pid = 'self'): number {
  try {
    return children(pid).reduce((sum, child) => sum + memoryOf(child) + memoryOfDescendants(child), 0)
  } catch {
    return 0 // it has just ended
  }
}

function memoryOf(pid: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
