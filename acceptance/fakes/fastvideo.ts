import {
  checkSize,
  isPictureUrl,
  FakeVideos,
  nowSeconds,
  readJson,
  Refusal,
  type Submitted,
  uuid,
  type VideoRecord,
} from './videos-server.ts'

export interface FastvideoOptions {
  model_id?: string
}

/** FastVideo's server. It has no queue: whatever is submitted runs at once, on the same model. */
export class FakeFastvideo extends FakeVideos {
  model_id: string

  constructor({ model_id = 'Wan-AI/Wan2.1-T2V-1.3B-Diffusers' }: FastvideoOptions = {}) {
    const self = (): FakeFastvideo => this
    super({
      runs_at_once: Infinity,
      newId: () => uuid().replaceAll('-', ''),
      read: async (asked) => {
        const submitted = readJson(asked)
        if (typeof submitted['prompt'] !== 'string') {
          throw new Refusal(
            400,
            'Invalid request body: 1 validation error for VideoGenerationsRequest\nprompt\n  Field required',
          )
        }
        checkSize(submitted['size'])
        const url = submitted['reference_url']
        if (url !== undefined && !isPictureUrl(url))
          throw new Refusal(400, 'Failed to process image: Unsupported image url format')
        return submitted
      },
      firstRecord: (submitted, id) => fastvideoRecord(submitted, id, self().model_id),
      begun: () => {},
      completed: (record) =>
        void Object.assign(record, {
          status: 'completed',
          progress: 100,
          completed_at: nowSeconds(),
          inference_time_s: self().job_ms / 1000,
          peak_memory_mb: 23000.0,
        }),
      failed: (record, message) => void Object.assign(record, { status: 'failed', error: { message } }),
      show: (record) => ({ status: 200, body: record }),
      remove: (server, record) => {
        server.records.delete(record.id)
        server.deleted.push(record.id)
        return { status: 200, body: { ...record, status: 'deleted' } }
      },
      withheld: ({ status }) =>
        status === 'failed' ? new Refusal(500, 'Video generation failed') : undefined,
      list: (data) => ({ data, object: 'list' }),
      envelope: (_status, detail) => ({ detail }),
      other: (path) => {
        if (path === '/health') return { status: 200, body: { status: 'ok' } }
        if (path !== '/v1/models') return undefined
        const card = { id: self().model_id, object: 'model', created: nowSeconds(), owned_by: 'fastvideo' }
        return { status: 200, body: { object: 'list', data: [card] } }
      },
    })
    this.model_id = model_id
  }
}

function fastvideoRecord(submitted: Submitted, id: string, model_id: string): VideoRecord {
  const fps = Number(submitted['fps'] ?? 24)
  return {
    id,
    object: 'video',
    model: submitted['model'] ?? model_id,
    status: 'queued',
    progress: 0,
    created_at: nowSeconds(),
    size: submitted['size'],
    seconds: String(Math.round(Number(submitted['num_frames']) / fps)),
    quality: 'standard',
    url: null,
    file_path: `outputs/videos/${id}.mp4`,
    completed_at: null,
    error: null,
    peak_memory_mb: null,
    inference_time_s: null,
  }
}

export async function startFakeFastvideo(options?: FastvideoOptions): Promise<FakeFastvideo> {
  const fake = new FakeFastvideo(options)
  await fake.open()
  return fake
}
