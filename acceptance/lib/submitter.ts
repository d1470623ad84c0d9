/** What one second of the cheapest resolution costs in minor units: the price list's. */
export const price = 10

/** Somebody with money who submits, however the server is doing. */
export interface Submitter {
  access_token: string
  /** One try, repeatable under its key. Undefined when no answer came, so that nobody knows whether it was done. */
  submit(key: string): Promise<Answer | undefined>
  balance(): Promise<{ balance: number; balance_held: number }>
  /** The ids of every task, newest first. */
  tasks(): Promise<string[]>
}

export interface Answer {
  status: number
  replayed: boolean
  body: { task_id?: string; code?: string; required?: number; available?: number }
}

export const submission = JSON.stringify({ prompt: 'a calm sea', duration_seconds: 1 })

export async function createSubmitter(url: string, credits: number): Promise<Submitter> {
  const call = async <T>(path: string, body?: object, token?: string): Promise<T> => {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const account = { email: `${crypto.randomUUID()}@example.org`, password: 'correct horse battery' }
  const { access_token } = await call<{ access_token: string }>('/api/v1/auth/register', account)
  await call('/api/v1/me/topup', { amount: credits }, access_token)

  return {
    access_token,
    submit: async (key) => {
      try {
        const response = await fetch(`${url}/api/v1/video/generate`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${access_token}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: submission,
          signal: AbortSignal.timeout(90_000),
        })
        const body = (await response.json()) as Answer['body']
        return { status: response.status, replayed: response.headers.has('idempotent-replayed'), body }
      } catch {
        return undefined
      }
    },
    balance: () => call('/api/v1/me', undefined, access_token),
    tasks: async () => {
      const ids: string[] = []
      for (let page = 1; ; page++) {
        const path = `/api/v1/tasks?page_size=100&page=${page}`
        const { items } = await call<{ items: { task_id: string }[] }>(path, undefined, access_token)
        ids.push(...items.map(({ task_id }) => task_id))
        if (items.length < 100) return ids
      }
    },
  }
}
