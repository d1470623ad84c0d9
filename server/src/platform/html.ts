export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** Trusted HTML, which is not escaped again. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = Html | string | undefined | readonly Html[]

/** A template for HTML: texts are escaped, `Html` and lists of it are inserted as they are, undefined is nothing. */
export function html(parts: TemplateStringsArray, ...values: Piece[]): Html {
  const texts = values.map((value) => {
    if (value === undefined) return ''
    if (typeof value === 'string') return escapeHtml(value)
    return value instanceof Html ? value.text : value.map(({ text }) => text).join('')
  })
  return new Html(String.raw({ raw: parts }, ...texts))
}
