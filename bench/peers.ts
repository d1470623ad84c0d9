import { createAccount, call, submissions } from './lib/account.ts'
import { type Contender, cpu_ms, inTurns, middle, ratio } from './lib/load.ts'
import { before, type Figures, readResults, saveResults } from './lib/results.ts'
import { startTarget } from './lib/server.ts'
import { printTable } from './lib/table.ts'
import { startTwin, type Twin } from './peers/twin.ts'

// The same requests to our server and to its twin, a plain FastAPI service on the same PostgreSQL: what a good engineer
// would write in a day, without fairness, events, keys and leases. They take turns.
// Usage: node bench/peers.ts [rounds] [part of a request’s name]; a whole run writes bench/results/peers.json.

const rounds = Number(process.argv[2] ?? 5)
const wanted = process.argv[3] ?? ''
const million = 1_000_000

interface Case {
  name: string
  /** The least rate, in rates of the twin. */
  bar?: number
  make: () => Promise<Pair> | Pair
}

interface Pair {
  ours: Contender
  twin: Contender
}

await using target = await startTarget()
await using twin = await startTwin(target)
if (twin) await compare(twin)
else console.log('Skipped: no Python 3 that can install the packages of bench/peers/requirements.txt.')

async function compare(twin: Twin): Promise<void> {
  const few = await createAccount(target, 'few')
  await target.ask({ do: 'fill', user_id: few.user_id, rows: 1000 })
  const submitters = await Promise.all(
    Array.from({ length: 8 }, (_, i) => createAccount(target, `submitter${i}`)),
  )
  const twinFew = await twin.createUser(1000)
  const twinSubmitters = await Promise.all(submitters.map(() => twin.createUser()))

  const firstOf = async (url: string, user: { headers: Record<string, string> }): Promise<string> => {
    const { items } = await call(url, user)
    return (items as { task_id: string }[])[0]!.task_id
  }
  const ours = (path: string, user?: { headers: Record<string, string> }): Contender => ({
    service: target,
    request: { url: target.url + path, ...user },
  })
  const theirs = (path: string, user?: { headers: Record<string, string> }): Contender => ({
    service: twin,
    request: { url: twin.url + path, ...user },
  })
  const ourSubmissions = (options?: { keyed: boolean }): Contender => ({
    service: target,
    request: { url: target.url, ...submissions('/api/v1/video/generate', submitters, options) },
  })
  const theirSubmissions: Contender = {
    service: twin,
    request: { url: twin.url, ...submissions('/tasks', twinSubmitters) },
  }
  const task_id = await firstOf(`${target.url}/api/v1/tasks`, few)
  const twinTask = await firstOf(`${twin.url}/tasks`, twinFew)

  const cases: Case[] = [
    { name: 'select 1', make: () => ({ ours: ours('/bench/select'), twin: theirs('/select') }) },
    {
      name: 'read one',
      bar: 2.2,
      make: () => ({
        ours: ours(`/api/v1/tasks/${task_id}`, few),
        twin: theirs(`/tasks/${twinTask}`, twinFew),
      }),
    },
    {
      name: 'list 20 of 1,000',
      bar: 3,
      make: () => ({ ours: ours('/api/v1/tasks', few), twin: theirs('/tasks', twinFew) }),
    },
    {
      name: 'list 20 of 1,000,000',
      make: async () => {
        const many = await createAccount(target, 'many')
        await target.ask({ do: 'fill', user_id: many.user_id, rows: million })
        return { ours: ours('/api/v1/tasks', many), twin: theirs('/tasks', await twin.createUser(million)) }
      },
    },
    { name: 'submit', bar: 1.5, make: () => ({ ours: ourSubmissions(), twin: theirSubmissions }) },
    {
      name: 'submit with keys (the twin without)',
      bar: 1.5,
      make: () => ({ ours: ourSubmissions({ keyed: true }), twin: theirSubmissions }),
    },
  ]

  const last = readResults('peers')
  const figures: Figures = {}
  const rows: (string | number)[][] = []
  for (const { name, bar, make } of cases.filter((one) => one.name.includes(wanted))) {
    const measured = await inTurns(await make(), rounds)
    const failed = [...measured.ours, ...measured.twin].reduce((sum, round) => sum + round.failed, 0)
    if (failed > 0) console.error(`${name}: ${failed} answers were no success`)
    const of = {
      rate: middle(measured.ours, (round) => round.rate),
      twin_rate: middle(measured.twin, (round) => round.rate),
      times_rate: ratio(measured.ours, measured.twin, (round) => round.rate),
      cpu_ms: middle(measured.ours, cpu_ms),
      twin_cpu_ms: middle(measured.twin, cpu_ms),
      less_cpu: ratio(measured.twin, measured.ours, cpu_ms),
    }
    figures[name] = of
    rows.push([
      name,
      ...Object.values(of),
      before(last, name, 'times_rate'),
      bar === undefined ? '' : `≥ ${bar}`,
    ])
  }
  printTable(
    ['request', 'req/s', 'twin', 'rate ×', 'CPU ms', 'twin', 'twin’s CPU ÷ ours', 'last rate ×', 'bar'],
    rows,
  )
  if (wanted === '') saveResults('peers', figures)
}
