import { LlmError } from './chat-server.ts'

/**
 * A fetch that limits the bytes of an answer, error bodies included, and follows no redirect, since the key belongs to one
 * server.
 */
export function limitedFetch(max_bytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' })
    if (!response.body) return response
    let received = 0
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          received += chunk.byteLength
          if (received <= max_bytes) controller.enqueue(chunk)
          else controller.error(new LlmError('too_long', `More than ${max_bytes} bytes`))
        },
      }),
    )
    return new Response(counted, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    })
  }
}
