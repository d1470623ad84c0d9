import { readdirSync, readFileSync } from 'node:fs'

/** CPU time in milliseconds, of a server and of the PostgreSQL under it. */
export interface CpuTime {
  server_ms: number
  database_ms: number
}

/** What a tick of `/proc/PID/stat` lasts: 100 in a second on every Linux that we know. */
const tick_ms = 10

interface Process {
  parent: number
  /** With that of its children that have ended. */
  cpu_ms: number
}

/** CPU time used so far by a process and by all processes under it. Rates of a shared machine lie, CPU time hardly does. */
export function readCpu(pid: number): CpuTime {
  const all = readProcesses()
  const under = (parent: number): number =>
    [...all].reduce(
      (sum, [child, process]) => (process.parent === parent ? sum + process.cpu_ms + under(child) : sum),
      0,
    )
  return { server_ms: all.get(pid)?.cpu_ms ?? Number.NaN, database_ms: under(pid) }
}

function readProcesses(): Map<number, Process> {
  const all = new Map<number, Process>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // The name of the program may have spaces and brackets; numbers follow its last one: state, parent, …
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      const ticks = fields.slice(11, 15).reduce((sum, part) => sum + part, 0)
      all.set(Number(name), { parent: fields[1]!, cpu_ms: ticks * tick_ms })
    } catch {} // it has just ended
  }
  return all
}
