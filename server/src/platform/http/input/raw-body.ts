import { Readable } from 'node:stream'
import { payloadTooLarge } from '../../errors.ts'
import type { App } from '../app.ts'

/**
 * Routes whose bodies are bytes of any type, handed on as they come: `bodyOf` gives them. What says of itself that it is
 * longer than the limit that each route names is refused at once; who reads counts. They may take long as long as they come.
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
