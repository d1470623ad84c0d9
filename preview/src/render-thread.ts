import { parentPort, workerData } from 'node:worker_threads'
import { UnusablePicture } from './image-header.ts'
import { createRenderer } from './renderer.ts'
import type { RenderJob, ToThread, FromThread } from './render-film.ts'

// Renders frames `first`, `first + stride`, … Each message brings a buffer, and each buffer goes back with one frame in
// it: no frame is rendered before there is room for it.

if (!parentPort) throw new Error('This file runs as a worker thread.')
const port = parentPort
// What render-film.ts started this thread with.
const job = workerData as RenderJob

try {
  const renderer = await createRenderer(job.request)
  let index = job.first
  port.on('message', ({ buffer }: ToThread) => {
    if (index >= job.request.frames) return
    const pixels = new Uint8Array(buffer)
    renderer.render(index, pixels)
    const message: FromThread = { kind: 'frame', index, buffer }
    port.postMessage(message, [buffer])
    index += job.stride
    if (index >= job.request.frames) port.close()
  })
} catch (error) {
  // An error's class does not survive the way between threads.
  if (!(error instanceof UnusablePicture)) throw error
  const message: FromThread = { kind: 'unusable picture', message: error.message }
  port.postMessage(message)
  port.close()
}
