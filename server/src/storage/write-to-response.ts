import { read as readFrom } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'

const read = promisify(readFrom)

/**
 * Buffers that readers borrow: with new ones for each file the kernel is busy clearing memory. Larger ones were not faster beside
 * nginx (bench/downloads.ts).
 */
const large = { bytes: 512 * 1024, buffers: 16 }
/** What a reader gets while all of those are out. */
const small_bytes = 64 * 1024

/** A reader that takes none of a piece for so long is gone; a player that paused asks for the rest with a range. */
const stalledAfter_ms = 120_000

/**
 * Writes `length` bytes of an open file, from the byte at `start` on, through one buffer that is filled again when the connection
 * has taken it: a stream of Node takes new memory for each piece, which costs more than the copying. Ends the response; destroys
 * it when the reader stalls or the file ends early. Never rejects because the reader left.
 */
export async function writeToResponse(
  file: number,
  { start, length }: { start: number; length: number },
  response: ServerResponse,
): Promise<void> {
  const buffer = borrow(length)
  const end = start + length
  try {
    for (let at = start; at < end;) {
      const { bytesRead } = await read(file, buffer, 0, Math.min(buffer.length, end - at), at)
      if (bytesRead === 0) throw new Error(`A file ends at ${at} bytes of ${end}.`)
      if (response.destroyed) return
      await write(response, buffer.subarray(0, bytesRead))
      at += bytesRead
    }
    response.end()
  } catch (error) {
    response.destroy() // the reader sees that it is not whole
    throw error
  } finally {
    giveBack(buffer)
  }
}

let made = 0
const free: Buffer[] = []

function borrow(length: number): Buffer {
  if (length <= small_bytes) return Buffer.allocUnsafe(length)
  const buffer = free.pop()
  if (buffer) return buffer
  if (made === large.buffers) return Buffer.allocUnsafeSlow(small_bytes)
  made += 1
  return Buffer.allocUnsafeSlow(large.bytes)
}

function giveBack(buffer: Buffer): void {
  if (buffer.length === large.bytes) free.push(buffer)
}

/** Resolves when the connection took a piece, or has ended. */
function write(response: ServerResponse, piece: Buffer): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stalled = setTimeout(() => response.destroy(), stalledAfter_ms)
  response.once('close', resolve) // then Node may not tell what became of the piece
  response.write(piece, () => resolve())
  return promise.finally(() => {
    clearTimeout(stalled)
    response.off('close', resolve)
  })
}
