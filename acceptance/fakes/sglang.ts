import {
  checkSize,
  isPictureUrl,
  FakeVideos,
  nowSeconds,
  pageOf,
  readJson,
  Refusal,
  type Submitted,
  uuid,
  type VideoRecord,
} from './videos-server.ts'

export interface SglangOptions {
  model_id?: string
}

/** SGLang's diffusion server, as version 0.5.23 answers; its switches make it an older one. */
export class FakeSglang extends FakeVideos {
  task_type: 'T2V' | 'I2V' | 'TI2V' = 'TI2V'
  /** What newer versions tell beside `task_type`; null in older ones. */
  supported_task_types: ('T2V' | 'I2V')[] | null = null
  /** The percentage that a running job tells; null in older versions, which never tell that a job runs. */
  progress: number | null = 10
  /** Whether `/server_info` is there. */
  has_server_info = true
  model_id: string
  /** Videos go to cloud storage under this address and not to a file. */
  cloud_url: string | null = null

  constructor({ model_id = 'Wan-AI/Wan2.2-TI2V-5B-Diffusers' }: SglangOptions = {}) {
    const self = (): FakeSglang => this
    super({
      runs_at_once: 1,
      newId: uuid,
      read: async (asked) => {
        const submitted = readJson(asked)
        if (typeof submitted['prompt'] !== 'string') {
          throw new Refusal(
            400,
            'Invalid request body: 1 validation error for VideoGenerationsRequest\nprompt\n  Field required',
          )
        }
        checkSize(submitted['size'])
        checkImage(submitted, self().task_type)
        return submitted
      },
      firstRecord: (submitted, id) => sglangRecord(submitted, id, self().model_id),
      begun: (record) => {
        if (self().progress !== null) record.status = 'in_progress'
      },
      completed: (record) => {
        const cloud = self().cloud_url
        Object.assign(record, {
          status: 'completed',
          progress: 100,
          completed_at: nowSeconds(),
          peak_memory_mb: 41230.5,
          num_outputs: 1,
          ...(cloud === null
            ? { urls: [null], file_paths: [record['file_path']] }
            : { url: cloud, urls: [cloud], file_path: null, file_paths: null }),
        })
      },
      failed: (record, message) =>
        void Object.assign(record, {
          status: 'failed',
          ...(self().progress !== null && { progress: 99 }),
          error: { message },
          file_path: null,
        }),
      show: (record) => ({
        status: 200,
        body:
          record.status === 'in_progress'
            ? { ...record, progress: record['progress'] || self().progress }
            : record,
      }),
      remove: (server, record) => {
        server.records.delete(record.id)
        server.deleted.push(record.id)
        return { status: 200, body: { ...record, status: 'deleted' } }
      },
      withheld: ({ url }) =>
        typeof url === 'string'
          ? new Refusal(400, `Video has been uploaded to cloud storage. Please use the cloud URL: ${url}`)
          : undefined,
      list: pageOf,
      envelope: (_status, detail) => ({ detail }),
      other: (path) => {
        if (path === '/health') return { status: 200, body: { status: 'ok' } }
        if (path === '/server_info' && self().has_server_info)
          return { status: 200, body: { model_path: self().model_id, version: '0.5.9' } }
        if (path === '/v1/models') return { status: 200, body: sglangModels(self()) }
        return undefined
      },
    })
    this.model_id = model_id
  }
}

function checkImage(submitted: Submitted, task_type: string): void {
  const url = submitted['reference_url']
  const hasImage = url !== undefined || submitted['input_reference'] !== undefined
  // The JSON path wraps its own refusals once more.
  const refuse = (text: string) => new Refusal(400, `Invalid request body: 400: ${text}`)
  if (task_type === 'I2V' && !hasImage)
    throw refuse('input_reference or reference_url is required for image-to-video generation')
  if (task_type === 'T2V' && hasImage) throw refuse('input_reference is not supported for T2V models.')
  if (url !== undefined && !isPictureUrl(url)) throw refuse('Unsupported image url format')
}

function sglangRecord(submitted: Submitted, id: string, model_id: string): VideoRecord {
  const fps = Number(submitted['fps'] ?? 24)
  const frames = Number(submitted['num_frames'] ?? fps * Number(submitted['seconds'] ?? 4))
  return {
    id,
    object: 'video',
    model: submitted['model'] ?? model_id,
    status: 'queued',
    progress: 0,
    created_at: nowSeconds(),
    size: submitted['size'],
    seconds: String(Math.round(frames / fps)),
    quality: 'standard',
    url: null,
    urls: null,
    remixed_from_video_id: null,
    completed_at: null,
    expires_at: null,
    error: null,
    file_path: `/srv/sglang/outputs/${id}.mp4`,
    file_paths: null,
    num_outputs: null,
    peak_memory_mb: null,
    inference_time_s: null,
    revised_prompt: null,
    action: null,
    lidar: null,
  }
}

function sglangModels({ model_id: id, task_type, supported_task_types }: FakeSglang): object {
  const card = {
    id,
    object: 'model',
    created: nowSeconds(),
    owned_by: 'sglang',
    root: id,
    parent: null,
    max_model_len: null,
    num_gpus: 1,
    task_type,
    ...(supported_task_types && { supported_task_types }),
    dit_precision: 'bf16',
    vae_precision: 'bf16',
    pipeline_name: null,
    pipeline_class: null,
  }
  return { object: 'list', data: [card] }
}

export async function startFakeSglang(options?: SglangOptions): Promise<FakeSglang> {
  const fake = new FakeSglang(options)
  await fake.open()
  return fake
}
