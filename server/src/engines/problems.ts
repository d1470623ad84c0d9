import { fill, type Params, type ParamsOf, type Wording } from '../platform/told.ts'

const mendGraph =
  'Mend the graph in ComfyUI until it makes a video there, and export it again with Workflow, Export (API).'
const lookAround = 'Look whether it runs, and whether its address and port can be reached from here.'
const parameter = 'Change the parameter {{parameter}} in models, or its binding, or what the server has.'
const restart = 'Restart the server. If it is only slow, the engine comes back when it ends.'

/** What may be wrong with an engine, by its code, which is stable. Names in the templates are those of `params`. */
export const problemTexts = {
  // A server that is not reached, or that is another one.
  nothing_listens: { message: 'Nothing listens at this address and port.', remedy: lookAround },
  connection_closed: { message: 'The connection was closed before an answer.', remedy: lookAround },
  no_such_machine: { message: 'There is no machine of this name.', remedy: lookAround },
  name_not_looked_up: { message: 'The name could not be looked up.', remedy: lookAround },
  no_way_there: { message: 'There is no way to this address from here.', remedy: lookAround },
  no_answer_in_time: { message: 'It did not answer in time.', remedy: lookAround },
  port_reserved: {
    message: 'This port is reserved for something else than web servers.',
    remedy: lookAround,
  },
  certificate_not_trusted: {
    message: 'Its certificate is not trusted here, or it speaks no https.',
    remedy: lookAround,
  },
  answers_otherwise: { message: 'It answers, but not as such a server does.', remedy: lookAround },
  engine_unreachable: {
    message: '{{reason}}',
    remedy:
      'Look whether the server runs, and whether its address and port can be reached from here. It is asked again by itself.',
  },
  engine_failed: {
    message: '{{reason}}',
    remedy: 'Look into the server’s own log. It gets tasks again by itself, one at first.',
  },
  key_wanted: {
    message: 'The server needs a key, and refuses the one it got, if any (status {{status}}).',
    remedy:
      'Give the engine its key: as secret through the API, or as the variable that key_variable of an engines file names.',
  },
  key_wanted_for_look: {
    message: 'The server needs a key, and refuses the one it got, if any.',
    remedy: 'Give the key as secret.',
  },
  other_server: {
    message: 'There is no {{title}} server at this address: it has no {{path}}.',
    remedy: 'Set url to the address of the server, without /v1 at its end.',
  },
  sglang_warms_up: {
    message: 'An SGLang server is here, and does not answer yet: it warms up.',
    remedy: 'Try again when it has loaded its model.',
  },
  no_video_api: {
    message:
      'It lists models as the OpenAI API does, but has no /v1/videos, or is none of the servers that we know.',
    remedy: 'Start it with a model that makes videos, or name its kind.',
  },
  unknown_server: {
    message:
      'It answers, but not as {{kinds}} does. Looked for /api/system_stats, /v1/service/metadata and /v1/models.',
    remedy: 'Give the address of the inference server itself, without /v1 at its end.',
  },
  job_hangs: {
    message: 'The server hangs: its job {{job}} has not changed for {{seconds}} seconds.',
    remedy: restart,
  },

  // What it runs.
  other_model_runs: {
    message: 'The server runs {{running}} and not {{wanted}}.',
    remedy: 'Start the server with {{wanted}}, or set upstream of the model to what it runs.',
  },
  no_model_runs: {
    message: 'The server runs no model and not {{wanted}}.',
    remedy: 'Start the server with {{wanted}}, or set upstream of the model to what it runs.',
  },
  other_model_class_runs: {
    message: 'The server runs {{running}} and not {{wanted}}.',
    remedy: 'Start the server with --model_cls {{wanted}}, or set model_cls of the model to what it runs.',
  },
  modes_not_served: {
    message: "The server's model is of the kind {{kinds}} and can't make {{modes}}.",
    remedy: "Take {{modes}} out of the model's modes, or serve a model that can.",
  },
  no_mode_served: {
    message: "The server's model is of the kind {{kinds}} and can't make videos.",
    remedy: "Take the model out of the model's modes, or serve a model that can.",
  },
  last_frame_from_disk: {
    message: 'The task flf2v needs a last frame, and the server reads that from its own disk only.',
    remedy: 'Serve an i2v model with LightX2V, or the model with last frames with ComfyUI.',
  },
  upscaler_not_installed: {
    message: 'onnxruntime-node is not installed: videos are enhanced by the fast mode.',
    remedy: 'Run npm install on a platform that it supports, or choose the fast mode with UPSCALER=ffmpeg.',
  },
  upscaler_network_missing: {
    message: 'There is no network at {{path}}.',
    remedy: 'Look at UPSCALE_MODEL.',
  },

  // A graph of ComfyUI.
  node_missing: {
    message: '{{mode}}: this ComfyUI has no node "{{class_type}}".',
    remedy: 'Update ComfyUI, or install the node pack that has it, and restart ComfyUI.',
  },
  file_missing: {
    message: '{{mode}}: this ComfyUI has no file "{{file}}" in {{folder}} (node {{node}}, {{class_type}}).',
    remedy:
      "Put the file into {{folder}} of ComfyUI, or name another one with set: { '{{node}}.{{input}}': … }.",
  },
  value_not_offered: {
    message:
      '{{mode}}: {{value}} is no choice for {{input}} of node {{node}} ({{class_type}}) on this ComfyUI.',
    remedy: "Update ComfyUI, or choose another value with set: { '{{node}}.{{input}}': … }.",
  },
  graph_refused: { message: '{{mode}}: {{reason}}', remedy: mendGraph },
  saves_picture: {
    message: '{{mode}}: node {{node}} ({{class_type}}) saves a picture, not a video.',
    remedy:
      'Let the graph end in CreateVideo and SaveVideo, and export it again with Workflow, Export (API).',
  },
  saves_picture_by_format: {
    message: '{{mode}}: node {{node}} ({{class_type}}) saves a picture, not a video.',
    remedy: "Choose a video format with set: { '{{node}}.format': video/h264-mp4 }.",
  },
  input_empty: {
    message: '{{mode}}: input {{input}} of node {{node}} ({{class_type}}) is needed and has nothing.',
    remedy: mendGraph,
  },
  input_empty_without_upload: {
    message:
      '{{mode}}: input {{input}} of node {{node}} ({{class_type}}) is needed, and has nothing where a task has no such picture or sound.',
    remedy: mendGraph,
  },
  link_to_missing_node: {
    message:
      '{{mode}}: input {{input}} of node {{node}} ({{class_type}}) is linked to node {{from}}, which is not there.',
    remedy: mendGraph,
  },
  link_to_missing_output: {
    message:
      '{{mode}}: input {{input}} of node {{node}} ({{class_type}}) is linked to output {{output}} of node {{from}} ({{from_class}}), which has {{outputs}}.',
    remedy: mendGraph,
  },
  link_of_other_type: {
    message:
      '{{mode}}: input {{input}} of node {{node}} ({{class_type}}) takes {{takes}}, and output {{output}} of node {{from}} ({{from_class}}) is {{type}}.',
    remedy: mendGraph,
  },
  parameter_without_input: {
    message:
      '{{mode}}: parameter {{parameter}}: input {{input}} of node {{node}} ({{class_type}}) is not there on this ComfyUI.',
    remedy: parameter,
  },
  parameter_without_part: {
    message:
      '{{mode}}: parameter {{parameter}}: input {{input}} of node {{node}} ({{class_type}}) has no part in what node {{output}} saves.',
    remedy: parameter,
  },
  parameter_without_choices: {
    message:
      '{{mode}}: parameter {{parameter}}: input {{input}} of node {{node}} ({{class_type}}) has no choices, but takes {{takes}}.',
    remedy: parameter,
  },
  parameter_with_nothing_to_choose: {
    message:
      '{{mode}}: parameter {{parameter}}: input {{input}} of node {{node}} ({{class_type}}) has nothing to choose from on this ComfyUI.',
    remedy: parameter,
  },
  parameter_choice_missing: {
    message:
      '{{mode}}: parameter {{parameter}}: input {{input}} of node {{node}} ({{class_type}}) has no choice {{choice}} on this ComfyUI.',
    remedy: parameter,
  },
  parameter_of_other_type: {
    message:
      '{{mode}}: parameter {{parameter}}: input {{input}} of node {{node}} ({{class_type}}) takes {{takes}}, and {{parameter}} is of type {{type}}.',
    remedy: parameter,
  },
  parameter_for_a_choice: {
    message:
      '{{mode}}: parameter {{parameter}}: input {{input}} of node {{node}} ({{class_type}}) takes a choice, and {{parameter}} is of type {{type}}.',
    remedy: parameter,
  },
  parameter_out_of_range: {
    message:
      '{{mode}}: parameter {{parameter}}: input {{input}} of node {{node}} ({{class_type}}) takes {{min}} to {{max}}, and {{parameter}} is {{from}} to {{to}}.',
    remedy: parameter,
  },
} as const satisfies Record<string, Wording>

export type ProblemCode = keyof typeof problemTexts
type Texts = typeof problemTexts
/** What a problem of this code says beside its words. */
export type ProblemParams<Code extends ProblemCode> = ParamsOf<Texts[Code]['message'] | Texts[Code]['remedy']>

/** For operators: what is wrong, and what to do about it. */
export interface EngineProblem {
  /** The affected model; null when the problem concerns the whole engine. */
  model: string | null
  message: string
  remedy: string
  /** Which problem it is, and what it says beside its words, for other languages; not there in what older workers report. */
  text?: ProblemCode
  params?: Params
}

export function engineProblem<Code extends ProblemCode>(
  text: Code,
  params: ProblemParams<Code>,
  model: string | null = null,
): EngineProblem {
  const { message, remedy } = problemTexts[text]
  return { model, message: fill(message, params), remedy: fill(remedy, params), text, params }
}
