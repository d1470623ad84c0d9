/** What the server tells operators, by its code: the same words as there, where lib/told.test.ts compares them. */
export const told = {
  nothing_listens: {
    message: 'Nothing listens at this address and port.',
    remedy: 'Look whether it runs, and whether its address and port can be reached from here.',
  },
  connection_closed: {
    message: 'The connection was closed before an answer.',
    remedy: 'Look whether it runs, and whether its address and port can be reached from here.',
  },
  no_such_machine: {
    message: 'There is no machine of this name.',
    remedy: 'Look whether it runs, and whether its address and port can be reached from here.',
  },
  name_not_looked_up: {
    message: 'The name could not be looked up.',
    remedy: 'Look whether it runs, and whether its address and port can be reached from here.',
  },
  no_way_there: {
    message: 'There is no way to this address from here.',
    remedy: 'Look whether it runs, and whether its address and port can be reached from here.',
  },
  no_answer_in_time: {
    message: 'It did not answer in time.',
    remedy: 'Look whether it runs, and whether its address and port can be reached from here.',
  },
  port_reserved: {
    message: 'This port is reserved for something else than web servers.',
    remedy: 'Look whether it runs, and whether its address and port can be reached from here.',
  },
  certificate_not_trusted: {
    message: 'Its certificate is not trusted here, or it speaks no https.',
    remedy: 'Look whether it runs, and whether its address and port can be reached from here.',
  },
  answers_otherwise: {
    message: 'It answers, but not as such a server does.',
    remedy: 'Look whether it runs, and whether its address and port can be reached from here.',
  },
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
    remedy: 'Restart the server. If it is only slow, the engine comes back when it ends.',
  },
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
  upscaler_network_missing: { message: 'There is no network at {{path}}.', remedy: 'Look at UPSCALE_MODEL.' },
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
  graph_refused: {
    message: '{{mode}}: {{reason}}',
    remedy:
      'Mend the graph in ComfyUI until it makes a video there, and export it again with Workflow, Export (API).',
  },
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
    remedy:
      'Mend the graph in ComfyUI until it makes a video there, and export it again with Workflow, Export (API).',
  },
  input_empty_without_upload: {
    message:
      '{{mode}}: input {{input}} of node {{node}} ({{class_type}}) is needed, and has nothing where a task has no such picture or sound.',
    remedy:
      'Mend the graph in ComfyUI until it makes a video there, and export it again with Workflow, Export (API).',
  },
  link_to_missing_node: {
    message:
      '{{mode}}: input {{input}} of node {{node}} ({{class_type}}) is linked to node {{from}}, which is not there.',
    remedy:
      'Mend the graph in ComfyUI until it makes a video there, and export it again with Workflow, Export (API).',
  },
  link_to_missing_output: {
    message:
      '{{mode}}: input {{input}} of node {{node}} ({{class_type}}) is linked to output {{output}} of node {{from}} ({{from_class}}), which has {{outputs}}.',
    remedy:
      'Mend the graph in ComfyUI until it makes a video there, and export it again with Workflow, Export (API).',
  },
  link_of_other_type: {
    message:
      '{{mode}}: input {{input}} of node {{node}} ({{class_type}}) takes {{takes}}, and output {{output}} of node {{from}} ({{from_class}}) is {{type}}.',
    remedy:
      'Mend the graph in ComfyUI until it makes a video there, and export it again with Workflow, Export (API).',
  },
  parameter_without_input: {
    message:
      '{{mode}}: parameter {{parameter}}: input {{input}} of node {{node}} ({{class_type}}) is not there on this ComfyUI.',
    remedy: 'Change the parameter {{parameter}} in models, or its binding, or what the server has.',
  },
  parameter_without_part: {
    message:
      '{{mode}}: parameter {{parameter}}: input {{input}} of node {{node}} ({{class_type}}) has no part in what node {{output}} saves.',
    remedy: 'Change the parameter {{parameter}} in models, or its binding, or what the server has.',
  },
  parameter_without_choices: {
    message:
      '{{mode}}: parameter {{parameter}}: input {{input}} of node {{node}} ({{class_type}}) has no choices, but takes {{takes}}.',
    remedy: 'Change the parameter {{parameter}} in models, or its binding, or what the server has.',
  },
  parameter_with_nothing_to_choose: {
    message:
      '{{mode}}: parameter {{parameter}}: input {{input}} of node {{node}} ({{class_type}}) has nothing to choose from on this ComfyUI.',
    remedy: 'Change the parameter {{parameter}} in models, or its binding, or what the server has.',
  },
  parameter_choice_missing: {
    message:
      '{{mode}}: parameter {{parameter}}: input {{input}} of node {{node}} ({{class_type}}) has no choice {{choice}} on this ComfyUI.',
    remedy: 'Change the parameter {{parameter}} in models, or its binding, or what the server has.',
  },
  parameter_of_other_type: {
    message:
      '{{mode}}: parameter {{parameter}}: input {{input}} of node {{node}} ({{class_type}}) takes {{takes}}, and {{parameter}} is of type {{type}}.',
    remedy: 'Change the parameter {{parameter}} in models, or its binding, or what the server has.',
  },
  parameter_for_a_choice: {
    message:
      '{{mode}}: parameter {{parameter}}: input {{input}} of node {{node}} ({{class_type}}) takes a choice, and {{parameter}} is of type {{type}}.',
    remedy: 'Change the parameter {{parameter}} in models, or its binding, or what the server has.',
  },
  parameter_out_of_range: {
    message:
      '{{mode}}: parameter {{parameter}}: input {{input}} of node {{node}} ({{class_type}}) takes {{min}} to {{max}}, and {{parameter}} is {{from}} to {{to}}.',
    remedy: 'Change the parameter {{parameter}} in models, or its binding, or what the server has.',
  },
  no_worker: {
    message: 'No worker runs: tasks wait, and mails, webhooks and schedules with them.',
    remedy: 'Start one: `clipwright-server work`, or `start` for the server and a worker in one process.',
  },
  worker_silent: {
    message: 'The worker {{worker}} has fallen silent.',
    remedy:
      'Look whether its process and its machine are alive and reach the database; the other workers’ logs say why they do not take over.',
  },
  worker_silent_with_tasks: {
    message: 'The worker {{worker}} has fallen silent, and nobody has taken over {{tasks}} of its tasks.',
    remedy:
      'Look whether its process and its machine are alive and reach the database; the other workers’ logs say why they do not take over.',
  },
  ledger_not_zero: {
    message: 'The ledger does not add up ({{checks}}).',
    remedy:
      'Switch top-ups off, keep a backup as it is now, and read docs/money.md on what each check compares. Then check again.',
  },
  reconciliation_stale: {
    message: 'The ledger was not checked lately.',
    remedy:
      'It is checked every ten minutes by a worker: look for reconcile-ledger in its log, or check it now.',
  },
  reconciliation_never: {
    message: 'The ledger was never checked.',
    remedy:
      'It is checked every ten minutes by a worker: look for reconcile-ledger in its log, or check it now.',
  },
  mails_wait: {
    message: 'Mails do not go out. Waiting: {{mails}}. {{reason}}',
    remedy:
      'Look at SMTP_URL and at the mail server; `clipwright-server check` tries it. What waits is sent when it works again.',
  },
  mails_refused: {
    message: 'The mail server has refused the last {{mails}} mails for good. {{reason}}',
    remedy:
      'Look whether MAIL_FROM may send by this server. Mails that were refused are not sent again: their users have to ask anew.',
  },
  webhooks_failing: {
    message:
      'Endpoints that have taken no webhook for more than an hour: {{endpoints}}. Users who own them: {{users}}.',
    remedy:
      'Of one user it is the endpoint. Of many, look whether workers reach the internet, and at OUTBOUND_DENIED_NETWORKS.',
  },
  queue_paused: {
    message: 'The queue of the model {{model}} is paused.',
    remedy: 'Resume it, if that was forgotten: what is submitted waits meanwhile, and fails at its deadline.',
  },
  schedule_failing: {
    message: 'The schedule {{schedule}} fails each time it is run.',
    remedy: 'Look for schedule_failed with its name in the log of the workers.',
  },
  disk_nearly_full: {
    message: 'Of the disk under {{path}} {{percent}} % are free ({{free_gib}} GiB).',
    remedy:
      'Make room, or keep videos for fewer days: see RESULT_RETENTION_DAYS. Full, it takes neither tasks nor uploads.',
  },
  disk_not_read: {
    message: 'How much room the disk under {{path}} has cannot be read: {{reason}}',
    remedy: 'Look whether DATA_DIR is there, and whether what it is mounted from answers.',
  },
  storage_full: {
    message: 'The storage of videos is full.',
    remedy: 'Make room, or give it more. Videos that are done wait for it until their deadline.',
  },
  storage_failing: {
    message: 'Videos can’t be stored: {{reason}}',
    remedy:
      'Look whether the bucket, or the disk, is there and may be written. Videos that are done wait for it until their deadline.',
  },
  engines_file_refused: {
    message: 'The engines file was changed and is refused: {{reason}}',
    remedy: 'Correct it: the engines and models are those of before, and a restart would not come up.',
  },
  engine_taken_out: {
    message: 'Engine {{engine}} was taken out and gets no tasks.',
    remedy: 'Put it back, or remove it.',
  },
  engine_down: {
    message: 'Engine {{engine}} does not answer.',
    remedy: 'Look whether the server runs, and whether its address and port can be reached from here.',
  },
  engine_down_for_some: {
    message: 'Engine {{engine}} does not answer the worker {{workers}}, but others.',
    remedy: 'Look whether the server runs, and whether its address and port can be reached from here.',
  },
  engine_start_failing: {
    message:
      'Engine {{engine}} was to be started for the tasks that wait, and {{failures}} starts in a row have failed: {{reason}}',
    remedy:
      'Run the start command of its entry in the engines file by hand, and read what it says. It is tried again by itself.',
  },
  tasks_without_engine: {
    message: 'No engine takes the model {{model}}. Tasks that wait for it: {{tasks}}.',
    remedy: 'Bring an engine that has it back, add one, or end the tasks.',
  },
  model_without_engine: {
    message: 'Users are offered the model {{model}}, and no engine takes it.',
    remedy: 'See what its engines report about it, or take the model out.',
  },
  waits_and_none_runs: {
    message: 'A task of the model {{model}} has waited for {{minutes}} min, and no other runs.',
    remedy:
      'See whether its engines are free: what waits may need a mode or a length that none of them offers.',
  },
  waits_while_others_run: {
    message: 'A task of the model {{model}} has waited for {{minutes}} min, and others run.',
    remedy:
      'Add an engine: the page of engines says what one more would give. Or raise longest_wait_s, if this is as it should be.',
  },
  server: { message: '{{server}}' },
  can_run: { message: 'can run {{graphs}}' },
  can_enhance: { message: 'can enhance videos with {{graph}}' },
  runs: { message: 'runs {{model}}' },
  model_guessed: {
    message:
      'Nothing is known of {{model}}: its modes, sizes, rate, lengths and price are a guess. Compare them with its model card.',
  },
  task_from_path: { message: 'The server does not tell its task; {{task}} is read from its path.' },
  task_guessed: { message: 'The server does not tell its task; {{task}} is a guess.' },
  proof_only: {
    message: 'No model file for a built-in graph is there: solid-color proves the line, without a model.',
  },
}
