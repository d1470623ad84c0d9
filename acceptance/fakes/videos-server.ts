import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Gpu } from './gpu.ts'
import { type Asked, listen, type Listening, makeFilm, sendJson, sendVideo, wanFrames } from './http.ts'

/** A job as the server stores and shows it. */
export type VideoRecord = { id: string; status: string; [field: string]: unknown }

/** What was submitted: the fields of a JSON body, or of a form (a file as its bytes). */
export type Submitted = Record<string, unknown>

/** What a fake says no to, with the server's own status and text. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number

  constructor(status: number, text: string) {
    super(text)
    this.status = status
  }
}

/** An exception that the server does not catch: it answers 500 with a plain text. */
export class Uncaught extends Error {
  override readonly name = 'Uncaught'
}

/** What one of the three servers does in its own way. */
export interface VideosDialect {
  /** How many jobs its GPU takes at once. */
  runs_at_once: number
  firstRecord(submitted: Submitted, id: string): VideoRecord
  newId(): string
  read(asked: Asked): Promise<Submitted>
  begun(record: VideoRecord): void
  completed(record: VideoRecord): void
  failed(record: VideoRecord, text: string): void
  /** The answer to a poll. */
  show(record: VideoRecord): { status: number; body: unknown }
  remove(server: FakeVideos, record: VideoRecord): { status: number; body: unknown }
  /** Why there is no content, or nothing. */
  withheld(record: VideoRecord): Refusal | undefined
  list(records: VideoRecord[]): object
  envelope(status: number, text: string): object
  /** Other routes: `/v1/models`, `/health`. A body of null is no content. */
  other(path: string): { status: number; body: unknown } | undefined
}

/** A server with the OpenAI videos API: its switches are plain fields, to be set at any time. Use it through `start…`. */
export class FakeVideos implements AsyncDisposable {
  /** How long the GPU takes for a job, in milliseconds; for what it works at as well. */
  job_ms = 150
  /** Jobs fail with this text. */
  fail_with: string | null = null
  /** The submit is accepted, and the connection dropped without an answer. */
  lose_submit_answer = false
  /** The status of a submit's answer; other servers of this API say 202. */
  submit_status = 200
  /** A submit is answered with this, as by a server of another age. */
  submit_answer: object | null = null
  /** The connection of a submit is dropped before the server makes a job of it. */
  drop_submits = false
  /** Called when a submit arrives: for what others do meanwhile. */
  on_submit: (() => unknown) | null = null
  /** Requests hang without an answer, as they do while the server warms up. */
  warming_up = false
  /** Jobs never end. */
  stuck = false
  /** Content breaks off before the length it announced. */
  short_content = false
  /** Records name the server's own model, whatever the request said. */
  hide_model = false
  /** Requests that name any model are refused, as newer servers do with one that is not theirs. */
  refuse_model = false
  /** Asked for as a bearer token. */
  key: string | null = null
  /** Every request but `/health` is answered by a proxy, with this status and a page. */
  broken_with: number | null = null
  /** Whoever asks, and does not submit or delete, has the connection dropped. */
  drop_reads = false

  /** What was submitted, in order. */
  readonly submitted: Submitted[] = []
  /** Ids whose records were deleted, in order. */
  readonly deleted: string[] = []
  /** Content sent before its job was completed: half-written files. */
  early_downloads = 0
  /** Requests by method and path. */
  readonly requests: string[] = []
  readonly gpu: Gpu

  url = ''
  readonly records = new Map<string, VideoRecord>()
  readonly #films = new Map<string, Buffer>()
  readonly #dialect: VideosDialect
  #listening: Listening | undefined

  constructor(dialect: VideosDialect) {
    this.#dialect = dialect
    this.gpu = new Gpu(dialect.runs_at_once)
  }

  get running_at_once_max(): number {
    return this.gpu.running_at_once_max
  }

  /** On a free port, or on `port`. */
  async open(port = 0): Promise<void> {
    this.#listening = await listen((asked, response) => this.#handle(asked, response), port)
    this.url = this.#listening.url
  }

  /** A process that ends and comes back: it knows no job, and its GPU is idle. */
  restart(): void {
    this.records.clear()
    this.#films.clear()
    this.gpu.restart()
  }

  /** Removes the file of a job, as a clean-up of the disk would. */
  loseFiles(): void {
    this.#films.clear()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.gpu.restart()
    await this.#listening?.close()
  }

