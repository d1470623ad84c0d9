import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'

// What the fake inference servers have in common: HTTP and a film of exactly the asked size. For tests only.

/** One request, with its body read. */
export interface Asked {
  method: string
  /** Path segments, decoded; a slash at the end gives an empty last one. */
  path: string
  query: URLSearchParams
  request: IncomingMessage
  bytes: Buffer
}

export interface Listening {
  url: string
  close(): Promise<void>
}

/** Serves on a free port of this machine, or on `port`. A handler that throws answers 500 with its text, as FastAPI would in tests. */
export async function listen(
  handle: (asked: Asked, response: ServerResponse) => Promise<void> | void,
  port = 0,
): Promise<Listening> {
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake')
      const bytes = await buffer(request)
      await handle(
        { method: request.method ?? 'GET', path: pathname, query: searchParams, request, bytes },
        response,
      )
    })().catch((error: unknown) => {
      if (!response.headersSent) sendJson(response, 500, { detail: String(error) })
      else response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** A file as these servers send one. `isShort`: the connection breaks before the announced length is reached. */
export function sendVideo(
  response: ServerResponse,
  video: Buffer,
  { name, isShort }: { name: string; isShort: boolean },
): void {
  response.writeHead(200, {
    'content-type': 'video/mp4',
    'content-length': video.length,
    'content-disposition': `attachment; filename="${name}"`,
    'accept-ranges': 'bytes',
  })
  if (!isShort) return void response.end(video)
  response.write(video.subarray(0, video.length / 2), () => response.destroy())
}

export interface Film {
  width: number
  height: number
  frames: number
  fps: number
}

const films = new Map<string, Promise<Buffer>>()

/** A grey mp4; made once for each size and length. */
export function makeFilm(film: Film): Promise<Buffer> {
  const key = JSON.stringify(film)
  let made = films.get(key)
  if (!made) films.set(key, (made = encode(film)))
  return made
}

async function encode({ width, height, frames, fps }: Film): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'fake-film-'))
  try {
    const path = join(folder, 'film.mp4')
    const source = ['-f', 'lavfi', '-i', `color=gray:size=${width}x${height}:rate=${fps}`]
    const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-threads', '1', '-pix_fmt', 'yuv420p']
    await promisify(execFile)('ffmpeg', [
      '-v',
      'error',
      ...source,
      '-frames:v',
      String(frames),
      ...codec,
      path,
    ])
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What Wan models make of a number of frames: the next lower 4k+1. */
export function wanFrames(asked: number): number {
  return asked % 4 === 1 ? asked : Math.floor(asked / 4) * 4 + 1
}
