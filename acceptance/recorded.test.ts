import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../server/src/testing/until.ts'
import { type FakeComfyui, startFakeComfyui } from './fakes/comfyui.ts'
import { describeNodes, type NodeClass } from './fakes/comfyui/nodes.ts'
import { type RecordedVersion, versionSwitches } from './fakes/comfyui/versions.ts'
import { type FakeLightx2v, startFakeLightx2v } from './fakes/lightx2v.ts'
import {
  type Answer,
  differences,
  exchange,
  type Line,
  pictureFile,
  readLines,
  requestBody,
} from './fakes/recorded/compare.ts'
import { startFakeSglang } from './fakes/sglang.ts'
import type { FakeVideos } from './fakes/videos-server.ts'
import { startFakeVllmOmni } from './fakes/vllm-omni.ts'

// Every recorded line is put to our fake of that server, brought into the state that the recorded answer tells.

type Body = Record<string, unknown>
const long_ms = 600_000

/** Sends the same call about the fake's own job. */
function askAbout(url: string, { request }: Line, id: string): Promise<Answer> {
  const [method, path] = split(request)
  return exchange(url, method, path.replace(/(?<=\/(?:videos|tasks)\/)[^/?]+/, id))
}

function split(request: string): [method: string, path: string] {
  const [method, path] = request.split(' ') as [string, string]
  return [method, path]
}

/** Submits a job to a fake of the videos API and waits until it says what the recorded one said; gives its id. */
async function reach(
  fake: FakeVideos,
  recorded: Body,
  submit: (body: Body) => Promise<Answer>,
): Promise<string> {
  const { status, error } = recorded as { status: string; error: { message: string } | null }
  const isQueued = status === 'queued'
  if (isQueued) {
    fake.job_ms = long_ms
    await submit({ ...recorded, prompt: 'another' }) // the GPU has something to do
  }
  fake.job_ms = status === 'in_progress' ? long_ms : isQueued ? long_ms : 0
  if (error) fake.fail_with = error.message
  const { body } = await submit(recorded)
  const { id } = body as { id: string }
  const wanted = status === 'deleted' ? (error ? 'failed' : 'completed') : status
  await until(() => fake.records.get(id)?.status === wanted, wanted)
  return id
}

const settings = { num_frames: 17, fps: 16, seed: 1, num_inference_steps: 40, guidance_scale: 4 }

async function replaySglang(line: Line): Promise<Answer> {
  await using fake = await startFakeSglang()
  const [method, path] = split(line.request)
  const body = (line.body ?? {}) as Body
  const submit = ({ model, prompt = 'a fox', size }: Body) =>
    exchange(fake.url, 'POST', '/v1/videos', { ...settings, model, prompt, size })
  if (path === '/v1/models') {
    const [card] = body['data'] as { id: string; supported_task_types: ('T2V' | 'I2V')[] }[]
    fake.model_id = card!.id
    fake.supported_task_types = card!.supported_task_types
  }
  if (path === '/server_info') fake.has_server_info = line.status === 200
  if (path.startsWith('/v1/videos?')) {
    for (const record of body['data'] as Body[]) await reach(fake, record, submit)
  }
  if (method === 'POST') {
    fake.job_ms = long_ms
    return await exchange(fake.url, method, path, requestBody(line))
  }
  if (!path.startsWith('/v1/videos/')) return await exchange(fake.url, method, path)
  if (typeof body['progress'] === 'number') fake.progress = body['progress']
  if (line.status === 404) return await askAbout(fake.url, line, crypto.randomUUID())
  const recorded = 'status' in body ? body : { size: '832x480', status: 'completed', error: null }
  return await askAbout(fake.url, line, await reach(fake, recorded, submit))
}

