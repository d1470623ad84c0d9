import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, type Client, NetworkError, type Schema, watchEvents } from '@clipwright/client'
import { createMaker, until } from '../lib/product.ts'

const credits = 1_000_000
/** How long the service may be away, and anything may take, before a person gives up: longer than any fault. */
const patience_ms = 240_000

/** What a person knows of a task that was acknowledged. */
export interface Known {
  task_id: string
  /** The fault during which it was submitted. */
  during: string
  duration_seconds: number
  /** Its state when it was deleted; nothing is asked about it afterwards. */
  deleted?: Schema<'TaskOut'>
}

/** Somebody who wants videos, and repeats every request until there is an answer. */
export interface Person {
  credits: number
  tasks: Known[]
  /** Answers that promise nothing: a status of 500, or one that nobody expects here. */
  surprises: string[]
  /** Why requests were sent again: one line each. */
  retries: string[]
  /** When the newest request was sent that was answered with a task. */
  acceptedAt(): number
  submit(during: string, duration_seconds?: number): Promise<Known>
  cancel(task_id: string): Promise<void>
  delete(known: Known): Promise<void>
  get(task_id: string): Promise<Schema<'TaskOut'>>
  attempts(task_id: string): Promise<Schema<'AttemptListOut'>['items']>
  open(): Promise<number>
  list(): Promise<Schema<'TaskOut'>[]>
  movements(): Promise<Schema<'TransactionOut'>[]>
  me(): Promise<Schema<'UserOut'>>
  client: Client
}

export async function createPerson(url: string): Promise<Person> {
  const client = await createMaker(url, credits)
  const tasks: Known[] = []
  const surprises: string[] = []
  let acceptedAt = 0
  const retries: string[] = []

  /** Undefined for one of the codes that mean that it was done before. */
  async function persist<T>(
    what: string,
    call: (sent_at: number) => Promise<T>,
    done: string[] = [],
  ): Promise<T | undefined> {
    for (const giveUp = performance.now() + patience_ms; ; await wait(100)) {
      try {
        return await call(Date.now())
      } catch (error) {
        if (error instanceof ApiError) {
          if (done.includes(error.code)) return undefined
          const isPassing = error.status === 503 || error.code === 'idempotency_in_progress'
          if (!isPassing) surprises.push(`${what}: ${error.status} ${error.code} ${error.request_id}`)
          if (!isPassing && error.status < 500) throw error
        } else if (!(error instanceof NetworkError)) throw error
        if (performance.now() > giveUp) throw error
        retries.push(`${what}: ${error.name} ${error.message}`)
      }
    }
  }
  const sure = async <T>(what: string, call: () => Promise<T>): Promise<T> => (await persist(what, call)) as T
  const path = (task_id: string) => ({ params: { path: { task_id } } })
  const pages = async <T>(ask: (page: number) => Promise<{ items: T[] }>): Promise<T[]> => {
    const all: T[] = []
    for (let page = 1; ; page++) {
      const { items } = await sure('list', () => ask(page))
      all.push(...items)
      if (items.length < 100) return all
    }
  }

  return {
    credits,
    client,
    tasks,
    surprises,
    retries,
    acceptedAt: () => acceptedAt,
    submit: async (during, duration_seconds = 1) => {
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const body = { prompt: 'a calm sea', duration_seconds }
      const task = await persist('submit', async (sent_at) => {
        const answer = await client.POST('/api/v1/video/generate', { headers, body })
        acceptedAt = Math.max(acceptedAt, sent_at)
        return answer
      })
      const known = { task_id: task!.task_id, during, duration_seconds }
      tasks.push(known)
      return known
    },
    cancel: async (task_id) => {
      const call = () => client.POST('/api/v1/tasks/{task_id}/cancel', path(task_id))
      await persist('cancel', call, ['task_ended'])
    },
    delete: async (known) => {
      known.deleted = await sure('get', () => client.GET('/api/v1/tasks/{task_id}', path(known.task_id)))
      const call = () => client.DELETE('/api/v1/tasks/{task_id}', path(known.task_id))
      await persist('delete', call, ['task_not_found'])
    },
    get: (task_id) => sure('get', () => client.GET('/api/v1/tasks/{task_id}', path(task_id))),
    attempts: async (task_id) =>
      (await sure('attempts', () => client.GET('/api/v1/tasks/{task_id}/attempts', path(task_id)))).items,
    open: async () => {
      const count = (status: 'queued' | 'running') =>
        sure('count', () => client.GET('/api/v1/tasks', { params: { query: { status, page_size: 1 } } }))
      // In this order: a task that starts in between is counted twice, and never missed; one that goes back is asked for again.
      const totals = [await count('queued'), await count('running'), await count('queued')]
      return totals.reduce((sum, { total }) => sum + total, 0)
    },
    list: () => pages((page) => client.GET('/api/v1/tasks', { params: { query: { page, page_size: 100 } } })),
    movements: () =>
      pages((page) => client.GET('/api/v1/me/transactions', { params: { query: { page, page_size: 100 } } })),
    me: () => sure('me', () => client.GET('/api/v1/me')),
  }
}

export interface Seen {
  id: number
  type: string
  task_id: string
}

/** Everything that happens to a person's tasks from now on, by one stream that outlives whatever breaks. */
export function watch({ client }: Person): { seen: Seen[]; stop(last: number): Promise<void> } {
  const seen: Seen[] = []
  const stopping = new AbortController()
  const ended = (async () => {
    const options = { last_event_id: '0', outage_ms: patience_ms, signal: stopping.signal }
    for await (const event of watchEvents(client, options)) {
      if (event.type === 'reset') seen.push({ id: Number.NaN, type: 'reset', task_id: '' })
      else seen.push({ id: Number(event.id), type: event.type, task_id: event.task.task_id })
    }
  })()
  // Looked at in `stop`; it may fail much earlier.
  ended.catch(() => {})
  return {
    seen,
    /** Waits for the event with this number. */
    stop: async (last) => {
      const arrived = until(
        async () => seen.at(-1)?.id ?? 0,
        (id) => !(id < last),
      )
      await Promise.race([arrived, ended])
      stopping.abort()
      await ended.catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error
      })
    },
  }
}
