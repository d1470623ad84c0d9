import type { ServerResponse } from 'node:http'
import { Gpu } from './gpu.ts'
import { type Asked, listen, type Listening, makeFilm, sendJson, sendVideo, wanFrames } from './http.ts'

interface Task {
  task_id: string
  status: 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled'
  start_time: string
  end_time: string | null
  error: string | null
  error_type: string
  save_result_path: string
}

type Body = Record<string, unknown>

export interface Lightx2vOptions {
  model_cls?: string
}

/** Local time without a zone, as the server writes it. */
const localTime = (): string => new Date().toISOString().replace('Z', '000')
const unknownTask = { detail: 'Task not found' }

/**
 * LightX2V's plain server: one task after the other. A task that is cancelled while it runs is cancelled at once on paper; its
 * GPU goes on, and then the task becomes completed all the same.
 */
export class FakeLightx2v implements AsyncDisposable {
  /** How long the GPU takes for a job, in milliseconds; for what it works at as well. */
  job_ms = 150
  model_cls: string
  model_path = '/models/Wan2.2'
  /** Pending and processing tasks together. */
  max_queue_size = 10
  /** Tasks fail with this. */
  fail_with: { error: string; error_type: string } | null = null
  /** The submit is accepted, and the connection dropped without an answer. */
  lose_submit_answer = false
  /** The connection of a submit is dropped before the server makes a task of it. */
  drop_submits = false
  /** Every request is answered by a proxy, with this status and a page. */
  broken_with: number | null = null
  /** The submit is answered with 500 and this text. */
  refuse_submit_with: string | null = null
  /** Requests hang without an answer. */
  hanging = false
  /** Tasks never end. */
  stuck = false
  /** Results break off before the length they announced. */
  short_result = false
  /** A proxy's bearer token. */
  key: string | null = null

  /** Bodies of accepted submits, in order. */
  readonly submitted: Body[] = []
  /** What the worker in fact used for each task: fields of earlier tasks stick. */
  readonly used: Body[] = []
  readonly requests: string[] = []
  readonly gpu = new Gpu(1)
  url = ''

  readonly #tasks = new Map<string, Task>()
  readonly #films = new Map<string, Buffer>()
  #sticky: Body = {}
  #listening: Listening | undefined

  constructor({ model_cls = 'wan2.2_moe' }: Lightx2vOptions = {}) {
    this.model_cls = model_cls
  }

  get running_at_once_max(): number {
    return this.gpu.running_at_once_max
  }

  async open(): Promise<void> {
    this.#listening = await listen((asked, response) => this.#handle(asked, response))
    this.url = this.#listening.url
  }

  statusOf(task_id: string): string | undefined {
    return this.#tasks.get(task_id)?.status
  }

  restart(): void {
    this.#tasks.clear()
    this.#films.clear()
    this.#sticky = {}
    this.gpu.restart()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.gpu.restart()
    await this.#listening?.close()
  }

