import { parentPort, workerData } from 'node:worker_threads'
import { EngineError } from '../engines.ts'
import { createRenderer } from './renderer.ts'
import type { RenderJob, ToRenderer, FromRenderer } from './render-video.ts'

// Renders frames `first`, `first + stride`, … Each message brings a buffer, and each buffer goes back with one frame in
// it: no frame is rendered before there is room for it.

if (!parentPort) throw new Error('This file runs as a worker thread.')
const port = parentPort
// What render-video.ts started this worker with.
const job = workerData as RenderJob

try {
  const renderer = await createRenderer(job.request)
  let index = job.first
  port.on('message', ({ buffer }: ToRenderer) => {
    if (index >= job.request.frames) return
    const pixels = new Uint8Array(buffer)
    renderer.render(index, pixels)
    const message: FromRenderer = { kind: 'frame', index, buffer }
    port.postMessage(message, [buffer])
    index += job.stride
    if (index >= job.request.frames) port.close()
  })
} catch (error) {
  const message: FromRenderer = {
    kind: 'failed',
    code: error instanceof EngineError ? error.code : 'render_failed',
    message: error instanceof EngineError ? error.message : 'The frames could not be drawn.',
    fault: error instanceof EngineError ? error.fault : 'engine',
    cause: String(error),
  }
  port.postMessage(message)
  port.close()
}
