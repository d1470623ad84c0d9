import type { Job } from './jobs.ts'
import { savingNodes } from './graph.ts'

/** ComfyUI's name of a file. */
export interface ResultFile {
  filename: string
  subfolder: string
  /** `output`, or `temp` for a file that the server's next start removes. */
  type: string
}

/**
 * Finds a finished job's video: the file that the graph's output node saved. Files of other nodes do not count. Undefined if
 * that node saved no video.
 */
export function findResult({ outputs, nodes, graph_output }: SavedJob): ResultFile | undefined {
  const files = savedFiles({ outputs, nodes, graph_output }).filter(({ filename }) => videos.test(filename))
  return files.find(({ type }) => type !== 'temp') ?? files[0]
}

const videos = /\.(mp4|webm|mov|mkv)$/i

/** The names of the files that a finished job saved in place of a video. */
export function savedInstead(job: SavedJob): string[] {
  return savedFiles(job).map(({ filename }) => filename)
}

type SavedJob = Pick<Job, 'outputs' | 'nodes' | 'graph_output'>

function savedFiles({ outputs, nodes, graph_output }: SavedJob): ResultFile[] {
  const ids = graph_output ? [graph_output.node] : savingNodes(nodes)
  const saved = ids.length > 0 ? ids.map((id) => outputs[id]) : Object.values(outputs)
  return saved.flatMap((output) => filesOf(output, graph_output?.key))
}

/** Core nodes list files under `images`, others under `gifs` or `videos`; an output has other lists too. */
function filesOf(output: unknown, key?: string): ResultFile[] {
  const lists = Object.entries(output ?? {}).filter(([name]) => key === undefined || name === key)
  return lists.flatMap(([, list]) => (Array.isArray(list) ? list.flatMap(toFile) : []))
}

function toFile(item: unknown): ResultFile[] {
  const { filename, subfolder, type } = (item ?? {}) as Record<string, unknown>
  if (typeof filename !== 'string') return []
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
