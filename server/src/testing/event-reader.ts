import type { App } from '../platform/http/app.ts'

export interface ReadEvent {
  /** 0 where the event had none. */
  id: number
  type: string
  data: Record<string, unknown>
}

/** An event stream as a program sees it that knows nothing of ours. */
export interface EventReader {
  response: Response
  /** Everything that was read, comments and all. */
  text(): string
  /** Reads on until so many heartbeats have come, and passes over events. */
  heartbeats(count: number): Promise<void>
  /** The next event; undefined at the end of the stream. @throws Error when none comes for ten seconds. */
  next(): Promise<ReadEvent | undefined>
  /** The next so many. */
  take(count: number): Promise<ReadEvent[]>
  /** All, up to the end of the stream. */
  rest(): Promise<ReadEvent[]>
  close(): void
}

/** Makes the app reachable: what streams can't be tried by injection. */
export function listen(app: App): Promise<string> {
  return app.listen({ host: '127.0.0.1', port: 0 })
}

export async function readEvents(
  url: string,
  options: { token: string; last_event_id?: number | undefined; headers?: Record<string, string> },
): Promise<EventReader> {
  const controller = new AbortController()
  const response = await fetch(url, {
    signal: controller.signal,
    headers: {
      authorization: `Bearer ${options.token}`,
      ...(options.last_event_id !== undefined && { 'last-event-id': String(options.last_event_id) }),
      ...options.headers,
    },
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let all = ''
  let unread = ''
  const pull = async (): Promise<boolean> => {
    const part = await within(10_000, reader?.read())
    if (!part || part.done) return false
    all += part.value
    unread += part.value
    return true
  }
  const next = async (): Promise<ReadEvent | undefined> => {
    for (;;) {
      const end = unread.indexOf('\n\n')
      if (end >= 0) {
        const event = parse(unread.slice(0, end))
        unread = unread.slice(end + 2)
        if (event) return event
        continue
      }
      if (!(await pull())) return undefined
    }
  }
  const heartbeats = async (count: number): Promise<void> => {
    while (all.split('\n: ').length <= count) if (!(await pull())) throw new Error('The stream ended')
  }
  const take = async (count: number): Promise<ReadEvent[]> => {
    const events: ReadEvent[] = []
    while (events.length < count) {
      const event = await next()
      if (!event) throw new Error(`The stream ended after ${events.length} of ${count} events`)
      events.push(event)
    }
    return events
  }
  const rest = async (): Promise<ReadEvent[]> => {
    const events: ReadEvent[] = []
    for (let event = await next(); event; event = await next()) events.push(event)
    return events
  }
  return { response, text: () => all, heartbeats, next, take, rest, close: () => controller.abort() }
}

function parse(block: string): ReadEvent | undefined {
  const fields = new Map(
    block
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => line.split(/: (.*)/s, 2) as [string, string]),
  )
  const data = fields.get('data')
  if (data === undefined) return undefined
  return {
    id: Number(fields.get('id') ?? 0),
    type: fields.get('event') ?? 'message',
    data: JSON.parse(data) as Record<string, unknown>,
  }
}

async function within<T>(ms: number, work: Promise<T> | undefined): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Nothing came for ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
