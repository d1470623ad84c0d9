import { createAccount } from './lib/account.ts'
import { cpu_ms, load } from './lib/load.ts'
import { readCpu } from './lib/cpu.ts'
import { before, type Figures, readResults, saveResults } from './lib/results.ts'
import { startTarget } from './lib/server.ts'
import { printTable } from './lib/table.ts'

// How long a submitted task waits for an idle worker, and what it costs from its submission until it has ended and is paid,
// with an engine that is done at once: what the queue itself costs. All tasks are of one user, so that they wait for each
// other. Usage: npm run bench -- dispatch; it writes bench/results/dispatch.json.

await using target = await startTarget()
const { user_id } = await createAccount(target, 'bench')
const baseline = await load(target, { url: `${target.url}/bench/select` })

await target.ask({ do: 'dispatch', user_id, tasks: 50 })
const dispatch = await target.ask({ do: 'dispatch', user_id, tasks: 500 })
const tasks = 2000
await target.ask({ do: 'drain', user_id, tasks: 500, slots: 8 })
const cpu_before = readCpu(target.pid)
const drain = await target.ask({ do: 'drain', user_id, tasks, slots: 8 })
const cpu_after = readCpu(target.pid)

const figures: Figures = {
  'select 1 over HTTP, CPU ms': { measured: cpu_ms(baseline) },
  'dispatch: submitted to started, p50 ms': { measured: dispatch['p50_ms']!, bar: 3 },
  'dispatch, p99 ms': { measured: dispatch['p99_ms']!, bar: 8 },
  'drain, 8 slots, tasks/s': { measured: drain['tasks_per_s']!, bar: 400 },
  'CPU ms a task, server': { measured: (cpu_after.server_ms - cpu_before.server_ms) / tasks },
  'CPU ms a task, PostgreSQL': {
    measured: (cpu_after.database_ms - cpu_before.database_ms) / tasks,
    bar: 1.5,
  },
}
const last = readResults('dispatch')
printTable(
  ['what', 'measured', 'last', 'bar'],
  Object.entries(figures).map(([name, { measured, bar }]) => [
    name,
    measured!,
    before(last, name, 'measured'),
    bar === undefined ? '' : String(bar),
  ]),
)
saveResults('dispatch', figures)
