import autocannon from 'autocannon'
import { type CpuTime, readCpu } from './cpu.ts'
import { percentile } from './table.ts'

export const connections = 16
const round_s = 2

export type Request = autocannon.Options

/** A service, as its processes. */
export interface Service {
  pid: number
  /** The process under which its PostgreSQL runs. */
  database_under: number
}

/** What one round measured; CPU time is per request. */
export interface Load {
  rate: number
  p50_ms: number
  p99_ms: number
  /** Answers that were no success. */
  failed: number
  cpu: CpuTime
}

/** Asks over 16 connections for two seconds, each as soon as it is answered. */
export async function load(service: Service, request: Request): Promise<Load> {
  const before = cpuOf(service)
  const { requests, latency, non2xx, errors } = await autocannon({
    ...request,
    connections,
    duration: round_s,
  })
  const after = cpuOf(service)
  return {
    rate: requests.average,
    p50_ms: latency.p50,
    p99_ms: latency.p99,
    failed: non2xx + errors,
    cpu: {
      server_ms: (after.server_ms - before.server_ms) / requests.total,
      database_ms: (after.database_ms - before.database_ms) / requests.total,
    },
  }
}

function cpuOf({ pid, database_under }: Service): CpuTime {
  return {
    server_ms: readCpu(pid).server_ms,
    database_ms: readCpu(database_under).database_ms,
  }
}

/** One thing to measure, and what stands beside it. */
export interface Contender {
  service: Service
  request: Request
}

/**
 * Measures contenders in turns, because a shared machine is twice as fast one minute as the next. Returns the rounds of
 * each; one more, before them, warms up.
 */
export async function inTurns<Name extends string>(
  contenders: Record<Name, Contender>,
  rounds: number,
): Promise<Record<Name, Load[]>> {
  const names = Object.keys(contenders) as Name[]
  const measured = Object.fromEntries(names.map((name) => [name, [] as Load[]])) as Record<Name, Load[]>
  for (let round = -1; round < rounds; round++)
    for (const name of names) {
      const one = await load(contenders[name].service, contenders[name].request)
      if (round >= 0) measured[name].push(one)
    }
  return measured
}

export const cpu_ms = ({ cpu }: Load): number => cpu.server_ms + cpu.database_ms

/** The middle of the rounds. */
export const middle = (rounds: readonly Load[], read: (round: Load) => number): number =>
  percentile(rounds.map(read), 0.5)

/** The middle of the ratios of rounds that stood beside each other. */
export const ratio = (of: readonly Load[], to: readonly Load[], read: (round: Load) => number): number =>
  percentile(
    of.map((round, i) => read(round) / read(to[i]!)),
    0.5,
  )
