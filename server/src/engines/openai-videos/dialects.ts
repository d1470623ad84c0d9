/** Servers with the OpenAI videos API; each deviates from it in its own way. */
export type DialectName = 'sglang' | 'vllm-omni' | 'fastvideo'

/** How a server deviates. What the adapter accepts from every server, such as the shapes of errors, is in `record.ts`. */
export interface Dialect {
  title: string
  /**
   * How a job is submitted, and the field of its picture. A form sends the picture as a file, because its fields are limited to
   * 1 MiB.
   */
  body: { kind: 'json' | 'form'; picture: string }
  /** Whether a job's record returns the `model` of its request unchanged, so that it can carry the adapter's tag. */
  echoes_model: boolean
  /** Whether a job's record returns the prompt. */
  echoes_prompt: boolean
  /** Whether a job's status changes from `queued` when it starts to run. Otherwise `queued` may mean either. */
  reports_running: boolean
  /**
   * What DELETE does to an unfinished job. `removes_record`: the job runs all the same, without a record; so the adapter deletes
   * it only after its end. `dequeues`: a waiting job never runs; a running one goes on for a while, without a record.
   */
  delete_effect: 'removes_record' | 'dequeues'
  /** Whether the server runs a second job beside the first instead of queueing it, although its model is not made for that. */
  runs_jobs_in_parallel: boolean
  /** Answers 503 when the engine behind the API is dead; null where there is no such path. */
  health_path: string | null
  version_path: string | null
}

export const dialects: Record<DialectName, Dialect> = {
  sglang: {
    title: 'SGLang',
    body: { kind: 'json', picture: 'reference_url' },
    echoes_model: true,
    echoes_prompt: false,
    reports_running: false,
    delete_effect: 'removes_record',
    runs_jobs_in_parallel: false,
    health_path: null,
    version_path: '/server_info',
  },
  'vllm-omni': {
    title: 'vLLM-Omni',
    body: { kind: 'form', picture: 'input_reference' },
    echoes_model: false, // it accepts no model but its own
    echoes_prompt: true,
    reports_running: true,
    delete_effect: 'dequeues',
    runs_jobs_in_parallel: false,
    health_path: '/health',
    version_path: '/version',
  },
  fastvideo: {
    title: 'FastVideo',
    body: { kind: 'json', picture: 'reference_url' },
    echoes_model: true,
    echoes_prompt: false,
    reports_running: false,
    delete_effect: 'removes_record',
    runs_jobs_in_parallel: true,
    health_path: null,
    version_path: null,
  },
}
