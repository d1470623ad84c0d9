import { type Readable, Transform } from 'node:stream'

/**
 * The same bytes, ending with this error once there are more. Other than in a pipeline the body is then left as it is: the
 * request that it belongs to can still be answered.
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
