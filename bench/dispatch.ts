import { startTarget } from './lib/server.ts'
import { printTable } from './lib/table.ts'

// How long a submitted task waits for an idle worker, and how many tasks a second end, paid, with an engine that is done at
// once: what the queue itself costs. Usage: node bench/dispatch.ts

await using target = await startTarget()
const account = { email: 'bench@example.org', password: 'correct horse battery' }

async function call(path: string, token?: string, body?: object): Promise<Record<string, string>> {
  const response = await fetch(target.url + path, {
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Record<string, string>
}

const { access_token } = await call('/api/v1/auth/register', undefined, account)
await call('/api/v1/me/topup', access_token, { amount: 100_000_000 })
const { user_id } = await call('/api/v1/me', access_token)

const began = performance.now()
const selects = 2000
for (let i = 0; i < selects; i++)
  await fetch(`${target.url}/bench/select`).then((response) => response.text())
const select_ms = (performance.now() - began) / selects

await target.ask({ do: 'dispatch', user_id: user_id!, tasks: 50 })
const dispatch = await target.ask({ do: 'dispatch', user_id: user_id!, tasks: 500 })
const drain = await target.ask({ do: 'drain', user_id: user_id!, tasks: 2000, slots: 8 })
printTable(
  ['what', 'measured', 'bar'],
  [
    ['select 1 over HTTP, one after the other (baseline)', `${select_ms.toFixed(2)} ms`, ''],
    ['dispatch: submitted -> engine started, p50', `${dispatch['p50_ms']!.toFixed(2)} ms`, '8 ms'],
    ['dispatch, p99', `${dispatch['p99_ms']!.toFixed(2)} ms`, '25 ms'],
    ['drain, 8 slots, no-op engine', `${drain['tasks_per_s']!.toFixed(0)} tasks/s`, '250 tasks/s'],
  ],
)