  async #handle(asked: Asked, response: ServerResponse): Promise<void> {
    const { method, path, request } = asked
    this.requests.push(`${method} ${path}`)
    const isOpen = path === '/health'
    if (this.warming_up && !isOpen) return
    if (this.drop_reads && method === 'GET') return void response.destroy()
    if (!isOpen && this.broken_with !== null) {
      response.writeHead(this.broken_with, { 'content-type': 'text/html' })
      return void response.end('<h1>nginx</h1>')
    }
    if (!isOpen && this.key !== null && request.headers.authorization !== `Bearer ${this.key}`)
      return sendJson(response, 401, { error: 'Unauthorized' })
    try {
      const other = this.#dialect.other(path)
      if (other?.body === null) return void response.writeHead(other.status).end()
      if (other) return sendJson(response, other.status, other.body)
      const [, version, videos, id, content, ...more] = path.split('/')
      if (version !== 'v1' || videos !== 'videos' || more.length > 0) throw new Refusal(404, 'Not Found')
      if (id === undefined) {
        if (method === 'POST') return await this.#submit(asked, response)
        return sendJson(response, 200, this.#list(asked.query))
      }
      const record = this.records.get(id)
      if (!record) throw new Refusal(404, 'Video not found')
      if (content === 'content') return this.#sendContent(record, response)
      const { status, body } =
        method === 'DELETE' ? this.#dialect.remove(this, record) : this.#dialect.show(record)
      sendJson(response, status, body)
    } catch (error) {
      if (error instanceof Uncaught) {
        response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
        return void response.end('Internal Server Error')
      }
      if (!(error instanceof Refusal)) throw error
      sendJson(response, error.status, this.#dialect.envelope(error.status, error.message))
    }
  }

  async #submit(asked: Asked, response: ServerResponse): Promise<void> {
    const submitted = await this.#dialect.read(asked)
    if (this.refuse_model && submitted['model'] !== undefined)
      throw new Refusal(400, 'The requested model is not served here.')
    await this.on_submit?.()
    if (this.drop_submits) return void response.destroy()
    this.submitted.push(submitted)
    const record = this.#dialect.firstRecord(submitted, this.#dialect.newId())
    if (this.hide_model) record['model'] = 'its-own'
    this.records.set(record.id, record)
    await this.#run(record, submitted)
    if (this.lose_submit_answer) return void response.destroy()
    sendJson(response, this.submit_status, this.submit_answer ?? this.#dialect.show(record).body)
  }

  async #run(record: VideoRecord, submitted: Submitted): Promise<void> {
    const [width, height] = String(submitted['size']).split('x').map(Number) as [number, number]
    const frames = wanFrames(Number(submitted['num_frames']))
    const film = await makeFilm({ width, height, frames, fps: Number(submitted['fps'] ?? 24) })
    const failure = this.fail_with
    this.gpu.submit(record.id, {
      run_ms: () => this.job_ms,
      isStuck: this.stuck,
      begin: () => {
        this.#films.set(record.id, film.subarray(0, film.length / 2))
        this.#dialect.begun(record)
      },
      end: () => {
        if (failure !== null) {
          this.#films.delete(record.id)
          return this.#dialect.failed(record, failure)
        }
        this.#films.set(record.id, film)
        this.#dialect.completed(record)
      },
    })
  }

  #sendContent(record: VideoRecord, response: ServerResponse): void {
    const refusal = this.#dialect.withheld(record)
    if (refusal) throw refusal
    const film = this.#films.get(record.id)
    if (!film) throw new Refusal(404, 'Generated video file not found on disk')
    if (record.status !== 'completed') this.early_downloads++
    sendVideo(response, film, { name: `${record.id}.mp4`, isShort: this.short_content })
  }

  #list(query: URLSearchParams): object {
    const records = [...this.records.values()]
    if (query.get('order') !== 'asc') records.reverse()
    const after = query.get('after')
    const from = after === null ? 0 : records.findIndex(({ id }) => id === after) + 1
    const page = after !== null && from === 0 ? [] : records.slice(from)
    return this.#dialect.list(page.slice(0, Number(query.get('limit') ?? page.length)))
  }
}

/** A page of jobs as SGLang and vLLM-Omni list them. */
export function pageOf(data: VideoRecord[]): object {
  const [first_id = null, last_id = null] = [data[0]?.id, data.at(-1)?.id]
  return { data, object: 'list', first_id, last_id, has_more: false }
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

export function uuid(): string {
  return randomUUID()
}

/** A JSON body as SGLang and FastVideo read it: what can't be parsed is an empty object. */
export function readJson({ bytes }: Asked): Submitted {
  try {
    return JSON.parse(bytes.toString()) as Submitted
  } catch {
    return {}
  }
}

/** Width and height, as long as they are two positive numbers. */
export function checkSize(size: unknown): void {
  if (size !== undefined && !(typeof size === 'string' && /^[1-9]\d*x[1-9]\d*$/.test(size)))
    throw new Refusal(400, 'size must be formatted as positive WIDTHxHEIGHT')
}

export function isPictureUrl(url: unknown): boolean {
  return typeof url === 'string' && /^(https?:\/\/|data:image)/.test(url)
}
