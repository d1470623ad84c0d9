/** The servers that speak the OpenAI videos API, each in its own way. */
export type DialectName = 'sglang' | 'vllm-omni' | 'fastvideo'

/** In what they differ. That a failed job may be answered with its own 4xx or 5xx, and what shape an error has, is read from any. */
export interface Dialect {
  title: string
  /** How a job is submitted, and where the picture goes in it. A form has it as a file: its other parts may have 1 MiB. */
  body: { kind: 'json' | 'form'; picture: string }
  /**
   * Whether a job's record repeats the `model` of its request, whatever that says. Then we write our own name of the job there,
   * and find it again without the server's id.
   */
  echoes_model: boolean
  /** Whether a job's record has the prompt. */
  keeps_prompt: boolean
  /** Whether `queued` says that a job waits; else it says nothing until the end. */
  shows_running: boolean
  /**
   * What a cancelled job's DELETE does. `forgets`: the record goes and the GPU goes on unseen, so it is left alone until it ends.
   * `drops`: what waits never runs; what runs goes on for a while, unseen.
   */
  deleting: 'forgets' | 'drops'
  /** Whether a second job runs beside the first on the same model, which it isn't made for. */
  has_no_queue: boolean
  /** Answers 503 when the engine behind the API is dead; null where it says nothing. */
  health_path: string | null
  version_path: string | null
}

export const dialects: Record<DialectName, Dialect> = {
  sglang: {
    title: 'SGLang',
    body: { kind: 'json', picture: 'reference_url' },
    echoes_model: true,
    keeps_prompt: false,
    shows_running: false,
    deleting: 'forgets',
    has_no_queue: false,
    health_path: null,
    version_path: '/server_info',
  },
  'vllm-omni': {
    title: 'vLLM-Omni',
    body: { kind: 'form', picture: 'input_reference' },
    echoes_model: false, // it refuses any other model than its own
    keeps_prompt: true,
    shows_running: true,
    deleting: 'drops',
    has_no_queue: false,
    health_path: '/health',
    version_path: '/version',
  },
  fastvideo: {
    title: 'FastVideo',
    body: { kind: 'json', picture: 'reference_url' },
    echoes_model: true,
    keeps_prompt: false,
    shows_running: false,
    deleting: 'forgets',
    has_no_queue: true,
    health_path: null,
    version_path: null,
  },
}