async function replayVllmOmni(line: Line): Promise<Answer> {
  await using fake = await startFakeVllmOmni()
  const [method, path] = split(line.request)
  const body = (line.body ?? {}) as Body
  const submit = ({ prompt = 'a fox', size }: Body, file?: Blob) => {
    const form = new FormData()
    const fields = { ...settings, flow_shift: 5, negative_prompt: 'bad', prompt, size: size ?? '832x480' }
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
    if (file) form.set('input_reference', file, 'first-frame.png')
    return exchange(fake.url, 'POST', '/v1/videos', form)
  }
  if (path.startsWith('/v1/videos?')) {
    for (const record of body['data'] as Body[]) await reach(fake, record, submit)
  }
  if (method === 'POST') {
    fake.late_in_progress = true
    fake.job_ms = long_ms
    fake.breaks_on_pictures = line.status === 500
    return await submit(body, line.request_fields!.some(([, file]) => file !== '') ? pictureFile : undefined)
  }
  if (!path.startsWith('/v1/videos/')) return await exchange(fake.url, method, path)
  if (line.status === 404) return await askAbout(fake.url, line, `video_gen_${'0'.repeat(32)}`)
  const recorded = 'status' in body ? body : { status: 'completed', error: null }
  return await askAbout(fake.url, line, await reach(fake, recorded, submit))
}

async function replayLightx2v(line: Line): Promise<Answer> {
  await using fake = await startFakeLightx2v()
  const [method, path] = split(line.request)
  const body = (line.body ?? {}) as Body
  if (path === '/v1/service/metadata') {
    fake.model_cls = String(body['model_cls'])
    fake.model_path = String(body['model_path'])
  }
  if (path === '/v1/service/status') return await replayService(fake, body)
  fake.job_ms = long_ms
  if (method === 'POST') return await exchange(fake.url, method, path, requestBody(line))
  if (!path.startsWith('/v1/tasks/')) return await exchange(fake.url, method, path)
  const { status, error } = body as { status?: string; error?: string | null }
  const id = `${crypto.randomUUID()}-1`
  const wasCancelled = error === 'Task cancelled by user'
  if (status === 'failed') fake.fail_with = { error: error!, error_type: String(body['error_type']) }
  await submitLightx2v(fake, id)
  if (wasCancelled || status === 'processing' || method === 'DELETE')
    await until(() => fake.statusOf(id) === 'processing', 'a task that runs')
  if (wasCancelled) await exchange(fake.url, 'DELETE', `/v1/tasks/${id}`)
  const isOver = status === undefined ? method === 'GET' : ['completed', 'failed'].includes(status)
  if (isOver) {
    fake.job_ms = 0
    await until(() => ['completed', 'failed'].includes(fake.statusOf(id)!), 'a task that is over')
  }
  return await askAbout(fake.url, line, id)
}

async function submitLightx2v(fake: FakeLightx2v, task_id: string): Promise<void> {
  const task = { task_id, prompt: 'a fox', target_shape: [480, 832], target_video_length: 17, seed: 1 }
  await exchange(fake.url, 'POST', '/v1/tasks/video/', task)
}

/** Completed tasks as recorded, and one that was cancelled and that the GPU goes on with, if the server was busy. */
async function replayService(fake: FakeLightx2v, recorded: Body): Promise<Answer> {
  fake.max_queue_size = Number(recorded['queue_size'])
  const isBusy = recorded['service_status'] === 'busy'
  fake.job_ms = 0
  for (let made = 0; made < Number(recorded['completed_tasks']); made++) {
    await submitLightx2v(fake, `done-${made}`)
    await until(() => fake.statusOf(`done-${made}`) === 'completed', 'a completed task')
  }
  if (isBusy) {
    fake.job_ms = long_ms
    const id = String(recorded['current_task'])
    await submitLightx2v(fake, id)
    await until(() => fake.statusOf(id) === 'processing', 'a task that runs')
    await exchange(fake.url, 'DELETE', `/v1/tasks/${id}`)
  }
  return await exchange(fake.url, 'GET', '/v1/service/status')
}

