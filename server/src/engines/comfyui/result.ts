import type { Job } from './jobs.ts'
import { savingNodes } from './graph.ts'

/** A file as ComfyUI names it. */
export interface ResultFile {
  filename: string
  subfolder: string
  /** `output`, or `temp` for what the next start of the server removes. */
  type: string
}

/**
 * The video among a finished job's outputs: what the bound node saved. A graph may save more on its way. Undefined when that
 * node saved none, whatever others did.
 */
export function findResult({ outputs, nodes, bound }: Job): ResultFile | undefined {
  const ids = bound ? [bound.node] : savingNodes(nodes)
  const saved = ids.length > 0 ? ids.map((id) => outputs[id]) : Object.values(outputs)
  const files = saved.flatMap((output) => filesOf(output, bound?.key))
  return files.find(({ type }) => type !== 'temp') ?? files[0]
}

/** Core nodes save under `images`, others under `gifs` or `videos`; beside the lists of files stand lists of other things. */
function filesOf(output: unknown, key?: string): ResultFile[] {
  const lists = Object.entries(output ?? {}).filter(([name]) => key === undefined || name === key)
  return lists.flatMap(([, list]) => (Array.isArray(list) ? list.flatMap(toFile) : []))
}

function toFile(item: unknown): ResultFile[] {
  const { filename, subfolder, type } = (item ?? {}) as Record<string, unknown>
  if (typeof filename !== 'string' || !/\.(mp4|webm|mov|mkv|gif|webp)$/i.test(filename)) return []
  return [
    {
      filename,
      subfolder: typeof subfolder === 'string' ? subfolder : '',
      type: typeof type === 'string' ? type : 'output',
    },
  ]
}

export function pathOf({ filename, subfolder, type }: ResultFile): string {
  return `/api/view?${new URLSearchParams({ filename, subfolder, type }).toString()}`
}
