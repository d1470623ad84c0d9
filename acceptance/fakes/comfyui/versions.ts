import { readLines } from '../recorded/compare.ts'
import type { NodeClass } from './nodes.ts'
import type { Switches } from './switches.ts'

/** The versions of which there are recordings. */
export type RecordedVersion = '0.3.64' | '0.8.0' | '0.26.0' | '0.27.0'

/** How a fake answers as a recorded version does, with the node classes that were recorded of it. */
export function versionSwitches(version: RecordedVersion): Partial<Switches> {
  return {
    version,
    has_jobs_route: version !== '0.3.64',
    has_cancel_route: version === '0.26.0' || version === '0.27.0',
    calls_interrupts_failures: version === '0.8.0',
    more_nodes: recordedNodes(version),
  }
}

const files: Record<RecordedVersion, string> = {
  '0.3.64': 'comfyui-0.3.64.jsonl',
  '0.8.0': 'comfyui-0.8.0-and-0.27.0.jsonl',
  '0.26.0': 'comfyui-0.26.0-lora.jsonl',
  '0.27.0': 'comfyui-0.8.0-and-0.27.0.jsonl',
}

function recordedNodes(version: RecordedVersion): Record<string, NodeClass> {
  const nodes: Record<string, NodeClass> = {}
  let current = ''
  for (const { request, body } of readLines(files[version])) {
    if (request === 'GET /api/system_stats') {
      current = (body as { system: { comfyui_version: string } }).system.comfyui_version
    }
    if (current === version && request.startsWith('GET /api/object_info/')) Object.assign(nodes, body)
  }
  return nodes
}