/** The version that each line of a file was recorded from: a new one begins with its `system_stats`. */
function comfyuiVersions(lines: readonly Line[]): Map<Line, RecordedVersion> {
  const versions = new Map<Line, RecordedVersion>()
  let version: RecordedVersion = '0.3.64'
  for (const line of lines) {
    const { system } = (line.body ?? {}) as { system?: { comfyui_version: RecordedVersion } }
    if (system) version = system.comfyui_version
    versions.set(line, version)
  }
  return versions
}

interface Prompt {
  prompt: Record<string, { class_type: string; inputs: Record<string, unknown> }>
  prompt_id: string
  client_id?: string
  extra_data: object
}

type QueueItem = [number: number, id: string, graph: Prompt['prompt'], extra_data: Body, ...unknown[]]

/** What a recorded document says of a prompt, as it was submitted. */
function submittedAs([, prompt_id, prompt, extra_data]: QueueItem): Prompt {
  const { client_id, create_time: _, ...rest } = extra_data
  return { prompt, prompt_id, extra_data: rest, ...(typeof client_id === 'string' && { client_id }) }
}

async function uploadComfyui(url: string, name: string, subfolder: string, line?: Line): Promise<Answer> {
  const form = new FormData()
  form.set('image', pictureFile, name)
  form.set('type', 'input')
  form.set('subfolder', subfolder)
  return exchange(url, 'POST', line ? split(line.request)[1] : '/api/upload/image', form)
}

/** Uploads the files that the graph begins with, and submits it. */
async function submitComfyui(url: string, prompt: Prompt): Promise<Answer> {
  for (const { class_type, inputs } of Object.values(prompt.prompt)) {
    const file = inputs['image'] ?? inputs['file']
    if (!class_type.startsWith('Load') || typeof file !== 'string') continue
    const [subfolder, name] = file.split('/') as [string, string]
    await uploadComfyui(url, name, subfolder)
  }
  return exchange(url, 'POST', '/api/prompt', prompt)
}

type Kind = 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled'

/** Submits a prompt and brings it to where the recorded one was. */
async function reachComfyui(fake: FakeComfyui, prompt: Prompt, kind: Kind, error?: string): Promise<void> {
  const id = prompt.prompt_id
  const isOver = async () => {
    const { body } = await exchange(fake.url, 'GET', `/api/history/${id}`)
    return id in (body as Body)
  }
  fake.job_ms = kind === 'completed' || kind === 'failed' ? 0 : long_ms
  if (error !== undefined) fake.fails_with = error.includes('out of memory') ? 'out_of_memory' : 'error'
  if (kind === 'pending') fake.occupy(crypto.randomUUID())
  await submitComfyui(fake.url, prompt)
  if (kind === 'cancelled') await exchange(fake.url, 'POST', '/api/interrupt', { prompt_id: id })
  if (kind !== 'pending' && kind !== 'in_progress') await until(isOver, 'a prompt that is over')
}

const slowPrompt = (prompt_id: string): Prompt => ({
  prompt: {
    '3': {
      class_type: 'KSamplerSlow',
      inputs: {
        text: 'x',
        negative: '',
        width: 320,
        height: 192,
        length: 33,
        seed: 1,
        steps: 8,
        cfg: 5,
        step_s: 1,
      },
    },
    '49': { class_type: 'CreateVideo', inputs: { fps: 16, images: ['3', 0] } },
    '50': {
      class_type: 'SaveVideo',
      inputs: { filename_prefix: `clipwright/${prompt_id}`, format: 'auto', codec: 'auto', video: ['49', 0] },
    },
  },
  prompt_id,
  extra_data: {},
})

