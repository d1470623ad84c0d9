import { invalid } from '../errors.ts'
import type { App } from './app.ts'

/** Routes whose bodies are bytes of any type, up to the limit that each names. */
export function rawBodies(app: App, register: (raw: App) => void): void {
  void app.register((scope, _options, done) => {
    const raw = scope as App
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    register(raw)
    done()
  })
}

/** @throws ValidationError when nothing was sent. */
export function bytesOf(body: unknown): Buffer {
  if (!Buffer.isBuffer(body) || body.length === 0) throw invalid(['body'], 'Field required', 'missing')
  return body
}
