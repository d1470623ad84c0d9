import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Graph, isLink, upTo } from './validate.ts'

const call = promisify(execFile)

/** The uploaded video that a save node's graph begins with. */
export function sourceOf(graph: Graph, end: string): string | undefined {
  const loader = upTo(graph, end).find((id) => graph[id]?.class_type === 'LoadVideo')
  return loader && String(graph[loader]?.inputs?.['file'])
}

/** What the graph makes of a video: every frame of it in another size, and at a rate in thousandths, as the real one rounds it. */
export async function enlarge(source: Buffer, graph: Graph, end: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'fake-comfyui-'))
  try {
    const [from, to] = [join(folder, 'source.mp4'), join(folder, 'enlarged.mp4')]
    await writeFile(from, source)
    const asked = [
      '-select_streams',
      'v',
      '-show_entries',
      'stream=width,height,avg_frame_rate',
      '-of',
      'json',
    ]
    const { stdout } = await call('ffprobe', ['-v', 'error', ...asked, from])
    const [video] = (JSON.parse(stdout) as { streams: Video[] }).streams
    const { width, height } = sizeOf(graph, end, video!)
    const creator = upTo(graph, end).find((id) => graph[id]?.class_type === 'CreateVideo')
    const { fps, audio } = graph[creator ?? '']?.inputs ?? {}
    const [rate = 0, base = 1] = video!.avg_frame_rate.split('/').map(Number)
    const thousandths = Math.round((typeof fps === 'number' ? fps : rate / base) * 1000)
    const picture = `scale=${width}:${height},settb=1/${thousandths},setpts=N*1000`
    const sound = isLink(audio) ? ['-map', '0:a?', '-c:a', 'aac'] : []
    const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
    const tags = ['-movflags', 'use_metadata_tags', '-metadata', `prompt=${JSON.stringify(graph)}`]
    const output = [
      '-map',
      '0:v',
      ...sound,
      '-vf',
      picture,
      '-r',
      `${thousandths}/1000`,
      ...codec,
      ...tags,
      to,
    ]
    await call('ffmpeg', ['-v', 'error', '-i', from, ...output])
    return await readFile(to)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Video {
  width: number
  height: number
  avg_frame_rate: string
}

/** Each node that changes the size, in the order of execution. */
function sizeOf(graph: Graph, end: string, source: Video): { width: number; height: number } {
  let { width, height } = source
  const times = (factor: number): void => {
    width = Math.round(width * factor)
    height = Math.round(height * factor)
  }
  for (const id of upTo(graph, end)) {
    const { class_type, inputs = {} } = graph[id]!
    if (class_type === 'ImageScale') {
      width = Number(inputs['width'])
      height = Number(inputs['height'])
    }
    if (class_type === 'ImageScaleBy') times(Number(inputs['scale_by']))
    if (class_type === 'ImageUpscaleWithModel') times(4)
    if (class_type === 'FlashVSRNode') times(Number(inputs['scale']))
    if (class_type === 'SeedVR2VideoUpscaler') times(Number(inputs['resolution']) / Math.min(width, height))
  }
  return { width, height }
}
