import { stemmer } from 'stemmer'
import { chineseWords, denials, forms, readFacts } from './facts.ts'
import { findKept, type Kept } from './keep.ts'
import { detectLanguage, stopWordsOf } from './language.ts'
import { breaksChinese, neverTags, telling, verbs } from './tag-words.ts'

export const maxTagLength = 40

interface Candidate {
  text: string
  score: number
  /** Its first position. */
  at: number
}

/**
 * Makes tags, best first: phrases between stop words and verbs (as in RAKE), weighed by frequency and position, the title
 * before the prompt. Forms of one word make one tag. Every tag occurs in the texts.
 */
export function tagsByRules(
  texts: { title?: string | undefined; prompt?: string | undefined },
  options: { max_tags: number; language?: string | undefined },
): string[] {
  const all = [texts.title, texts.prompt].filter(Boolean).join('\n')
  const language = detectLanguage(all, readFacts(all, []).known, options.language)
  const candidates = new Map<string, Candidate>()
  let at = 0
  const read = (text: string | undefined, weight: number): void => {
    if (text === undefined) return
    const kept = findKept(text, language)
    const names = kept.filter(({ kind }) => kind === 'name').map((name) => name.text)
    const plain = withoutSpeech(text, kept)
    for (const phrase of [...latinPhrases(plain, language, names), ...chinesePhrases(plain, language)]) {
      at += 1
      offer(candidates, phrase, weight, at)
    }
    for (const name of names) add(candidates, name, weight * 2, at, true)
  }
  read(texts.title, 3)
  read(texts.prompt, 1)
  return choose([...candidates.values()], options.max_tags)
}

/** Removes speech, which is no subject; a word on a sign may be one. */
function withoutSpeech(text: string, kept: readonly Kept[]): string {
  let rest = text
  for (const { kind, text: quote } of kept) {
    const isShort = /\p{Script=Han}/u.test(quote) ? quote.length <= 4 : quote.split(' ').length <= 3
    if (kind === 'quote' && !isShort) rest = rest.replaceAll(quote, '\n')
  }
  return rest
}

/** Offers a phrase, its last word (in English its head), and the words in the lexicon. */
function offer(
  candidates: Map<string, Candidate>,
  phrase: readonly string[],
  weight: number,
  at: number,
): void {
  const head = phrase.at(-1)!
  const whole = phrase.join(' ')
  const isKnown = [whole, head, ...forms(head.toLowerCase())].some((word) => telling.has(word.toLowerCase()))
  add(candidates, whole, weight * (1 + (phrase.length > 1 ? 0.6 : 0) + (isKnown ? 1 : 0)), at)
  if (phrase.length === 1) return
  if (isKnown) add(candidates, head, weight * 0.8, at)
  for (const word of phrase.slice(0, -1)) if (telling.has(word)) add(candidates, word, weight * 0.6, at)
}

function add(
  candidates: Map<string, Candidate>,
  text: string,
  score: number,
  at: number,
  isName = false,
): void {
  const length = Array.from(text).length
  if (length > maxTagLength || !/\p{L}/u.test(text)) return
  if (length < 2 && !telling.has(text)) return
  const key = keyOf(text)
  const before = candidates.get(key)
  if (before) {
    before.score += score
    if (isName) before.text = text
  } else candidates.set(key, { text, score, at })
}

/** One key for singular and plural; Chinese words have one form. */
function keyOf(text: string): string {
  if (/\p{Script=Han}/u.test(text)) return text
  return text.toLowerCase().split(' ').map(stemmer).join(' ')
}

function choose(candidates: readonly Candidate[], max_tags: number): string[] {
  const weigh = ({ score, at }: Candidate): number => score / (1 + at * 0.05)
  const ranked = candidates.toSorted((a, b) => weigh(b) - weigh(a) || a.at - b.at)
  const chosen: string[] = []
  for (const { text } of ranked) {
    if (chosen.length === max_tags) break
    // A Chinese word within a longer one is a part of it.
    const isPiece =
      /\p{Script=Han}/u.test(text) &&
      candidates.some(
        (other) => other.text !== text && other.text.includes(text) && other.text.length <= text.length + 2,
      )
    if (!isPiece) chosen.push(text)
  }
  return chosen
}

