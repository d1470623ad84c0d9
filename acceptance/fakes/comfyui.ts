import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { finishedJob, historyEntry, queueItem, systemStats, unfinishedJob } from './comfyui/documents.ts'
import { createFiles } from './comfyui/files.ts'
import { describeDynamicNodes, describeNodes, describeUpscalePacks, type NodeClass } from './comfyui/nodes.ts'
import { drawPreviews, namedPreview, plainPreview } from './comfyui/previews.ts'
import { type Prompt, Queue } from './comfyui/queue.ts'
import { type Switches, wellBehaved } from './comfyui/switches.ts'
import { type Graph, validate } from './comfyui/validate.ts'

// A ComfyUI without a GPU: the routes, documents and events of version 0.26.0, its queue and its checks, and every way to
// fail that an adapter has to bear. Videos are test pictures of exactly the size, length and rate that the graph says.

export interface FakeComfyui extends AsyncDisposable, Switches {
  readonly url: string
  /** Most jobs that ran at the same time. */
  readonly running_at_once_max: number
  /** Every prompt that was accepted, in order. */
  readonly submitted: string[]
  /** The names of uploaded files, with their folder. */
  readonly uploads: string[]
  /** Method and path of every request. */
  readonly requests: string[]
  /** Of those, the ones whose length was not announced. */
  readonly streamed: string[]
  /** The graph of a prompt as it was submitted. */
  graphOf(prompt_id: string): Graph | undefined
  /** WebSockets that are open. */
  readonly sockets: number
  /** WebSockets that were ever opened. */
  readonly sockets_opened: number
  /** Calls that stop more than one job: an interrupt without an id, a queue that is cleared. */
  readonly broad_stops: number
  /** Puts somebody else's job into the queue, ahead of what comes. */
  occupy(prompt_id: string): void
  /** Forgets queue, history and cache; what runs is gone. Files stay. */
  restart(): void
}

