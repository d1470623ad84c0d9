import { toNetworkError } from './errors.ts'
import { within } from './transport.ts'

/** Ends a body that nothing comes from for `stall_ms`, which `fetch` itself would wait for. */
export function guard(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  origin: string,
  signal: AbortSignal | undefined,
  stall_ms: () => number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const part = await within(stall_ms(), signal, origin, (signal) => readUnless(signal, reader))
          if (part.done) controller.close()
          else controller.enqueue(part.value)
        } catch (error) {
          controller.error(signal?.aborted ? signal.reason : toNetworkError(error, origin))
          // Frees the connection; that it is broken already is no news.
          await reader.cancel(error).catch(() => undefined)
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Nothing is read ahead: a slow reader is no stalled sender, and each read has the patience of its own moment.
    { highWaterMark: 0 },
  )
}

function readUnless<T>(
  signal: AbortSignal,
  reader: ReadableStreamDefaultReader<T>,
): Promise<Awaited<ReturnType<typeof reader.read>>> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    reader.read().then(resolve, reject)
  })
}
