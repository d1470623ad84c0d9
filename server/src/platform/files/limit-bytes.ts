import { type Readable, Transform } from 'node:stream'

/**
 * Passes the bytes on, and fails with `tooMany` when there are more. Unlike a pipeline it leaves the body open, so that its
 * request can still be answered.
 */
export function limitBytes(body: Readable, max_bytes: number, tooMany: () => Error): Transform {
  let seen = 0
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > max_bytes) done(tooMany())
      else done(null, chunk)
    },
  })
  body.on('error', (error) => limited.destroy(error)).pipe(limited)
  return limited
}
