import { englishLexicon } from './lexicon.en.ts'
import { chineseLexicon } from './lexicon.zh.ts'
import type { Lexicon, Meaning } from './lexicon.ts'

/** A stretch of the prompt and what it means: nothing for what was not understood. */
export interface Token {
  text: string
  meanings: readonly Meaning[]
  isPlural: boolean
}

/** More than this of a prompt changes no picture. */
const PROMPT_LIMIT_CHARS = 2_000
const LONGEST_PHRASE_WORDS = 5

const english = englishLexicon()
const chinese = chineseLexicon()
const longestChinese = Math.max(...[...chinese.keys()].map((phrase) => phrase.length))

/** Cuts a prompt into the longest phrases that are known, and the words that are not. */
export function tokenize(prompt: string): Token[] {
  const text = prompt.slice(0, PROMPT_LIMIT_CHARS).normalize('NFKC').toLowerCase()
  const stretches = text.match(/[a-z0-9'’-]+(?:[ \t]+[a-z0-9'’-]+)*|\p{Script=Han}+/gu) ?? []
  return stretches.flatMap((stretch) =>
    /[a-z0-9]/.test(stretch) ? englishTokens(stretch) : chineseTokens(stretch),
  )
}

function englishTokens(stretch: string): Token[] {
  const words = stretch
    .replace(/['’]s\b/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const tokens: Token[] = []
  for (let i = 0; i < words.length;) {
    const token = longestPhrase(words, i) ?? { text: words[i]!, meanings: [], isPlural: false, length: 1 }
    tokens.push({ text: token.text, meanings: token.meanings, isPlural: token.isPlural })
    i += token.length
  }
  return tokens
}

function longestPhrase(words: string[], start: number): (Token & { length: number }) | undefined {
  for (let length = Math.min(LONGEST_PHRASE_WORDS, words.length - start); length > 0; length--) {
    const phrase = words.slice(start, start + length)
    const text = phrase.join(' ')
    const exact = english.get(text)
    if (exact) return { text, meanings: exact, isPlural: false, length }
    for (const singular of singularsOf(phrase.at(-1)!)) {
      const meanings = english.get([...phrase.slice(0, -1), singular].join(' '))
      if (meanings) return { text, meanings, isPlural: true, length }
    }
  }
  return undefined
}

const IRREGULAR: Record<string, string> = {
  mice: 'mouse',
  geese: 'goose',
  wolves: 'wolf',
  leaves: 'leaf',
  sheep: 'sheep',
  oxen: 'ox',
  men: 'man',
  women: 'woman',
}

function singularsOf(word: string): string[] {
  const known = IRREGULAR[word]
  if (known) return [known]
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return []
  const forms = [word.slice(0, -1)]
  if (word.endsWith('es')) forms.push(word.slice(0, -2))
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`)
  return forms
}

function chineseTokens(stretch: string): Token[] {
  const tokens: Token[] = []
  let unknown = ''
  const flush = () => {
    if (unknown !== '') tokens.push({ text: unknown, meanings: [], isPlural: false })
    unknown = ''
  }
  for (let i = 0; i < stretch.length;) {
    const text = longestIn(chinese, stretch, i)
    if (text === undefined) {
      unknown += stretch[i]!
      i += 1
      continue
    }
    flush()
    tokens.push({ text, meanings: chinese.get(text) ?? [], isPlural: false })
    i += text.length
  }
  flush()
  return tokens
}

function longestIn(lexicon: Lexicon, text: string, start: number): string | undefined {
  for (let length = Math.min(longestChinese, text.length - start); length > 0; length--) {
    const phrase = text.slice(start, start + length)
    if (lexicon.has(phrase)) return phrase
  }
  return undefined
}
