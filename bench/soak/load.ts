import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import {
  ApiError,
  createClient,
  downloadResult,
  refreshTokens,
  toTokens,
  watchEvents,
  watchTask,
  type Client,
} from '@clipwright/client'

/** So many that none of them sends more pictures in an hour than one may. */
const people = 12
/** Windows of the studio, and programs, that each person has open. */
const streams = 3
/** How many of a person's videos are asked for again. */
const remembered = 200
/** More steps under way than this, and the next ones are left out: the server is behind. */
const mostUnderWay = 100
const password = 'correct horse battery'
const prompts = [
  'a red balloon drifts over a calm sea at sunset',
  'a lighthouse in a storm',
  '热气球飞过雪山，日出',
]

export interface Load {
  /** What went wrong so far: a step with a status or a kind of error, and how often. */
  failures: ReadonlyMap<string, number>
  /** Steps that were left out because the server was behind. */
  leftOut(): number
  completed(): number
  /** Submits and asks no more, and waits for the end of what is under way. */
  stop(): Promise<void>
}

interface Person {
  client: Client
  email: string
  /** The newest last. */
  tasks: string[]
  completed: string[]
}

interface Step {
  name: string
  /** How often in a deck. */
  share: number
  run(person: Person): Promise<unknown>
}

/** Twelve people and their programs ask `per_second` things a second, by turns from one deck, so that every few seconds are the same. */
export async function startLoad(
  url: string,
  { model, per_second }: { model: string; per_second: number },
): Promise<Load> {
  const stopping = new AbortController()
  const { signal } = stopping
  const failures = new Map<string, number>()
  const underWay = new Set<Promise<void>>()
  let leftOut = 0
  let completed = 0
  const hooks = await receiveHooks()
  const picture = await drawPicture()
  const everybody = await Promise.all(Array.from({ length: people }, (_, i) => createPerson(url, i)))
  await everybody[0]!.client.POST('/api/v1/me/webhooks', { body: { url: hooks.url } })

  const go = (name: string, work: Promise<unknown>): void => {
    const done = work
      .then(() => {})
      .catch((error: unknown) => {
        if (signal.aborted) return
        const what = `${name}: ${error instanceof ApiError ? `${error.status} ${error.code}` : String(error)}`
        failures.set(what, (failures.get(what) ?? 0) + 1)
      })
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }
  for (const person of everybody)
    for (let i = 0; i < streams; i++)
      go('events', follow(person, signal, i === 0 ? () => completed++ : undefined))
  const open = underWay.size

  const deck = deal(stepsOf(model, picture, signal))
  let turn = 0
  const timer = setInterval(() => {
    const step = deck[turn % deck.length]!
    // One further with each round, or each would play the same cards for ever.
    const person = everybody[(turn + Math.floor(turn / deck.length)) % everybody.length]!
    turn++
    if (underWay.size > open + mostUnderWay) leftOut++
    else go(step.name, step.run(person))
  }, 1000 / per_second)

  return {
    failures,
    leftOut: () => leftOut,
    completed: () => completed,
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await Promise.all(underWay)
      await hooks.close()
    },
  }
}

