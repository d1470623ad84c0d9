import type { Request } from './load.ts'
import type { Target } from './server.ts'

/** A user of the server under test, signed in and with money. */
export interface Account {
  user_id: string
  headers: { authorization: string }
}

export async function call(
  url: string,
  { headers, body }: { headers?: Record<string, string>; body?: object } = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

export async function createAccount({ url }: Pick<Target, 'url'>, name: string): Promise<Account> {
  const account = { email: `${name}@example.org`, password: 'correct horse battery' }
  const { access_token } = await call(`${url}/api/v1/auth/register`, { body: account })
  const headers = { authorization: `Bearer ${access_token as string}` }
  await call(`${url}/api/v1/me/topup`, { headers, body: { amount: 100_000_000 } })
  const { user_id } = await call(`${url}/api/v1/me`, { headers })
  return { user_id: user_id as string, headers }
}

/** What every submission of the benchmarks asks for. */
const submission = JSON.stringify({
  prompt: 'a red balloon drifts over a calm sea at sunset',
  duration_seconds: 1,
})

let keys = 0

/** Submissions by turns; `keyed` as our own command line sends them, each with an `Idempotency-Key` of its own. */
export function submissions(
  path: string,
  users: readonly Pick<Account, 'headers'>[],
  { keyed = false } = {},
): Pick<Request, 'requests'> {
  return {
    requests: users.map(({ headers }) => ({
      method: 'POST',
      path,
      headers: { ...headers, 'content-type': 'application/json' },
      body: submission,
      ...(keyed && {
        setupRequest: (made) => ({
          ...made,
          headers: { ...made.headers, 'idempotency-key': `bench-${process.pid}-${++keys}` },
        }),
      }),
    })),
  }
}
