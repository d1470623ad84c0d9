import { deu, eng, fra, ita, nld, por, spa } from './stop-words.ts'
import { englishWords } from './facts.ts'

/** Stop words of languages in Latin script; a text with none of them has no known language. */
const stopWords: Record<string, ReadonlySet<string>> = {
  en: new Set(eng),
  de: new Set(deu),
  fr: new Set(fra),
  es: new Set(spa),
  it: new Set(ita),
  pt: new Set(por),
  nl: new Set(nld),
}

export const stopWordsOf = (language: string | null): ReadonlySet<string> =>
  stopWords[language ?? ''] ?? new Set()

const anyStopWords = new Set(Object.values(stopWords).flatMap((list) => [...list]))
export const isSmallWord = (word: string): boolean => anyStopWords.has(word)

const scripts: [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Greek}/gu, 'el'],
]

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/**
 * Detects a prompt's language as its primary subtag, null when unknown. The script decides first; in Latin script the stop
 * words and the lexicon do. `hint` settles ties and never overrules the script.
 */
export function detectLanguage(text: string, known: { en: number }, hint?: string): string | null {
  const wanted = hint?.toLowerCase().split('-')[0]
  const han = count(text, /\p{Script=Han}/gu)
  const latin = englishWords(text)
  for (const [pattern, language] of scripts) {
    const letters = count(text, pattern)
    if (letters > 0 && letters * 2 >= han && letters >= latin.length) return language
  }
  // A Chinese word is about two characters.
  if (han > 0 && han >= latin.length * 1.5) return wanted === 'ja' ? 'ja' : 'zh'
  if (latin.length === 0) return null
  if (wanted !== undefined && wanted in stopWords) return wanted
  return detectLatin(latin, known.en)
}

function detectLatin(tokens: readonly string[], known: number): string | null {
  const scores = Object.entries(stopWords).map(([language, list]) => {
    const small = tokens.filter((token) => list.has(token)).length
    return { language, score: small + (language === 'en' ? known : 0) }
  })
  // Ties go to the first: English, whose words others borrow.
  const best = scores.reduce((first, next) => (next.score > first.score ? next : first))
  if (best.score === 0) return null
  const foreign = tokens.filter((token) => /[^a-z0-9’'-]/.test(token)).length
  if (best.language === 'en' && best.score <= foreign) return null
  // One known word among many unknown ones proves little.
  return best.score * 6 >= tokens.length ? best.language : null
}
