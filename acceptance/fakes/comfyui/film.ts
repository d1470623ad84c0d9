import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Encoding } from './switches.ts'
import { type Graph, isLink, upTo } from './validate.ts'

export interface Film {
  width: number
  height: number
  frames: number
  fps: number
}

/** What a save node of this graph would write: the last word of the nodes before it counts. */
export function filmOf(graph: Graph, end: string): Film {
  const film = { width: 64, height: 64, frames: 1, fps: 16 }
  for (const id of upTo(graph, end)) {
    const inputs = graph[id]?.inputs ?? {}
    const take = (field: keyof Film, ...names: string[]) => {
      for (const name of names) if (typeof inputs[name] === 'number') film[field] = inputs[name]
    }
    take('width', 'width')
    take('height', 'height')
    take('frames', 'length', 'amount')
    if (graph[id]?.class_type === 'EmptyImage') take('frames', 'batch_size')
    take('fps', 'fps', 'frame_rate')
  }
  return film
}

/** The uploaded sound that the film of a save node gets. */
export function soundOf(graph: Graph, end: string): string | undefined {
  const creator = upTo(graph, end).find((id) => graph[id]?.class_type === 'CreateVideo')
  const audio = graph[creator ?? '']?.inputs?.['audio']
  const loader = isLink(audio) ? graph[audio[0]] : undefined
  return loader?.class_type === 'LoadAudio' ? String(loader.inputs?.['audio']) : undefined
}

/** A file that, like the real ones, carries the graph with the prompt in its metadata. */
export async function encode(
  { width, height, frames, fps }: Film,
  graph: Graph,
  { extension, args: coding }: Encoding,
  sound?: Buffer,
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'fake-comfyui-'))
  try {
    const path = join(folder, `film.${extension}`)
    const drawn = `testsrc2=size=${width}x${height}:rate=${fps}`
    // An output of so many frames would end its sound a little before them.
    const source = ['-f', 'lavfi', '-i', sound ? `${drawn}:duration=${frames / fps}` : drawn]
    const length = sound ? [] : ['-frames:v', String(frames)]
    const given = join(folder, 'sound')
    if (sound) await writeFile(given, sound)
    const made = coding.includes('-c:a') ? ['-f', 'lavfi', '-i', 'sine', '-shortest'] : []
    const heard = sound ? ['-i', given, '-c:a', 'aac'] : made
    const own = extension === 'mp4' ? ['-movflags', 'use_metadata_tags'] : []
    const tags = [...own, '-metadata', `prompt=${JSON.stringify(graph)}`]
    const args = ['-v', 'error', ...source, ...heard, ...length, ...coding, ...tags, path]
    const child = spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const [code] = (await once(child, 'exit')) as [number]
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
