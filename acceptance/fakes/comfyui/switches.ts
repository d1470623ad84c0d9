import type { NodeClass } from './nodes.ts'

export interface Encoding {
  extension: 'mp4' | 'webm' | 'mkv' | 'mov' | 'webp' | 'gif'
  args: readonly string[]
}

export const h264: Encoding = {
  extension: 'mp4',
  args: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
}

/** How a fake ComfyUI behaves; each may be changed at any time. */
export interface Switches {
  /** How videos are encoded where the node does not say: in what container, and ffmpeg's arguments. */
  encoding: Encoding
  /** Milliseconds that a job takes, that which runs as well. */
  job_ms: number
  version: string
  /** Whether there is `/api/jobs`, and whether there is its way to cancel: newer than the rest. */
  has_jobs_route: boolean
  has_cancel_route: boolean
  /** Whether a client may say what it knows; only then previews name their prompt. */
  has_feature_flags: boolean
  /** What `--preview-method` says. From 0.5 on a prompt may have its own. */
  preview_method: 'none' | 'auto' | 'latent2rgb' | 'taesd'
  /** Before July 2025: a prompt gets an id of the server's choice. */
  ignores_prompt_id: boolean
  /** Closes every WebSocket once in the middle of each job. */
  drops_socket: boolean
  /** Answers no WebSocket at all, as a proxy that does not know them. */
  refuses_sockets: boolean
  /** The next jobs end in this way, half way through. */
  fails_with: null | 'out_of_memory' | 'error' | 'interrupted'
  /** Calls an interrupted job failed, as version 0.8.0 does: only its messages say what happened. */
  calls_interrupts_failures: boolean
  /** Ends well, and knows of no outputs. */
  loses_outputs: boolean
  /** Stays in the middle of its job. */
  hangs: boolean
  /** Milliseconds until a running job heeds a cancellation. */
  cancel_takes_ms: number
  /** Accepts the next prompt, and breaks the connection instead of answering. */
  loses_submit_answer: boolean
  /** Then breaks every connection after it too, until `breaks_requests` is set. */
  goes_away_with_it: boolean
  /** Breaks the connection of so many requests to come, without a look at them. */
  breaks_requests: number
  /** What a proxy in front of it asks for. */
  wants_authorization: null | string
  /** Answers every request with this status and a proxy's page. */
  proxy_status: null | number
  /** Sends this part of a file, though it announces all of it. */
  sends_part: null | number
  /** Takes no upload. */
  upload_status: null | number
  /** Renames every upload, as if the name were taken. */
  renames_uploads: boolean
  /** Sends garbage and other people's events between its own. */
  chatters: boolean
  /** Saves into the folder that the next start empties. */
  saves_temp: boolean
  /** The nodes of SeedVR2 and FlashVSR, which this version has only with node packs or not at all. */
  has_upscale_packs: boolean
  /** The nodes of 0.38, whose inputs depend on the values of others. */
  has_dynamic_inputs: boolean
  /** Node classes beside its own, or in their place. */
  more_nodes: Record<string, NodeClass>
  missing_nodes: string[]
  missing_files: string[]
}

export const wellBehaved: Switches = {
  encoding: h264,
  job_ms: 150,
  version: '0.26.0',
  has_jobs_route: true,
  has_cancel_route: true,
  has_feature_flags: true,
  preview_method: 'none',
  ignores_prompt_id: false,
  drops_socket: false,
  refuses_sockets: false,
  fails_with: null,
  calls_interrupts_failures: false,
  loses_outputs: false,
  hangs: false,
  cancel_takes_ms: 0,
  loses_submit_answer: false,
  goes_away_with_it: false,
  breaks_requests: 0,
  wants_authorization: null,
  proxy_status: null,
  sends_part: null,
  upload_status: null,
  renames_uploads: false,
  chatters: false,
  saves_temp: false,
  has_upscale_packs: false,
  has_dynamic_inputs: false,
  more_nodes: {},
  missing_nodes: [],
  missing_files: [],
}