function stepsOf(model: string, picture: Buffer, signal: AbortSignal): Step[] {
  let number = 0
  const bodyOf = () => ({
    model,
    prompt: `${prompts[number++ % prompts.length]!} ${number}`,
    duration_seconds: 1,
  })
  const submit = async (
    person: Person,
    more: { image_url?: string; key?: string; body?: ReturnType<typeof bodyOf> } = {},
  ) => {
    const { key, body = bodyOf(), image_url } = more
    const { task_id } = await person.client.POST('/api/v1/video/generate', {
      body: { ...body, ...(image_url !== undefined && { image_url }) },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    })
    remember(person.tasks, task_id)
    return task_id
  }
  const upload = async ({ client }: Person) => {
    const { image_key } = await client.POST('/api/v1/uploads/put', {
      // The document's type of a file is a text.
      body: picture as unknown as string,
      bodySerializer: (body) => body,
      headers: { 'content-type': 'image/png' },
    })
    return image_key
  }
  const withVideo =
    (run: (person: Person, task_id: string) => Promise<unknown>) =>
    async (person: Person): Promise<unknown> => {
      const task_id = pick(person.completed)
      return task_id === undefined ? undefined : run(person, task_id)
    }

  return [
    {
      name: 'read a task',
      share: 70,
      run: async ({ client, tasks }) => {
        const task_id = pick(tasks)
        if (task_id !== undefined)
          await client.GET('/api/v1/tasks/{task_id}', { params: { path: { task_id } } })
      },
    },
    { name: 'list', share: 30, run: ({ client }) => client.GET('/api/v1/tasks') },
    {
      name: 'list by status',
      share: 8,
      run: ({ client }) => client.GET('/api/v1/tasks', { params: { query: { status: 'completed' } } }),
    },
    {
      name: 'list by words',
      share: 2,
      run: ({ client }) => client.GET('/api/v1/tasks', { params: { query: { q: 'lighthouse' } } }),
    },
    { name: 'who am I', share: 16, run: ({ client }) => client.GET('/api/v1/me') },
    { name: 'models', share: 2, run: ({ client }) => client.GET('/api/v1/models') },
    { name: 'transactions', share: 8, run: ({ client }) => client.GET('/api/v1/me/transactions') },
    { name: 'usage', share: 1, run: ({ client }) => client.GET('/api/v1/me/usage') },
    { name: 'quote', share: 8, run: ({ client }) => client.POST('/api/v1/video/quote', { body: bodyOf() }) },
    {
      name: 'improve a prompt',
      share: 1,
      run: ({ client }) => client.POST('/api/v1/agent/optimize-prompt', { body: { prompt: prompts[1]! } }),
    },
    {
      name: 'top up',
      share: 1,
      run: ({ client }) => client.POST('/api/v1/me/topup', { body: { amount: 100 } }),
    },
    { name: 'submit', share: 1, run: (person) => submit(person) },
    { name: 'submit with a key', share: 1, run: (person) => submit(person, { key: randomUUID() }) },
    {
      name: 'submit twice with one key',
      share: 1,
      run: async (person) => {
        const twice = { key: randomUUID(), body: bodyOf() }
        const [one, other] = [await submit(person, twice), await submit(person, twice)]
        if (one !== other) throw new Error('one key made two tasks')
      },
    },
    {
      name: 'submit and watch it',
      share: 1,
      run: async (person) => {
        const task_id = await submit(person)
        for await (const _ of watchTask(person.client, task_id, { signal }));
      },
    },
    {
      name: 'submit and cancel',
      share: 1,
      run: async (person) => {
        const task_id = await submit(person)
        await person.client
          .POST('/api/v1/tasks/{task_id}/cancel', { params: { path: { task_id } } })
          .catch((error: unknown) => {
            if (!(error instanceof ApiError && error.status === 409)) throw error // it was over already
          })
      },
    },
    {
      name: 'send a picture and submit',
      share: 1,
      run: async (person) => submit(person, { image_url: await upload(person) }),
    },
    {
      name: 'download',
      share: 8,
      run: withVideo(async ({ client }, task_id) => {
        const { body } = await downloadResult(client, task_id, { signal })
        if (body) await buffer(body)
      }),
    },
    {
      name: 'seek in a video',
      share: 8,
      run: withVideo(async ({ client }, task_id) => {
        const { headers } = await client.open(`/api/v1/result/${task_id}`)
        const response = await client.fetch(headers.get('location')!, {
          headers: { range: 'bytes=100-1099' },
        })
        await response.arrayBuffer()
        if (response.status !== 206) throw new Error(`a range was answered with ${response.status}`)
      }),
    },
    {
      name: 'look at a poster',
      share: 8,
      run: withVideo(async ({ client }, task_id) => {
        const { headers } = await client.open(`/api/v1/tasks/${task_id}/poster`)
        await (await client.fetch(headers.get('location')!)).arrayBuffer()
      }),
    },
    {
      name: 'delete',
      share: 1,
      run: async ({ client, completed, tasks }) => {
        const task_id = completed.shift()
        if (task_id === undefined) return
        tasks.splice(tasks.indexOf(task_id), 1)
        await client.DELETE('/api/v1/tasks/{task_id}', { params: { path: { task_id } } })
      },
    },
    {
      name: 'log in and out',
      share: 1,
      run: async ({ client: { base_url }, email }) => {
        const guest = createClient({ base_url })
        const { access_token, refresh_token } = await logIn(guest, email)
        const client = createClient({ base_url, credential: { access_token } })
        await client.POST('/api/v1/auth/logout', { body: { refresh_token } })
      },
    },
    {
      name: 'open a stream and close it',
      share: 1,
      run: async ({ client }) => {
        const { body } = await client.open('/api/v1/events')
        await body?.cancel()
      },
    },
  ]
}