async function replayComfyui(line: Line, version: RecordedVersion): Promise<Answer> {
  await using fake = await startFakeComfyui(versionSwitches(version))
  const [method, path] = split(line.request)
  const [id = crypto.randomUUID()] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(path) ?? []
  const body = (line.body ?? {}) as Body
  if (path.startsWith('/ws')) return await openSocket(fake.url, path)
  if (path === '/api/prompt') return await submitComfyui(fake.url, requestBody(line) as unknown as Prompt)
  if (path === '/api/upload/image') {
    const [[, name]] = line.request_fields as [[string, string]]
    return await uploadComfyui(fake.url, name, 'clipwright', line)
  }
  if (path === '/api/queue' && method === 'GET') {
    const { queue_running, queue_pending } = body as Record<string, QueueItem[]>
    for (const item of [...queue_running!, ...queue_pending!]) {
      await reachComfyui(fake, submittedAs(item), 'in_progress')
    }
  } else if (path.startsWith('/api/history/') && id in body) {
    const { prompt, status } = body[id] as { prompt: QueueItem; status: { messages: [string][] } }
    const wasInterrupted = status.messages.some(([event]) => event === 'execution_interrupted')
    await reachComfyui(fake, submittedAs(prompt), wasInterrupted ? 'cancelled' : 'completed')
  } else if (path.startsWith('/api/jobs/') && line.body_cut !== undefined) {
    await reachComfyui(fake, slowPrompt(id), 'failed', line.body_cut)
  } else if (path.startsWith('/api/jobs/') && path.endsWith('/cancel')) {
    if (version !== '0.3.64') await reachComfyui(fake, slowPrompt(id), 'in_progress')
  } else if (path.startsWith('/api/jobs/') && line.status === 200) {
    const { status, workflow } = body as {
      status: Kind
      workflow?: { prompt: Prompt['prompt']; extra_data: Body }
    }
    const prompt = workflow ? submittedAs([0, id, workflow.prompt, workflow.extra_data]) : slowPrompt(id)
    const wasInterrupted = JSON.stringify(body).includes('execution_interrupted')
    await reachComfyui(fake, prompt, wasInterrupted ? 'cancelled' : status)
  } else if (path.startsWith('/api/view')) {
    await reachComfyui(fake, slowPrompt(id), 'completed')
  }
  const sent = method === 'POST' ? requestBody(line) : undefined
  return await exchange(fake.url, method, path, sent)
}

async function openSocket(url: string, path: string): Promise<Answer> {
  const socket = new WebSocket(url.replace('http', 'ws') + path)
  const status = await new Promise<number>((resolve) => {
    socket.addEventListener('open', () => resolve(101))
    socket.addEventListener('error', () => resolve(0))
  })
  socket.close()
  return { status, type: null, headers: new Headers(), body: undefined }
}

const recordings = {
  'sglang-0.5.23.jsonl': replaySglang,
  'vllm-omni-0.30.0.jsonl': replayVllmOmni,
  'lightx2v-f8aee98b.jsonl': replayLightx2v,
  'comfyui-0.3.64.jsonl': replayComfyui,
  'comfyui-0.8.0-and-0.27.0.jsonl': replayComfyui,
  'comfyui-0.26.0-lora.jsonl': replayComfyui,
}

for (const [file, replay] of Object.entries(recordings)) {
  const lines = readLines(file)
  const versions = comfyuiVersions(lines)
  for (const [at, line] of lines.entries()) {
    const request = line.request.replace(/[0-9a-f-]{32,}/g, '…')
    test(`${file}, line ${at + 1}: ${request} is answered as the real server did`, async () => {
      assert.deepEqual(differences(line, await replay(line, versions.get(line)!)), [])
    })
  }
}

test('the node classes that the fake ComfyUI describes itself have the inputs and outputs of the real ones', () => {
  const real = versionSwitches('0.27.0').more_nodes!
  const own = describeNodes(() => true)
  const shared = Object.keys(real).filter((name) => name in own)
  assert.ok(shared.length > 5)
  const shapeOf = ({ input, output, output_node }: NodeClass) => ({
    required: Object.keys(input.required),
    optional: Object.keys(input.optional ?? {}),
    output,
    output_node,
  })
  for (const name of shared) assert.deepEqual(shapeOf(own[name]!), shapeOf(real[name]!), name)
})
