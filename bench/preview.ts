// How long the preview engine takes from start to the finished file, and the most memory that it and its ffmpeg hold at
// one time, beside plain ffmpeg encoding as many frames of its own test picture. A server keeps what Node makes of our
// TypeScript. Run as one: NODE_COMPILE_CACHE=node_modules/.cache/node-compile node bench/preview.ts [rounds]
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { EngineRequest } from '../server/src/engines/engines.ts'
import { createPreviewEngine, PREVIEW_MODEL } from '../server/src/engines/preview.ts'
import { measure, type Measured } from './lib/measure.ts'
import { x264 } from '../server/src/platform/media/x264.ts'

const PROMPTS = [
  'a red balloon drifts over a calm sea at sunset',
  'neon city at night in the rain',
  'snow mountains at dawn, hot air balloons',
  'a sunflower field, day',
  '极光下的湖泊',
  'tropical fish in a coral reef',
]
const SHAPES = [
  { width_px: 832, height_px: 480, fps: 16, frames: 81 },
  { width_px: 1280, height_px: 720, fps: 24, frames: 121 },
] as const
const LIMIT_MS = 120_000

async function baseline(
  { width_px, height_px, fps, frames }: (typeof SHAPES)[number],
  folder: string,
): Promise<void> {
  const source = `testsrc2=size=${width_px}x${height_px}:rate=${fps}`
  const args = [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    source,
    '-frames:v',
    `${frames}`,
    ...x264,
    '-y',
    join(folder, 'plain.mp4'),
  ]
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  spawn('ffmpeg', args, { stdio: 'ignore' })
    .once('error', reject)
    .once('close', () => resolve())
  await promise
}

async function render(request: EngineRequest, folder: string): Promise<void> {
  const engine = createPreviewEngine({ work_dir: folder })
  const signal = AbortSignal.timeout(LIMIT_MS)
  const operation = await engine.start(request, { key: `bench-${crypto.randomUUID()}`, signal })
  for (;;) {
    const state = await engine.inspect(operation, signal)
    if (state.status === 'succeeded') break
    if (state.status !== 'running') throw new Error(`The engine says ${state.status}.`)
    await pause(5)
  }
  await engine.forget(operation)
}

function row(shape: string, what: string, { seconds, peak_mib }: Measured, ratio: string): void {
  console.log(
    `${shape.padEnd(16)} ${what.padEnd(48)} ${seconds.toFixed(2).padStart(7)} s ${peak_mib.toFixed(0).padStart(6)} MiB ${ratio.padStart(7)}`,
  )
}

const rounds = Number(process.argv[2] ?? 1)
const folder = await mkdtemp(join(tmpdir(), 'bench-preview-'))
try {
  for (const shape of SHAPES) {
    const name = `${shape.width_px}x${shape.height_px}x${shape.frames}`
    for (let round = 0; round < rounds; round++) {
      const plain = await measure('family', () => baseline(shape, folder))
      row(name, '(plain ffmpeg, testsrc2)', plain, '')
      for (const prompt of PROMPTS) {
        const request: EngineRequest = {
          ...shape,
          model: PREVIEW_MODEL,
          mode: 'text-to-video',
          prompt,
          negative_prompt: null,
          seed: 1,
          steps: null,
          guidance: null,
          image: null,
          last_image: null,
          audio: null,
        }
        const result = await measure('family', () => render(request, folder))
        row(name, prompt, result, `x${(result.seconds / plain.seconds).toFixed(1)}`)
      }
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