const longestPhrase = 3

/** Runs of content words, the last three of each. */
function latinPhrases(text: string, language: string | null, names: readonly string[]): string[][] {
  if (!/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)) return []
  const isEnglish = language === 'en' || language === 'zh' || language === null
  const stop = stopWordsOf(isEnglish ? 'en' : language)
  const inName = new Set(names.flatMap((name) => name.split(' ')))
  const phrases: string[][] = []
  for (const part of text.split(/[^\p{L}\p{N}\s'’-]+|\s--\S+|\n/u)) {
    const tokens = (part.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? []).map((token) =>
      token.replace(/['’]s$/, ''),
    )
    let run: string[] = []
    let isDenied = false
    const close = (): void => {
      if (run.length > 0 && !isDenied) phrases.push(run.slice(-longestPhrase))
      if (run.length > 0) isDenied = false
      run = []
    }
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]!
      const lower = token.toLowerCase()
      const pair = `${lower} ${tokens[at + 1]?.toLowerCase() ?? ''}`
      if (isEnglish && telling.has(pair) && !stop.has(lower)) {
        run.push(lower, tokens[++at]!.toLowerCase())
      } else if (!isTagWord(token, lower, stop) || (isEnglish && isVerbLike(lower))) {
        close()
        if (denials.has(lower)) isDenied = true
      } else run.push(inName.has(token) || language === 'de' ? token : lower)
    }
    close()
  }
  return phrases
}

function isTagWord(token: string, lower: string, stop: ReadonlySet<string>): boolean {
  if (!/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(token) || lower.length < 3) return false
  return !stop.has(lower) && !neverTags.has(lower) && !/^\d+\p{L}{0,3}$/u.test(token)
}

/** Verbs and adverbs separate phrases, except nouns that look like them. */
function isVerbLike(word: string): boolean {
  if (telling.has(word)) return false
  return forms(word).some((form) => verbs.has(form)) || /(?:\p{L}{3}ing|\p{L}{3}ly|\p{L}{3}ed)$/u.test(word)
}

/** The segmenter's words; joins parts of a known word, and single characters with their neighbours. */
function chinesePhrases(text: string, language: string | null): string[][] {
  if (!/\p{Script=Han}/u.test(text)) return []
  if (language === 'ja') return japaneseWords(text)
  const found: string[][] = []
  let run: string[] = []
  const close = (): void => {
    for (const word of joinSingles(run)) found.push([word])
    run = []
  }
  for (const segment of joinKnown(chineseWords(text))) {
    const word = telling.has(segment)
      ? segment
      : segment.replace(/(?<=\p{Script=Han}{2})[上里中下旁边外间内]$/u, '')
    if (!/^\p{Script=Han}+$/u.test(word) || (!telling.has(word) && breaksChinese(word))) close()
    else run.push(word)
    if (word !== segment) close()
  }
  close()
  return found
}

/** 宇航 and 员 are one word. */
function joinKnown(segments: readonly string[]): string[] {
  const joined: string[] = []
  for (let at = 0; at < segments.length;) {
    const length = [3, 2].find((count) => telling.has(segments.slice(at, at + count).join(''))) ?? 1
    joined.push(segments.slice(at, at + length).join(''))
    at += length
  }
  return joined
}

/** Runs of Han or katakana, which are mostly nouns. */
const japaneseWords = (text: string): string[][] =>
  [...text.matchAll(/\p{Script=Han}{1,8}|[\p{Script=Katakana}ー]{2,16}/gu)].map(([word]) => [word])

function joinSingles(run: readonly string[]): string[] {
  const joined: string[] = []
  let single = ''
  for (const word of run) {
    if (word.length > 1 && !telling.has(word)) joined.push(single.length === 1 ? single + word : word)
    else if (word.length > 1)
      joined.push(['小', '大', '老', '红', '白', '黑'].includes(single) ? single + word : word)
    else {
      single += word
      continue
    }
    if (single.length > 1) joined.splice(-1, 0, single)
    single = ''
  }
  if (single.length > 1 || telling.has(single)) joined.push(single)
  return joined
}
