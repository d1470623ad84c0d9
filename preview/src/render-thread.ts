import { parentPort } from 'node:worker_threads'
import { UnusablePicture } from './image-header.ts'
import { createRenderer, type Renderer } from './renderer.ts'
import type { RenderJob, ToThread, FromThread } from './render-film.ts'

// Renders frames `first`, `first + stride`, … of one film after the other. Each buffer that comes goes back with one frame
// in it: no frame is rendered before there is room for it.

if (!parentPort) throw new Error('This file runs as a worker thread.')
const port = parentPort

let film: { job: RenderJob; renderer: Renderer; index: number } | undefined
let buffers: ArrayBuffer[] = []

port.on('message', (message: ToThread) => {
  if (message.kind === 'film') void begin(message.job)
  else {
    buffers.push(message.buffer)
    draw()
  }
})

async function begin(job: RenderJob): Promise<void> {
  buffers = [] // what came back from the film before
  try {
    film = { job, renderer: await createRenderer(job.request, job.sharing), index: job.first }
  } catch (error) {
    // An error's class does not survive the way between threads.
    if (!(error instanceof UnusablePicture)) throw error
    return send({ kind: 'unusable picture', message: error.message })
  }
  draw()
}

function draw(): void {
  while (film) {
    const buffer = buffers.shift()
    if (!buffer) return
    const { job, renderer, index } = film
    renderer.render(index, new Uint8Array(buffer))
    send({ kind: 'frame', index, buffer }, [buffer])
    film.index += job.stride
    if (film.index >= job.request.frames) film = undefined
  }
}

function send(message: FromThread, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer)
}
