import type { Entry, Prompt } from './queue.ts'
import type { Switches } from './switches.ts'

// The server's documents, key for key as a ComfyUI 0.26.0 writes them; recorded.test.ts holds them to what other versions wrote.

export function unfinishedJob(prompt: Prompt, status: 'pending' | 'in_progress'): object {
  return {
    id: prompt.id,
    status,
    priority: prompt.number,
    create_time: prompt.extra_data['create_time'],
    outputs_count: 0,
  }
}

export function finishedJob(
  { prompt, outputs, status_str, messages, started_at, ended_at }: Entry,
  { calls_interrupts_failures }: Pick<Switches, 'calls_interrupts_failures'>,
): object {
  const wasInterrupted =
    !calls_interrupts_failures && messages.some(([event]) => event === 'execution_interrupted')
  const error = messages.find(([event]) => event === 'execution_error')?.[1]
  const files = Object.entries(outputs).flatMap(([nodeId, output]) =>
    Object.entries(output).flatMap(([mediaType, list]) =>
      (list as unknown[])
        .filter((item) => typeof item === 'object')
        .map((item) => ({ ...item, nodeId, mediaType })),
    ),
  )
  return {
    id: prompt.id,
    status: status_str === 'success' ? 'completed' : wasInterrupted ? 'cancelled' : 'failed',
    priority: prompt.number,
    create_time: prompt.extra_data['create_time'],
    execution_start_time: started_at,
    execution_end_time: ended_at,
    ...(error && { execution_error: error }),
    outputs_count: files.length,
    ...(files[0] && { preview_output: files[0] }),
    outputs,
    execution_status: { status_str, completed: status_str === 'success', messages },
    workflow: { prompt: prompt.graph, extra_data: prompt.extra_data },
  }
}

export function queueItem({ number, id, graph, extra_data, outputs_to_execute }: Prompt): unknown[] {
  return [number, id, graph, extra_data, outputs_to_execute]
}

export function historyEntry({ prompt, outputs, status_str, messages }: Entry): object {
  const metaOf = (id: string) => ({ node_id: id, display_node: id, parent_node: null, real_node_id: id })
  return {
    prompt: queueItem(prompt),
    outputs,
    status: { status_str, completed: status_str === 'success', messages },
    meta: Object.fromEntries(Object.keys(outputs).map((id) => [id, metaOf(id)])),
  }
}

export function systemStats(version: string): object {
  const isNew = Number(version.split('.')[1]) >= 26
  const memory = { vram_total: 25276514304, vram_free: 24096194560 }
  return {
    system: {
      os: 'linux',
      ram_total: 25276514304,
      ram_free: 24096194560,
      comfyui_version: version,
      required_frontend_version: '1.45.19',
      installed_templates_version: null,
      required_templates_version: '0.10.7',
      ...(isNew && { comfy_package_versions: [] }),
      python_version: '3.11.7',
      pytorch_version: '2.13.0+cpu',
      embedded_python: false,
      ...(isNew && { deploy_environment: 'local-git' }),
      argv: ['main.py', '--cpu'],
    },
    devices: [
      {
        name: 'cpu',
        type: 'cpu',
        index: null,
        ...memory,
        torch_vram_total: 25276514304,
        torch_vram_free: 24096194560,
      },
    ],
  }
}
