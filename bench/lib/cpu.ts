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
  cpu_ms: number
  /** Of its children that have ended. */
  ended_ms: number
}

/** CPU time used so far by a process and by all processes under it. Rates of a shared machine lie, CPU time hardly does. */
export function readCpu(pid: number): CpuTime {
  const all = readProcesses()
  const own = all.get(pid)
  return {
    server_ms: own ? own.cpu_ms + own.ended_ms : Number.NaN,
    database_ms: cpuOf(under(pid, all), all, true),
  }
}

/** CPU time used so far by processes, without that of processes under them; `ended`: with that of their children that have ended. */
export function readOwnCpu(pids: readonly number[], { ended = false } = {}): number {
  return cpuOf(pids, readProcesses(), ended)
}

/** A process and all that run under it. */
export function readTree(pid: number): number[] {
  return [pid, ...under(pid, readProcesses())]
}

function under(parent: number, all: ReadonlyMap<number, Process>): number[] {
  return [...all].flatMap(([pid, process]) => (process.parent === parent ? [pid, ...under(pid, all)] : []))
}

function cpuOf(pids: readonly number[], all: ReadonlyMap<number, Process>, ended: boolean): number {
  return pids.reduce((sum, pid) => {
    const { cpu_ms = 0, ended_ms = 0 } = all.get(pid) ?? {}
    return sum + cpu_ms + (ended ? ended_ms : 0)
  }, 0)
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
      const ticks = (from: number): number => (fields[from]! + fields[from + 1]!) * tick_ms
      all.set(Number(name), { parent: fields[1]!, cpu_ms: ticks(11), ended_ms: ticks(13) })
    } catch {} // it has just ended
  }
  return all
}
