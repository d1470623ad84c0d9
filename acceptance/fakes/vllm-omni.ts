import { type Asked } from './http.ts'
import {
  FakeVideos,
  nowSeconds,
  pageOf,
  Refusal,
  type Submitted,
  Uncaught,
  uuid,
  type VideoRecord,
} from './videos-server.ts'

export interface VllmOmniOptions {
  model_id?: string
}

/** What a form may carry in a field that is no file: the limit of the server's form parser. */
const maxField_bytes = 1024 * 1024

/** vLLM-Omni's server in its default request mode: what the GPU has begun, it ends. */
export class FakeVllmOmni extends FakeVideos {
  model_id: string
  /** `in_progress` only once the GPU begins, as newer builds do; older ones say so at once. */
  late_in_progress = false
  /** The HTTP status and code of a failed job. */
  fail_code = 500
  /** So many deletes of unfinished jobs are answered with 409 and change nothing. */
  delete_conflicts = 0
  /** Which of its two shapes an error has. */
  error_envelope: 'error' | 'detail' = 'detail'
  /** A submission with a picture meets an exception that the server does not catch. */
  breaks_on_pictures = false
  /** The engine behind the API is dead. */
  dead = false

  constructor({ model_id = 'Wan-AI/Wan2.2-TI2V-5B-Diffusers' }: VllmOmniOptions = {}) {
    const self = (): FakeVllmOmni => this
    super({
      runs_at_once: 1,
      newId: () => `video_gen_${uuid().replaceAll('-', '')}`,
      read: async (asked) => {
        const submitted = await readForm(asked, self().model_id)
        if (self().breaks_on_pictures && 'input_reference' in submitted) throw new Uncaught()
        return submitted
      },
      firstRecord: (submitted, id) => {
        const record = omniRecord(submitted, id, self().model_id)
        if (!self().late_in_progress) setImmediate(() => startEarly(record))
        return record
      },
      begun: (record) => void (record.status = 'in_progress'),
      completed: (record) =>
        void Object.assign(record, {
          status: 'completed',
          progress: 100,
          completed_at: nowSeconds(),
          file_name: `${record.id}.mp4`,
          inference_time_s: self().job_ms / 1000,
          peak_memory_mb: 42000.0,
        }),
      failed: (record, message) =>
        void Object.assign(record, {
          status: 'failed',
          completed_at: nowSeconds(),
          error: { code: self().fail_code, message },
        }),
      // A failed job is answered with the status of its error.
      show: (record) => ({
        status: record.status === 'failed' ? (record['error'] as { code: number }).code : 200,
        body: record,
      }),
      remove: (server, record) => {
        const isOver = record.status === 'completed' || record.status === 'failed'
        if (!isOver && self().delete_conflicts > 0) {
          self().delete_conflicts--
          throw new Refusal(409, 'Cancellation in progress. Please try again later.')
        }
        server.gpu.drop(record.id)
        server.records.delete(record.id)
        server.deleted.push(record.id)
        return { status: 200, body: { id: record.id, deleted: true, object: 'video.deleted' } }
      },
      withheld: ({ status }) => {
        if (status === 'failed')
          return new Refusal(422, 'Video generation failed. Check job status for error details.')
        return status === 'completed' ? undefined : new Refusal(404, 'Generation is still in-progress')
      },
      list: pageOf,
      envelope: (status, message) =>
        self().error_envelope === 'detail'
          ? { detail: message }
          : { error: { message, type: 'Error', param: null, code: status } },
      other: (path) => {
        if (path === '/health') {
          return self().dead ? { status: 503, body: { status: 'unhealthy' } } : { status: 200, body: null }
        }
        if (path === '/version') return { status: 200, body: { version: '0.30.0' } }
        if (path !== '/v1/models') return undefined
        const { model_id: id } = self()
        const card = { id, object: 'model', created: nowSeconds(), owned_by: 'vllm', root: id, parent: null }
        return { status: 200, body: { object: 'list', data: [card] } }
      },
    })
    this.model_id = model_id
  }
}

function startEarly(record: VideoRecord): void {
  if (record.status === 'queued') record.status = 'in_progress'
}

async function readForm({ request, bytes }: Asked, model_id: string): Promise<Submitted> {
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) throw new Refusal(422, 'Field required: prompt')
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  const submitted: Submitted = {}
  for (const [name, value] of form) {
    if (typeof value !== 'string') submitted[name] = Buffer.from(await value.arrayBuffer())
    else if (value.length > maxField_bytes) throw new Refusal(400, 'Part exceeded maximum size of 1024KB.')
    else submitted[name] = value
  }
  if (!submitted['prompt']) throw new Refusal(422, 'Field required: prompt')
  const { model, size } = submitted as { model?: string; size?: string }
  if (model !== undefined && model !== model_id) {
    throw new Refusal(
      400,
      `Model mismatch: request specifies '${model}' but server is running '${model_id}'.`,
    )
  }
  if (size !== undefined && !/^\d+x\d+$/.test(size))
    throw new Refusal(422, 'size: String should match pattern')
  const references = ['input_reference', 'image_reference', 'video_reference']
  if (references.filter((name) => name in submitted).length > 1)
    throw new Refusal(400, 'Only one of input_reference, image_reference, video_reference may be given.')
  return submitted
}

function omniRecord(submitted: Submitted, id: string, model_id: string): VideoRecord {
  const [fps, frames] = [Number(submitted['fps']), Number(submitted['num_frames'])]
  return {
    model: model_id,
    prompt: submitted['prompt'],
    id,
    object: 'video',
    status: 'queued',
    size: submitted['size'] ?? null,
    progress: 0,
    seconds: submitted['seconds'] ?? '4',
    quality: 'default',
    completed_at: null,
    created_at: nowSeconds(),
    remixed_from_video_id: null,
    error: null,
    media_type: 'video/mp4',
    expires_at: null,
    file_name: null,
    inference_time_s: null,
    fps,
    num_frames: frames,
    duration_s: frames / fps,
    metrics: null,
    stage_durations: {},
    peak_memory_mb: 0.0,
    action: null,
  }
}

export async function startFakeVllmOmni(options?: VllmOmniOptions): Promise<FakeVllmOmni> {
  const fake = new FakeVllmOmni(options)
  await fake.open()
  return fake
}
