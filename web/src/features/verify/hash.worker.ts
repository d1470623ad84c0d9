import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

export type HashMessage =
  | { kind: 'progress'; share: number }
  | { kind: 'done'; sha256: string }
  | { kind: 'failed' }

// Hashes the file it is sent, piece by piece, so that a large one does not fill the memory.
const tell = (message: HashMessage): void => postMessage(message)

addEventListener('message', ({ data: file }: MessageEvent<File>) => {
  hash(file).then(
    (hex) => tell({ kind: 'done', sha256: hex }),
    () => tell({ kind: 'failed' }),
  )
})

async function hash(file: File): Promise<string> {
  const digest = sha256.create()
  let done = 0
  let told_percent = 0
  for await (const piece of readPieces(file)) {
    digest.update(piece)
    done += piece.length
    const percent = Math.floor((done / file.size) * 100)
    if (percent === told_percent) continue
    told_percent = percent
    tell({ kind: 'progress', share: percent / 100 })
  }
  return bytesToHex(digest.digest())
}

const buffer_bytes = 4 * 1024 * 1024

/**
 * Into one buffer again and again where the browser can, so that a file of any size needs the memory of one piece. Where it
 * cannot, it makes a buffer for each piece and takes them back at a time of its choice.
 */
async function* readPieces(file: File): AsyncGenerator<Uint8Array> {
  const stream = file.stream()
  const reader = openBytes(stream)
  if (!reader) {
    const plain = stream.getReader()
    for (;;) {
      const { value, done } = await plain.read()
      if (done) return
      yield value
    }
  }
  let buffer = new ArrayBuffer(buffer_bytes)
  for (;;) {
    const { value, done } = await reader.read(new Uint8Array(buffer))
    if (done) return
    yield value
    buffer = value.buffer
  }
}

/** Undefined in a browser that fills no buffers. */
function openBytes(stream: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStreamBYOBReader | undefined {
  try {
    return stream.getReader({ mode: 'byob' })
  } catch {
    return undefined
  }
}
