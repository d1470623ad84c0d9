import { startTarget } from './lib/server.ts'
import { printTable } from './lib/table.ts'

// Whether the time of a refused login tells who has an account (T-006): tries of known and of unknown addresses in turn, with
// passwords hashed as in production. Each try comes from another network, so that no limit answers instead.
// Usage: node bench/login-timing.ts

const tries = 200
const perUser = 4 // one more would lock
const bar = 0.1

await using target = await startTarget({ TRUSTED_PROXIES: '127.0.0.1/32' })

let calls = 0
async function post(path: string, body: object): Promise<number> {
  const network = ++calls
  const response = await fetch(`${target.url}/api/v1/auth/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${network >> 8}.${network & 255}.1`,
    },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  return response.status
}

async function refuse(email: string): Promise<number> {
  const began = performance.now()
  const status = await post('login', { email, password: 'not the password' })
  if (status !== 401) throw new Error(`${email}: ${status}`)
  return performance.now() - began
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

const users = Array.from({ length: tries / perUser }, (_, i) => `known${i}@example.org`)
for (const email of users) await post('register', { email, password: 'correct horse battery' })
for (let i = 0; i < 10; i++) await refuse(`warm${i}@example.org`)
const known_ms: number[] = []
const unknown_ms: number[] = []
for (let i = 0; i < tries; i++) {
  const one = async () => void known_ms.push(await refuse(users[i % users.length]!))
  const other = async () => void unknown_ms.push(await refuse(`unknown${i}@example.org`))
  for (const go of i % 2 ? [one, other] : [other, one]) await go()
}
const [known, unknown] = [median(known_ms), median(unknown_ms)]
const difference = Math.abs(known - unknown) / Math.max(known, unknown)
printTable(
  ['refused login', 'measured', 'bar'],
  [
    ['known address, median', `${known.toFixed(1)} ms`, ''],
    ['unknown address, median', `${unknown.toFixed(1)} ms`, ''],
    ['difference', `${(difference * 100).toFixed(1)} %`, `${bar * 100} %`],
  ],
)
if (difference > bar) process.exitCode = 1