  async #handle(asked: Asked, response: ServerResponse): Promise<void> {
    const { method, path, request } = asked
    this.requests.push(`${method} ${path}`)
    if (this.hanging) return
    if (this.broken_with !== null) {
      response.writeHead(this.broken_with, { 'content-type': 'text/html' })
      return void response.end('<h1>nginx</h1>')
    }
    if (this.key !== null && request.headers.authorization !== `Bearer ${this.key}`)
      return sendJson(response, 401, { detail: 'Unauthorized' })
    if (path === '/health') return sendJson(response, 200, { status: 'ok' })
    if (path === '/v1/service/status') return sendJson(response, 200, this.#serviceStatus())
    if (path === '/v1/service/metadata') {
      const { model_cls, model_path } = this
      return sendJson(response, 200, { nproc_per_node: 1, model_cls, model_path })
    }
    if (path === '/v1/tasks/video') return sendJson(response, 405, { detail: 'Method Not Allowed' })
    if (path === '/v1/tasks/video/' && method === 'POST') return this.#submit(asked, response)
    const [, , tasks, id = '', part] = path.split('/')
    if (tasks !== 'tasks') return sendJson(response, 404, { detail: 'Not Found' })
    const task = this.#tasks.get(decodeURIComponent(id))
    if (method === 'DELETE') return sendJson(response, 200, this.#cancel(task))
    if (!task) return sendJson(response, 404, unknownTask)
    if (part === 'status') return sendJson(response, 200, task)
    if (part !== 'result') return sendJson(response, 404, { detail: 'Not Found' })
    const film = this.#films.get(task.task_id)
    if (task.status !== 'completed' || !film) return sendJson(response, 404, { detail: 'Task not completed' })
    sendVideo(response, film, { name: task.save_result_path, isShort: this.short_result })
  }

  async #submit({ bytes }: Asked, response: ServerResponse): Promise<void> {
    if (this.drop_submits) return void response.destroy()
    const body = JSON.parse(bytes.toString()) as Body
    const wrong = ['seed', 'target_video_length'].find(
      (field) => body[field] !== undefined && !Number.isInteger(body[field]),
    )
    if (wrong !== undefined) {
      const problem = {
        type: 'int_parsing',
        loc: ['body', wrong],
        msg: 'Input should be a valid integer, unable to parse string as an integer',
        input: body[wrong],
      }
      return sendJson(response, 422, { detail: [problem] })
    }
    if (this.refuse_submit_with !== null) return sendJson(response, 500, { detail: this.refuse_submit_with })
    const task_id = String(body['task_id'])
    if (this.#tasks.has(task_id))
      return sendJson(response, 503, { detail: `Task ID ${task_id} already exists` })
    const active = [...this.#tasks.values()].filter(({ status }) => isActive(status)).length
    if (active >= this.max_queue_size)
      return sendJson(response, 503, { detail: `Task queue is full (max ${this.max_queue_size} tasks)` })
    const task: Task = {
      task_id,
      status: 'pending',
      start_time: localTime(),
      end_time: null,
      error: null,
      error_type: '',
      save_result_path: task_id,
    }
    this.#tasks.set(task_id, task)
    this.submitted.push(body)
    await this.#run(task, body)
    if (this.lose_submit_answer) return void response.destroy()
    sendJson(response, 200, { task_id, task_status: 'pending', save_result_path: task_id })
  }

  async #run(task: Task, body: Body): Promise<void> {
    const fresh = { target_video_length: 81, target_shape: [480, 832], target_fps: 16 }
    const used = { ...fresh, ...this.#sticky, ...body }
    this.#sticky = used
    this.used.push(used)
    const [height, width] = used['target_shape'] as [number, number]
    const frames = wanFrames(used['target_video_length'])
    const film = await makeFilm({ width, height, frames, fps: used['target_fps'] })
    const failure = this.fail_with
    this.gpu.submit(task.task_id, {
      run_ms: () => this.job_ms,
      isStuck: this.stuck,
      begin: () => void Object.assign(task, { status: 'processing', start_time: localTime() }),
      end: () => {
        if (failure) return void Object.assign(task, { status: 'failed', end_time: localTime(), ...failure })
        this.#films.set(task.task_id, film)
        // Even when it was cancelled meanwhile; the error text of the cancellation stays.
        const save_result_path = `${task.task_id}.mp4`
        Object.assign(task, { status: 'completed', end_time: localTime(), save_result_path })
      },
    })
  }

  #cancel(task: Task | undefined): object {
    if (!task || !isActive(task.status))
      return { stop_status: 'do_nothing', reason: 'Task not found or already completed.' }
    this.gpu.drop(task.task_id)
    Object.assign(task, { status: 'cancelled', end_time: localTime(), error: 'Task cancelled by user' })
    return { stop_status: 'success', reason: 'Task stopped successfully.' }
  }

  #serviceStatus(): object {
    const all = [...this.#tasks.values()]
    const count = (status: Task['status']) => all.filter((task) => task.status === status).length
    const { current } = this.gpu
    return {
      service_status: current === null ? 'idle' : 'busy',
      current_task: current,
      active_tasks: all.filter(({ status }) => status === 'processing').map(({ task_id }) => task_id),
      pending_tasks: count('pending'),
      queue_size: this.max_queue_size,
      total_tasks: all.length,
      completed_tasks: count('completed'),
      failed_tasks: count('failed'),
    }
  }
}

function isActive(status: Task['status']): boolean {
  return status === 'pending' || status === 'processing'
}

export async function startFakeLightx2v(options?: Lightx2vOptions): Promise<FakeLightx2v> {
  const fake = new FakeLightx2v(options)
  await fake.open()
  return fake
}
