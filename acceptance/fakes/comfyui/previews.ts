import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Film } from './film.ts'

/** The larger side of a preview; `--preview-size` of the real one. */
const side_px = 512
/** Parts of a second between two pictures: each differs from the one before. */
const every_s = 0.25
const drawn = new Map<string, Promise<Buffer[]>>()

/** A JPEG for each step, which fills the square of previews as far as its shape lets it. The same ones are drawn once. */
export function drawPreviews({ width, height }: Film, steps: number): Promise<Buffer[]> {
  const scale = side_px / Math.max(width, height)
  const size = `${Math.round(width * scale)}x${Math.round(height * scale)}`
  const name = `${size} ${steps}`
  const pictures = drawn.get(name) ?? draw(size, steps)
  drawn.set(name, pictures)
  return pictures
}

async function draw(size: string, steps: number): Promise<Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'fake-previews-'))
  try {
    const source = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${1 / every_s}`]
    const args = ['-v', 'error', ...source, '-frames:v', String(steps), '-q:v', '2', join(folder, '%d.jpg')]
    const child = spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const [code] = (await once(child, 'exit')) as [number]
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
    return await Promise.all(
      Array.from({ length: steps }, (_, at) => readFile(join(folder, `${at + 1}.jpg`))),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The older message, which names no prompt. */
export function plainPreview(jpeg: Buffer): Buffer {
  return Buffer.concat([uint32(1), uint32(1), jpeg])
}

/** The message to a client that has said that it knows it. */
export function namedPreview(jpeg: Buffer, prompt_id: string, node: string): Buffer {
  const metadata = Buffer.from(
    JSON.stringify({
      node_id: node,
      prompt_id,
      display_node_id: node,
      parent_node_id: null,
      real_node_id: node,
      image_type: 'image/jpeg',
    }),
  )
  return Buffer.concat([uint32(4), uint32(metadata.length), metadata, jpeg])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
