// How long it takes to make frames of 832x480 into 1872x1080, the most memory that all its processes hold at one time, and
// how near the result comes to an original that was that large: by plain ffmpeg Lanczos, the fast mode and the network, in
// turn, the middle of the rounds. The original is drawn by the preview engine, then made small and compressed as a result
// is. Flicker is the result's over the original's.
// Run: node bench/enhance.ts [rounds] [frames: 81]; UPSCALE_MODEL names another network than our own.
import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createPreviewEngine, PREVIEW_MODEL } from '../server/src/engines/preview.ts'
import { x264 } from '../server/src/platform/media/x264.ts'
import {
  createFfmpegUpscaler,
  createOnnxUpscaler,
  hasRuntime,
  measureQuality,
  ownNetwork,
  targetSize,
  type Upscaler,
} from '../server/src/upscalers/upscalers.ts'
import { measure, type Measured } from './lib/measure.ts'
import { percentile, printTable } from './lib/table.ts'

const SMALL = { width_px: 832, height_px: 480 }
const LARGE = targetSize(SMALL, '1080p')!
const FRAMES = Number(process.argv[3] ?? 81)
const LIMIT_MS = 3_600_000

const call = promisify(execFile)
const ffmpeg = (...args: string[]) => call('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args])

async function drawOriginal(folder: string): Promise<string> {
  const engine = createPreviewEngine({ work_dir: folder })
  const signal = AbortSignal.timeout(LIMIT_MS)
  const operation = await engine.start(
    {
      ...LARGE,
      fps: 16,
      frames: FRAMES,
      model: PREVIEW_MODEL,
      mode: 'text-to-video',
      prompt: 'snow mountains at dawn, hot air balloons',
      negative_prompt: null,
      seed: 1,
      steps: null,
      guidance: null,
      image: null,
      last_image: null,
      audio: null,
    },
    { key: 'bench-enhance', signal },
  )
  for (;;) {
    const state = await engine.inspect(operation, signal)
    if (state.status === 'succeeded') break
    if (state.status !== 'running') throw new Error(`The engine says ${state.status}.`)
    await pause(20)
  }
  const path = join(folder, 'original.mp4')
  await pipeline(await engine.fetch(operation, signal), createWriteStream(path))
  await engine.forget(operation)
  return path
}

const upscale = (upscaler: Upscaler) => (source_path: string, target_path: string) =>
  upscaler.run({
    source_path,
    target_path,
    ...LARGE,
    signal: AbortSignal.timeout(LIMIT_MS),
    onFrame: () => {},
  })

const rounds = Number(process.argv[2] ?? 3)
const named = process.env['UPSCALE_MODEL']
const network = named ? { model_path: named } : ownNetwork
const folder = await mkdtemp(join(tmpdir(), 'bench-enhance-'))
try {
  const original = await drawOriginal(folder)
  const source = join(folder, 'source.mp4')
  await ffmpeg(
    '-i',
    original,
    '-vf',
    `scale=${SMALL.width_px}:${SMALL.height_px}:flags=area`,
    ...x264,
    source,
  )

  const plain = `scale=${LARGE.width_px}:${LARGE.height_px}:flags=lanczos`
  const ways: [string, (from: string, to: string) => Promise<unknown>][] = [
    ['plain ffmpeg, Lanczos', (from, to) => ffmpeg('-i', from, '-vf', plain, ...x264, to)],
    ['fast mode', upscale(createFfmpegUpscaler())],
  ]
  if (!hasRuntime()) console.log('onnxruntime-node is not installed: measured without a network.')
  else ways.push(['network', upscale(createOnnxUpscaler(network))])

  const results = ways.map((): Measured[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [i, [, make]] of ways.entries()) {
      results[i]!.push(await measure('children', () => make(source, join(folder, `${i}.mp4`))))
    }
  }
  const middle = (i: number, what: keyof Measured) =>
    percentile(
      results[i]!.map((result) => result[what]),
      0.5,
    )
  const rows: (string | number)[][] = []
  for (const [i, [name]] of ways.entries()) {
    const made = join(folder, `${i}.mp4`)
    const alike = await measureQuality(original, made, AbortSignal.timeout(LIMIT_MS))
    rows.push([
      name,
      middle(i, 'seconds'),
      middle(i, 'seconds') / middle(0, 'seconds'),
      Math.max(...results[i]!.map(({ peak_mib }) => peak_mib)),
      alike.psnr_y_db ?? Infinity,
      alike.ssim.toFixed(4),
      alike.flicker_index ?? Number.NaN,
    ])
  }
  const { width_px, height_px } = LARGE
  console.log(
    `${SMALL.width_px}x${SMALL.height_px}x${FRAMES} to ${width_px}x${height_px}, middle of ${rounds} rounds`,
  )
  printTable(['way', 'seconds', 'to Lanczos', 'peak MiB', 'PSNR dB', 'SSIM', 'flicker'], rows)
} finally {
  await rm(folder, { recursive: true, force: true })
}