/** The deck, each step spread evenly over it. */
function deal(steps: readonly Step[]): Step[] {
  return steps
    .flatMap((step) => Array.from({ length: step.share }, (_, i) => ({ step, at: (i + 0.5) / step.share })))
    .toSorted((a, b) => a.at - b.at)
    .map(({ step }) => step)
}

async function follow(person: Person, signal: AbortSignal, onCompleted?: () => void): Promise<void> {
  for await (const event of watchEvents(person.client, { signal })) {
    if (event.type !== 'task.completed' || !onCompleted) continue
    remember(person.completed, event.task.task_id)
    onCompleted()
  }
}

function remember(list: string[], task_id: string): void {
  if (!list.includes(task_id)) list.push(task_id)
  if (list.length > remembered) list.shift()
}

let picked = 0
/** One after the other, so that a run is like the next. */
function pick(list: readonly string[]): string | undefined {
  return list[picked++ % Math.max(1, list.length)]
}

/** Half of them are signed in and renew their tokens, the others are programs with a key. */
async function createPerson(base_url: string, i: number): Promise<Person> {
  const guest = createClient({ base_url })
  const email = `person${i}@example.org`
  const answer = await guest.POST('/api/v1/auth/register', { body: { email, password } })
  if (!('access_token' in answer)) throw new Error('The product wants its users verified')
  let tokens = await logIn(guest, email)
  let renewing: Promise<unknown> | undefined
  const signedIn = createClient({
    base_url,
    credential: async (expired) => {
      if (expired === tokens.access_token) {
        renewing ??= refreshTokens(guest, tokens.refresh_token).then((renewed) => {
          tokens = renewed
          renewing = undefined
        })
        await renewing
      }
      return tokens.access_token
    },
  })
  await signedIn.POST('/api/v1/me/topup', { body: { amount: 100_000_000 } })
  const person = { email, tasks: [], completed: [] }
  if (i % 2 === 0) return { ...person, client: signedIn }
  const { api_key } = await signedIn.POST('/api/v1/me/api-keys', {
    body: { name: 'a program', rate_limit_per_minute: 6000 },
  })
  return { ...person, client: createClient({ base_url, credential: { api_key } }) }
}

async function logIn(guest: Client, email: string) {
  const answer = await guest.POST('/api/v1/auth/login', { body: { email, password, session_mode: 'token' } })
  if (answer.mfa_required) throw new Error('Nobody here has a second factor')
  return toTokens(answer)
}

/** Somebody's program that is told of the videos of one person. */
async function receiveHooks(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function drawPicture(): Promise<Buffer> {
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=640x360']
  const { stdout } = await promisify(execFile)(
    'ffmpeg',
    ['-v', 'error', ...source, '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', '-'],
    { encoding: 'buffer' },
  )
  return stdout
}
