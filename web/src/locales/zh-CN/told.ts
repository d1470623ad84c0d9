import type { told as english } from '../en/told.ts'
import type { Words } from '../words.ts'

const lookAround = '请检查它是否在运行，以及从这里能否访问它的地址和端口。'
const mendGraph = '请在 ComfyUI 中修好工作流，直到能生成视频，再用“工作流”→“导出（API）”重新导出。'
const changeParameter = '请更改模型的参数 {{parameter}}、它的绑定，或服务器上的内容。'
const restart = '请重启服务器。如果只是慢，任务结束后引擎会自行恢复。'
const keyOfEngine = '请提供引擎的密钥：在这些页面上填写，或写在引擎文件 key_variable 指定的变量中。'
const input = '{{mode}}：节点 {{node}}（{{class_type}}）的输入 {{input}} '
const parameterAt = '{{mode}}：参数 {{parameter}}：节点 {{node}}（{{class_type}}）的输入 {{input}} '
const silence = '请检查其进程和机器是否正常、能否连接数据库；其他工作进程的日志会说明为何没有接手。'
const books = '工作进程每十分钟对账一次：请在日志中查找 reconcile-ledger，或现在手动对账。'

export const told: Words<typeof english> = {
  nothing_listens: { message: '此地址和端口上没有服务。', remedy: lookAround },
  connection_closed: { message: '连接在收到回答之前被关闭。', remedy: lookAround },
  no_such_machine: { message: '没有这个名称的机器。', remedy: lookAround },
  name_not_looked_up: { message: '无法解析这个名称。', remedy: lookAround },
  no_way_there: { message: '从这里无法到达此地址。', remedy: lookAround },
  no_answer_in_time: { message: '没有及时应答。', remedy: lookAround },
  port_reserved: { message: '此端口保留给网页服务器以外的用途。', remedy: lookAround },
  certificate_not_trusted: { message: '证书在这里不受信任，或者它不使用 https。', remedy: lookAround },
  answers_otherwise: { message: '有应答，但不像这类服务器。', remedy: lookAround },
  engine_unreachable: {
    message: '没有应答：{{reason}}',
    remedy: '请检查服务器是否在运行，以及从这里能否访问它的地址和端口。之后会自动再次询问。',
  },
  engine_failed: {
    message: '任务失败：{{reason}}',
    remedy: '请查看服务器自己的日志。之后会自动重新分配任务，先从一个开始。',
  },
  key_wanted: {
    message: '服务器需要密钥，没有收到或拒绝了收到的密钥（状态 {{status}}）。',
    remedy: keyOfEngine,
  },
  key_wanted_for_look: { message: '服务器需要密钥，没有收到或拒绝了收到的密钥。', remedy: '请填写密钥。' },
  other_server: {
    message: '此地址上没有 {{title}} 服务器：没有 {{path}}。',
    remedy: '请将 url 设为服务器的地址，末尾不带 /v1。',
  },
  sglang_warms_up: {
    message: '这里有一个 SGLang 服务器，但还没有应答：它正在预热。',
    remedy: '请等它加载完模型后再试。',
  },
  no_video_api: {
    message: '它像 OpenAI API 一样列出模型，但没有 /v1/videos，或不是我们认识的服务器。',
    remedy: '请用能生成视频的模型启动它，或指定它的类型。',
  },
  unknown_server: {
    message: '有应答，但不像 {{kinds}}。已查找 /api/system_stats、/v1/service/metadata 和 /v1/models。',
    remedy: '请填写推理服务器本身的地址，末尾不带 /v1。',
  },
  job_hangs: {
    message: '服务器卡住了：它的作业 {{job}} 已有 {{seconds}} 秒没有变化。',
    remedy: restart,
  },
  other_model_runs: {
    message: '服务器运行的是 {{running}}，不是 {{wanted}}。',
    remedy: '请用 {{wanted}} 启动服务器，或将模型的 upstream 设为它运行的模型。',
  },
  no_model_runs: {
    message: '服务器没有运行任何模型，需要的是 {{wanted}}。',
    remedy: '请用 {{wanted}} 启动服务器，或将模型的 upstream 设为它运行的模型。',
  },
  other_model_class_runs: {
    message: '服务器运行的是 {{running}}，不是 {{wanted}}。',
    remedy: '请用 --model_cls {{wanted}} 启动服务器，或将模型的 model_cls 设为它运行的模型。',
  },
  modes_not_served: {
    message: '服务器的模型是 {{kinds}} 类型，不能生成 {{modes}}。',
    remedy: '请从模型的 modes 中去掉 {{modes}}，或运行支持它的模型。',
  },
  no_mode_served: {
    message: '服务器的模型是 {{kinds}} 类型，不能生成视频。',
    remedy: '请运行能生成视频的模型，或移除这个模型。',
  },
  last_frame_from_disk: {
    message: '任务 flf2v 需要尾帧，而服务器只能从自己的磁盘读取。',
    remedy: '请用 LightX2V 运行 i2v 模型，或用 ComfyUI 运行带尾帧的模型。',
  },
  upscaler_not_installed: {
    message: '没有安装 onnxruntime-node：视频以快速模式增强。',
    remedy: '请在支持它的平台上运行 npm install，或用 UPSCALER=ffmpeg 选择快速模式。',
  },
  upscaler_network_missing: { message: '{{path}} 处没有网络权重。', remedy: '请检查 UPSCALE_MODEL。' },

  node_missing: {
    message: '{{mode}}：这个 ComfyUI 没有节点“{{class_type}}”。',
    remedy: '请更新 ComfyUI，或安装含有该节点的扩展，然后重启 ComfyUI。',
  },
  file_missing: {
    message: '{{mode}}：这个 ComfyUI 的 {{folder}} 中没有文件“{{file}}”（节点 {{node}}，{{class_type}}）。',
    remedy: "请将文件放入 ComfyUI 的 {{folder}}，或用 set: { '{{node}}.{{input}}': … } 指定其他文件。",
  },
  value_not_offered: {
    message: '{{mode}}：在这个 ComfyUI 上，节点 {{node}}（{{class_type}}）的 {{input}} 不能选 {{value}}。',
    remedy: "请更新 ComfyUI，或用 set: { '{{node}}.{{input}}': … } 选择其他值。",
  },
  graph_refused: { message: '{{mode}}：{{reason}}', remedy: mendGraph },
  saves_picture: {
    message: '{{mode}}：节点 {{node}}（{{class_type}}）保存的是图片，不是视频。',
    remedy: '请让工作流以 CreateVideo 和 SaveVideo 结束，再用“工作流”→“导出（API）”重新导出。',
  },
  saves_picture_by_format: {
    message: '{{mode}}：节点 {{node}}（{{class_type}}）保存的是图片，不是视频。',
    remedy: "请用 set: { '{{node}}.format': video/h264-mp4 } 选择视频格式。",
  },
  input_empty: { message: `${input}必须有值，但没有。`, remedy: mendGraph },
  input_empty_without_upload: {
    message: `${input}必须有值，但任务没有相应的图片或声音时它是空的。`,
    remedy: mendGraph,
  },
  link_to_missing_node: { message: `${input}连接到不存在的节点 {{from}}。`, remedy: mendGraph },
  link_to_missing_output: {
    message: `${input}连接到节点 {{from}}（{{from_class}}）的输出 {{output}}，而该节点只有 {{outputs}} 个输出。`,
    remedy: mendGraph,
  },
  link_of_other_type: {
    message: `${input}需要 {{takes}}，而节点 {{from}}（{{from_class}}）的输出 {{output}} 是 {{type}}。`,
    remedy: mendGraph,
  },
  parameter_without_input: {
    message: `${parameterAt}在这个 ComfyUI 上不存在。`,
    remedy: changeParameter,
  },
  parameter_without_part: {
    message: `${parameterAt}与节点 {{output}} 保存的内容无关。`,
    remedy: changeParameter,
  },
  parameter_without_choices: {
    message: `${parameterAt}没有选项，它需要 {{takes}}。`,
    remedy: changeParameter,
  },
  parameter_with_nothing_to_choose: {
    message: `${parameterAt}在这个 ComfyUI 上没有可选的内容。`,
    remedy: changeParameter,
  },
  parameter_choice_missing: {
    message: `${parameterAt}在这个 ComfyUI 上没有选项 {{choice}}。`,
    remedy: changeParameter,
  },
  parameter_of_other_type: {
    message: `${parameterAt}需要 {{takes}}，而 {{parameter}} 的类型是 {{type}}。`,
    remedy: changeParameter,
  },
  parameter_for_a_choice: {
    message: `${parameterAt}需要从选项中选择，而 {{parameter}} 的类型是 {{type}}。`,
    remedy: changeParameter,
  },
  parameter_out_of_range: {
    message: `${parameterAt}接受 {{min}} 到 {{max}}，而 {{parameter}} 是 {{from}} 到 {{to}}。`,
    remedy: changeParameter,
  },

  no_worker: {
    message: '没有工作进程在运行：任务在等待，邮件、Webhook 和定时任务也一样。',
    remedy: '请启动一个：`clipwright-server work`，或用 `start` 在一个进程中同时运行服务器和工作进程。',
  },
  worker_silent: { message: '工作进程 {{worker}} 没有消息了。', remedy: silence },
  worker_silent_with_tasks: {
    message: '工作进程 {{worker}} 没有消息了，它的 {{tasks}} 个任务无人接手。',
    remedy: silence,
  },
  ledger_not_zero: {
    message: '账目不平（{{checks}}）。',
    remedy: '请关闭充值，保留一份当前的备份，阅读 docs/money.md 了解各项检查，然后再次对账。',
  },
  reconciliation_stale: { message: '最近没有对账。', remedy: books },
  reconciliation_never: { message: '从未对账。', remedy: books },
  mails_wait: {
    message: '邮件发不出去，{{mails}} 封在等待。{{reason}}',
    remedy:
      '请检查 SMTP_URL 和邮件服务器；可用 `clipwright-server check` 测试。恢复后，等待的邮件会自动发出。',
  },
  mails_refused: {
    message: '邮件服务器彻底拒绝了最近 {{mails}} 封邮件。{{reason}}',
    remedy: '请确认 MAIL_FROM 是否可以通过此服务器发信。被拒绝的邮件不会重发，用户需要重新申请。',
  },
  webhooks_failing: {
    message: '{{users}} 位用户的 {{endpoints}} 个 Webhook 端点已有一小时以上没有接收成功。',
    remedy:
      '如果只涉及一位用户，问题在其端点。如果涉及很多用户，请检查工作进程能否访问互联网，以及 OUTBOUND_DENIED_NETWORKS。',
  },
  queue_paused: {
    message: '模型 {{model}} 的队列已暂停。',
    remedy: '如果是忘记了，请恢复：期间提交的任务会等待，到期后失败。',
  },
  schedule_failing: {
    message: '定时任务 {{schedule}} 每次运行都失败。',
    remedy: '请在工作进程的日志中查找 schedule_failed 和它的名称。',
  },
  disk_nearly_full: {
    message: '{{path}} 所在磁盘剩余 {{percent}} %（{{free_gib}} GiB）。',
    remedy: '请腾出空间，或缩短视频保留天数：见 RESULT_RETENTION_DAYS。磁盘写满后，将不能接受任务和上传。',
  },
  disk_not_read: {
    message: '无法读取 {{path}} 所在磁盘的剩余空间：{{reason}}',
    remedy: '请检查 DATA_DIR 是否存在，以及它所挂载的存储是否有应答。',
  },
  storage_full: {
    message: '视频存储已满。',
    remedy: '请腾出空间或扩容。已完成的视频会等待存储，直到期限。',
  },
  storage_failing: {
    message: '无法存储视频：{{reason}}',
    remedy: '请检查存储桶或磁盘是否存在、能否写入。已完成的视频会等待存储，直到期限。',
  },
  engines_file_refused: {
    message: '引擎文件已更改，但无效：{{reason}}',
    remedy: '请改正它：目前仍使用之前的引擎和模型，但重启会失败。',
  },
  engine_taken_out: { message: '引擎 {{engine}} 已移出，不再接受任务。', remedy: '请放回或移除它。' },
  engine_down: {
    message: '引擎 {{engine}} 没有应答。',
    remedy: '请检查服务器是否在运行，以及从这里能否访问它的地址和端口。',
  },
  engine_down_for_some: {
    message: '引擎 {{engine}} 对工作进程 {{workers}} 没有应答，对其他工作进程有应答。',
    remedy: '请检查服务器是否在运行，以及从这里能否访问它的地址和端口。',
  },
  engine_start_failing: {
    message: '有任务等待，需要启动引擎 {{engine}}，但已连续 {{failures}} 次启动失败：{{reason}}',
    remedy: '请手动运行引擎文件中它的启动命令，查看输出。之后会自动再试。',
  },
  tasks_without_engine: {
    message: '没有引擎接受模型 {{model}}，{{tasks}} 个任务在等待。',
    remedy: '请恢复提供它的引擎、添加一个，或结束这些任务。',
  },
  model_without_engine: {
    message: '用户可以选择模型 {{model}}，但没有引擎接受它。',
    remedy: '请查看它的引擎报告了什么，或移除这个模型。',
  },
  waits_and_none_runs: {
    message: '模型 {{model}} 的一个任务已等待 {{minutes}} 分钟，而且没有其他任务在运行。',
    remedy: '请检查它的引擎是否空闲：等待的任务可能需要它们都不提供的模式或时长。',
  },
  waits_while_others_run: {
    message: '模型 {{model}} 的一个任务已等待 {{minutes}} 分钟，其他任务在运行。',
    remedy: '请添加引擎：“产能”页面说明再加一个会怎样。如果本应如此，请调高 longest_wait_s。',
  },

  server: { message: '{{server}}' },
  can_run: { message: '可以运行 {{graphs}}' },
  can_enhance: { message: '可以用 {{graph}} 增强视频' },
  runs: { message: '运行 {{model}}' },
  model_guessed: {
    message: '对 {{model}} 一无所知：模式、尺寸、帧率、时长和价格都是猜测。请与它的模型说明核对。',
  },
  task_from_path: { message: '服务器没有说明它的任务；{{task}} 是从路径中读出的。' },
  task_guessed: { message: '服务器没有说明它的任务；{{task}} 是猜测。' },
  proof_only: { message: '没有内置工作流的模型文件：solid-color 不需要模型，只用来验证连接。' },
}
