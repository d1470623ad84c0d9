import { invalid } from '../../errors.ts'
import type { App } from '../app.ts'

const maxForm_bytes = 16 * 1024

/** Registers routes that accept HTML forms and nothing else. A repeated field keeps its last value. */
export function formBodies(app: App, register: (forms: App) => void): void {
  void app.register((scope, _options, done) => {
    const forms = scope as App
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: maxForm_bytes },
      (_request, body, parsed) => {
        try {
          const text = new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer)
          parsed(null, Object.fromEntries(new URLSearchParams(text)))
        } catch {
          parsed(invalid(['body'], 'The body is not valid UTF-8'))
        }
      },
    )
    register(forms)
    done()
  })
}
