import { Readable } from 'node:stream'
import { payloadTooLarge } from '../../errors.ts'
import type { App } from '../app.ts'

/**
 * Registers routes that take bytes of any type as a stream: `bodyOf` returns it. A larger `Content-Length` than the route's
 * limit is refused at once; whoever reads counts the rest. The body may take long, at a minimum rate.
 */
export function rawBodies(app: App, register: (raw: App) => void): void {
  void app.register((scope, _options, done) => {
    const raw = scope as App
    raw.addHook('onRoute', (route) => void (route.config = { ...route.config, body: 'upload' }))
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', (request, payload, parsed) => {
      const announced = Number(request.headers['content-length'] ?? 0)
      if (announced > request.routeOptions.bodyLimit) parsed(payloadTooLarge())
      else parsed(null, payload)
    })
    register(raw)
    done()
  })
}

export function bodyOf(body: unknown): Readable {
  return body instanceof Readable ? body : Readable.from([])
}