interface Answer {
  status: number
  body: unknown
}
const json = (body: unknown, status = 200): Answer => ({ status, body })
const canonicalUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export async function startFakeComfyui(options: Partial<Switches> = {}): Promise<FakeComfyui> {
  const switches: Switches = { ...wellBehaved, ...options }
  const [others] = switches.chatters
    ? await drawPreviews({ width: 64, height: 64, frames: 1, fps: 1 }, 1)
    : []
  const sockets = new Map<string, WebSocket>()
  /** What their clients have said of themselves. */
  const flags = new Map<WebSocket, Record<string, unknown>>()
  const files = createFiles(switches)
  const { uploads } = files
  const submitted: string[] = []
  const requests: string[] = []
  const streamed: string[] = []
  const graphs = new Map<string, Graph>()
  let running_before = 0
  let number = 0
  let sockets_opened = 0
  let broad_stops = 0

  const send = (type: string, data: object, client_id?: string): void => {
    for (const [id, socket] of sockets) {
      if (client_id !== undefined && id !== client_id) continue
      if (switches.chatters) {
        socket.send(Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 255, 216]))
        socket.send('no json')
        const done = Array.from({ length: 20 }, (_, id) => [id, { value: 1, max: 1, state: 'finished' }])
        const others = { prompt_id: randomUUID(), nodes: Object.fromEntries(done) as object }
        socket.send(JSON.stringify({ type: 'progress_state', data: others }))
      }
      socket.send(JSON.stringify({ type, data }))
    }
  }
  const sendPreview = (form: 'named' | 'plain', prompt: Prompt, node: string, jpeg: Buffer): void => {
    const socket = sockets.get(String(prompt.extra_data['client_id']))
    if (!socket) return
    const isNamed = flags.get(socket)?.['supports_preview_metadata'] === true
    if (switches.chatters && isNamed) socket.send(namedPreview(others!, randomUUID(), node))
    if (isNamed !== (form === 'named')) return
    socket.send(isNamed ? namedPreview(jpeg, prompt.id, node) : plainPreview(jpeg))
  }
  const hasPreviews = ({ extra_data }: Prompt): boolean => {
    const own = isOlder(switches.version, [0, 5, 0]) ? undefined : extra_data['preview_method']
    const method = typeof own === 'string' && own !== 'default' ? own : switches.preview_method
    return ['auto', 'latent2rgb', 'taesd'].includes(method)
  }
  const dropSockets = (): void => sockets.forEach((socket) => socket.terminate())

  const open = (): Queue =>
    new Queue(switches, {
      send,
      sendPreview,
      hasPreviews,
      dropSockets,
      save: (prompt, node) => files.save(prompt, node),
    })
  let queue = open()

  const nodes = (): Record<string, NodeClass> => {
    const all = {
      ...describeNodes((file) => !switches.missing_files.includes(file)),
      ...(switches.has_upscale_packs && describeUpscalePacks()),
      ...(switches.has_dynamic_inputs && describeDynamicNodes()),
      ...switches.more_nodes,
    }
    for (const name of switches.missing_nodes) delete all[name]
    return all
  }

  const submit = (text: string): Answer => {
    const body = JSON.parse(text) as {
      prompt?: Graph
      prompt_id?: string
      client_id?: string
      extra_data?: object
    }
    const refuse = (type: string, message: string, details: string): Answer =>
      json({ error: { type, message, details, extra_info: {} }, node_errors: {} }, 400)
    if (!body.prompt) return refuse('no_prompt', 'No prompt provided', 'No prompt provided')
    if (body.prompt_id !== undefined && !canonicalUuid.test(body.prompt_id)) {
      const rule =
        'prompt_id must be a UUID string in canonical lowercase hyphenated form; omit it to let the server generate one'
      return refuse('invalid_prompt_id', 'prompt_id must be a valid UUID', rule)
    }
    const hasInput = (name: string) => name === 'example.png' || uploads.includes(name)
    const { error, node_errors, outputs } = validate(body.prompt, { nodes: nodes(), hasInput })
    if (error) return json({ error, node_errors }, 400)
    const id = switches.ignores_prompt_id ? randomUUID() : (body.prompt_id ?? randomUUID())
    const client = body.client_id === undefined ? {} : { client_id: body.client_id }
    const time = switches.has_jobs_route ? { create_time: Date.now() } : {} // as old as the jobs
    const extra_data = { ...body.extra_data, ...client, ...time }
    graphs.set(id, body.prompt)
    submitted.push(id)
    const prompt = { number: number++, id, graph: body.prompt, extra_data, outputs_to_execute: outputs }
    queue.push(prompt)
    return json({ prompt_id: id, number: prompt.number, node_errors })
  }

  const findJob = (id: string): Answer => {
    const entry = queue.history.get(id)
    const waiting = queue.pending.find((prompt) => prompt.id === id)
    if (entry) return json(finishedJob(entry, switches))
    if (queue.running?.id === id) return json(unfinishedJob(queue.running, 'in_progress'))
    return waiting ? json(unfinishedJob(waiting, 'pending')) : json({ error: 'Job not found' }, 404)
  }

  const isLetIn = ({ headers }: IncomingMessage): boolean =>
    switches.wants_authorization === null || headers.authorization === switches.wants_authorization

  /** What is no route is looked for among the studio's files, which can only be read. */
  const notFoundBy = (method: string | undefined): Answer =>
    method === 'GET' ? { status: 404, body: null } : { status: 405, body: '405: Method Not Allowed' }

  const route = async (request: IncomingMessage, bytes: Buffer): Promise<Answer> => {
    const { pathname } = new URL(request.url ?? '', 'http://fake')
    const notFound = notFoundBy(request.method)
    const [, api, area, ...rest] = pathname.split('/').map(decodeURIComponent)
    if (api !== 'api') return notFound
    const isPost = request.method === 'POST'
    const body = () =>
      JSON.parse(bytes.toString()) as { delete?: string[]; prompt_id?: string; clear?: boolean }
    if (area === 'system_stats') return json(systemStats(switches.version))
    if (area === 'object_info') {
      const all = nodes()
      const one = rest[0] && all[rest[0]]
      return json(rest[0] ? (one ? { [rest[0]]: one } : {}) : all)
    }
    if (area === 'upload') return files.upload(request, bytes)
    if (area === 'prompt') {
      return isPost ? submit(bytes.toString()) : json({ exec_info: { queue_remaining: queue.remaining } })
    }
    // Its files answer every path, so a POST to one that it does not know is a wrong method.
    if (area === 'jobs' && isPost && !(switches.has_jobs_route && switches.has_cancel_route)) {
      return { status: 405, body: '405: Method Not Allowed' }
    }
    if (area === 'jobs' && switches.has_jobs_route) {
      const [id, verb] = rest
      // 200 for ids that it does not know as well.
      if (verb === 'cancel') return json({ cancelled: queue.cancel(id ?? '') })
      if (id) return findJob(id)
      const jobs = queue.pending.map((prompt) => unfinishedJob(prompt, 'pending'))
      if (queue.running) jobs.push(unfinishedJob(queue.running, 'in_progress'))
      return json({ jobs, pagination: { offset: 0, limit: null, total: jobs.length, has_more: false } })
    }
    if (area === 'queue' && !isPost) {
      const queue_running = queue.running ? [queueItem(queue.running)] : []
      return json({ queue_running, queue_pending: queue.pending.map(queueItem) })
    }
    if (area === 'queue') {
      const { clear = false, delete: ids = [] } = body()
      if (clear) broad_stops++
      for (const id of clear ? queue.pending.map((prompt) => prompt.id) : ids) queue.remove(id)
    } else if (area === 'interrupt') {
      const id = isOlder(switches.version, [0, 3, 57]) ? undefined : body().prompt_id
      if (id === undefined) broad_stops++
      queue.interrupt(id)
    } else if (area === 'history' && isPost) for (const id of body().delete ?? []) queue.history.delete(id)
    else if (area === 'history') {
      const entry = queue.history.get(rest[0] ?? '')
      return json(entry ? { [entry.prompt.id]: historyEntry(entry) } : {})
    } else return notFound
    return { status: 200, body: '' }
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push(`${request.method} ${request.url}`)
    if (request.headers['transfer-encoding'] === 'chunked') streamed.push(requests.at(-1)!)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (switches.breaks_requests > 0) {
      switches.breaks_requests--
      return void response.destroy()
    }
    if (isForeign(request)) return void response.writeHead(403).end()
    if (!isLetIn(request)) return void response.writeHead(401).end()
    if (switches.proxy_status) {
      return void response
        .writeHead(switches.proxy_status, { 'content-type': 'text/html' })
        .end('<h1>Bad gateway</h1>')
    }
    if (request.url?.startsWith('/api/view?')) return files.view(request, response)
    const given = await route(request, Buffer.concat(chunks)).catch((): Answer => {
      return { status: 500, body: '500 Internal Server Error\n\nServer got itself in trouble' }
    })
    if (switches.loses_submit_answer && request.method === 'POST' && request.url === '/api/prompt') {
      switches.loses_submit_answer = false
      if (switches.goes_away_with_it) switches.breaks_requests = Infinity
      return void response.destroy()
    }
    if (given.body === '') return void response.writeHead(given.status).end()
    const isText = typeof given.body === 'string'
    const type =
      given.body === null
        ? 'application/octet-stream'
        : `${isText ? 'text/plain' : 'application/json'}; charset=utf-8`
    response.writeHead(given.status, { 'content-type': type })
    response.end(isText ? given.body : given.body === null ? '' : JSON.stringify(given.body))
  }

  const server = createServer(
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  )
  const upgrades = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '', 'http://fake')
    if (switches.refuses_sockets || isForeign(request) || !isLetIn(request) || url.pathname !== '/ws') {
      return void socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n')
    }
    upgrades.handleUpgrade(request, socket, head, (client) => {
      const sid = url.searchParams.get('clientId') || randomUUID().replaceAll('-', '')
      sockets.get(sid)?.terminate()
      sockets.set(sid, client)
      sockets_opened++
      client.on('error', () => {})
      // Only the first message may say it.
      client.once('message', (message) => {
        const said = JSON.parse((message as Buffer).toString()) as {
          type?: string
          data?: Record<string, unknown>
        }
        if (!switches.has_feature_flags || said.type !== 'feature_flags') return
        flags.set(client, said.data ?? {})
        const data = { supports_preview_metadata: true, max_upload_size: 104_857_600 }
        client.send(JSON.stringify({ type: 'feature_flags', data }))
      })
      client.on('close', () => {
        if (sockets.get(sid) === client) sockets.delete(sid)
        flags.delete(client)
      })
      const status = { exec_info: { queue_remaining: queue.remaining } }
      client.send(JSON.stringify({ type: 'status', data: { status, sid } }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const controls = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    submitted,
    uploads,
    requests,
    streamed,
    graphOf: (id: string) => graphs.get(id),
    occupy(id: string) {
      const graph: Graph = {
        '1': { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: number } },
        '2': { class_type: 'SaveVideo', inputs: { video: ['1', 0], filename_prefix: `others/${id}` } },
      }
      queue.push({
        number: number++,
        id,
        graph,
        extra_data: { create_time: Date.now() },
        outputs_to_execute: ['2'],
      })
    },
    restart() {
      running_before = Math.max(running_before, queue.running_at_once_max)
      queue.stop()
      queue = open()
      number = 0
      dropSockets()
    },
    async [Symbol.asyncDispose]() {
      queue.stop()
      dropSockets()
      upgrades.close()
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await files.settled()
    },
  }
  return Object.defineProperties(Object.assign(switches, controls), {
    running_at_once_max: { get: () => Math.max(running_before, queue.running_at_once_max) },
    sockets: { get: () => sockets.size },
    sockets_opened: { get: () => sockets_opened },
    broad_stops: { get: () => broad_stops },
  }) as typeof switches &
    typeof controls & {
      running_at_once_max: number
      sockets: number
      sockets_opened: number
      broad_stops: number
    }
}

/** A page of another site, by its headers. */
function isForeign({ headers }: IncomingMessage): boolean {
  const origin = headers.origin === undefined ? headers.host : headers.origin.replace(/^https?:\/\//, '')
  return origin !== headers.host || headers['sec-fetch-site'] === 'cross-site'
}

/** Before 0.3.57 an interrupt stops whatever runs; before 0.5.0 previews are as the server was started. */
function isOlder(version: string, [a, b, c]: readonly [number, number, number]): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return major !== a ? major < a : minor !== b ? minor < b : patch < c
}
