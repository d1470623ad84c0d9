import { stripVTControlCharacters } from 'node:util'

/** Makes foreign text safe for one line: removes escape sequences, control characters and bidi overrides. */
export function toPlainText(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim()
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const wide =
  /^(?:\p{Emoji_Presentation}|.\u{fe0f}|[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}])/u

/** The width on a terminal: two columns for an ideograph or an emoji. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const { segment } of graphemes.segment(text)) columns += wide.test(segment) ? 2 : 1
  return columns
}

/** Cuts text to so many columns, with an ellipsis as the last one if something is missing. */
export function fit(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text
  let kept = ''
  let used = 1
  for (const { segment } of graphemes.segment(text)) {
    used += wide.test(segment) ? 2 : 1
    if (used > columns) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)))
}

export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - columnsOf(text))) + text
}
