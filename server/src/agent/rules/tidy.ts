import { findQuotes } from './keep.ts'

const request =
  /^(?:please |can you |could you )*(?:(?:make|create|generate|produce|render)(?: me)?|give me|show me|i want|i(?:'d| would) like) (?:(?:a|an|the) )?(?:short )?(?:ai )?(?:video|clip|movie)(?: clip)? (?:of|showing|about|with|where|in which) (?=\S)/i
const chineseRequest =
  /^(?:请|帮我|给我|我想要?)*(?:生成|制作|创建|拍摄?|做)(?:一个|一段|一条|个|段)?(?:关于)?(?:短?视频|短片)[：:，,\s]+(?=\S)/
const flags = /(?:\s+--[a-z][\w-]*(?:[ =][^\s-]\S*)?)+\s*$/i

/** The parts of a prompt. */
export interface Tidied {
  /** The user's words, without surplus spaces and without "make a video of". */
  body: string
  /** Options such as `--ar 16:9`, which stay at the end. */
  tail: string
}

/** Removes what means nothing to a video model. Quotes stay unchanged. */
export function tidy(prompt: string): Tidied {
  const tail = flags.exec(prompt)?.[0] ?? ''
  const quotes = findQuotes(prompt)
  const text = prompt.slice(0, prompt.length - tail.length)
  const pieces = text.split(quotePattern(quotes))
  const clean = pieces.map((piece, index) => (index % 2 === 1 ? piece : tidyPiece(piece))).join('')
  const body = clean.trim().replace(request, '').replace(chineseRequest, '')
  return { body, tail: tail.trim() }
}

/** Splits a text into parts outside (even) and inside (odd) quotes. */
function quotePattern(quotes: readonly string[]): RegExp {
  if (quotes.length === 0) return /(?!)/
  const escaped = quotes
    .toSorted((a, b) => b.length - a.length)
    .map((quote) => quote.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`(${escaped.join('|')})`)
}

function tidyPiece(text: string): string {
  return text
    .replaceAll(/[ \t\u00A0\u3000]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(/ +([,;!?，。；！？](?!\S))/g, '$1')
    .replaceAll(/([,，]) ?(?:\1 ?)+/g, '$1 ')
    .replaceAll(/， /g, '，')
}
