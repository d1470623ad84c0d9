import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import type { Engine, EngineRequest, Operation } from '../../engines/engines.ts'
import { inTime } from '../until.ts'
import { cleanUp } from '../clean-up.ts'

/** Small and quick, and within the limits of every model. */
export const smallRequest: EngineRequest = {
  model: 'wan',
  mode: 'text-to-video',
  prompt: 'a red fox in snow',
  negative_prompt: 'blurry',
  width_px: 96,
  height_px: 64,
  fps: 16,
  frames: 5,
  seed: 42,
  steps: 4,
  guidance: 4.5,
  image: null,
  last_image: null,
  audio: null,
}

/** A PNG of the small request's size, or another; with noise it has several megabytes. */
export function makePicture({
  isLarge = false,
  width_px = isLarge ? 1024 : 96,
  height_px = isLarge ? 1024 : 64,
}: { isLarge?: boolean; width_px?: number; height_px?: number } = {}): Uint8Array {
  const canvas = createCanvas(width_px, height_px)
  const context = canvas.getContext('2d')
  const pixels = context.createImageData(canvas.width, canvas.height)
  for (let at = 0; at < pixels.data.length; at++) {
    pixels.data[at] = at % 4 === 3 ? 255 : isLarge ? Math.trunc(Math.random() * 256) : 90
  }
  context.putImageData(pixels, 0, 0)
  return new Uint8Array(canvas.toBuffer('image/png'))
}

/** A server that ends with the test. */
export async function using<T extends AsyncDisposable>(t: TestContext, server: Promise<T>): Promise<T> {
  const started = await server
  cleanUp(t, () => started[Symbol.asyncDispose]())
  return started
}

/** A clock that a test moves, from now on. */
export function testClock(): { now: () => number; pass: (seconds: number) => void } {
  let passed_ms = 0
  return {
    now: () => Date.now() + passed_ms,
    pass: (seconds) => {
      passed_ms += seconds * 1000
    },
  }
}

export function start(
  engine: Engine,
  request: Partial<EngineRequest> = {},
  key: string = randomUUID(),
): Promise<Operation> {
  return engine.start({ ...smallRequest, ...request }, { key, signal: inTime() })
}

export async function download(engine: Engine, operation: Operation): Promise<Buffer> {
  return buffer(await engine.fetch(operation, inTime()))
}
