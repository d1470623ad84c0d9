import { englishWords, readFacts } from './facts.ts'
import { findKept, findQuotes, type Kept } from './keep.ts'
import { detectLanguage } from './language.ts'
import { chinese } from './lexicon.zh.ts'
import { english } from './lexicon.en.ts'
import { type Lexicon, names, type Slot, slots } from './lexicon.ts'
import { type Shape, shapeOf } from './shapes.ts'
import { tidy } from './tidy.ts'

export interface Optimized {
  optimized_prompt: string
  preserved: Kept[]
  /** Primary subtag; null when unknown. */
  language: string | null
}

/** The limit of a task's prompt. */
export const maxPromptLength = 4000

/** Dropped first when space is short. */
const leastNeeded: readonly Slot[] = ['detail', 'scene', 'mood', 'motion', 'camera', 'shot', 'light']

/**
 * Adds to a prompt what it leaves open: the user's words stay unchanged, and additions follow in the model's preferred
 * order. Only English and Chinese prompts get any. Idempotent.
 */
export function optimizeByRules(
  prompt: string,
  options: { model?: string | undefined; language?: string | undefined } = {},
): Optimized {
  const { body, tail } = tidy(prompt)
  const read = readFacts(body, findQuotes(body))
  const language = detectLanguage(body, read.known, options.language)
  const preserved = findKept(prompt, language)
  const lexicon = language === 'en' ? english : language === 'zh' ? chinese : undefined
  const shape = shapeOf(options.model)
  const additions = lexicon ? chooseAdditions(lexicon, read, shape, body) : new Map<Slot, string>()
  const write = language === 'zh' ? writeChinese : writeEnglish
  const text = additions.size === 0 ? body : write(body, additions, shape)
  const optimized_prompt = tail ? `${text} ${tail}` : text
  if (Array.from(optimized_prompt).length > maxPromptLength)
    return { optimized_prompt: prompt, preserved, language }
  return { optimized_prompt, preserved, language }
}

function chooseAdditions(
  lexicon: Lexicon,
  { facts, filled }: ReturnType<typeof readFacts>,
  { max_words }: Shape,
  body: string,
): Map<Slot, string> {
  const additions = new Map<Slot, string>()
  for (const slot of slots) {
    if (filled.has(slot)) continue
    const fits = lexicon.choices[slot].find(
      ({ when = '', unless = '' }) =>
        names(when).every((fact) => facts.has(fact)) && !names(unless).some((fact) => facts.has(fact)),
    )
    if (fits?.text) additions.set(slot, fits.text)
  }
  const room = max_words - countWords(body)
  const needed = (): number => [...additions.values()].reduce((sum, text) => sum + countWords(text), 0)
  for (const slot of leastNeeded) {
    if (needed() <= room) break
    additions.delete(slot)
  }
  return additions
}

/** Two Chinese characters count as a word. */
export function countWords(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  return Math.ceil(han / 2) + englishWords(text).length
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Whether the prompt is a list such as `cat, sunset, 8k`: then additions are keywords too. */
function isKeywordList(body: string): boolean {
  const parts = body.split(',')
  return parts.length >= 3 && !/[.!?\n;]/.test(body) && englishWords(body).length <= parts.length * 4
}

function writeEnglish(body: string, additions: ReadonlyMap<Slot, string>, { order, prose }: Shape): string {
  const chosen = order.filter((slot) => additions.has(slot))
  if (isKeywordList(body) && !prose) {
    const keywords = chosen.map((slot) => additions.get(slot)!.replace(/^(?:an?|the) /, ''))
    return [body.replace(/[,\s]+$/, ''), ...keywords].join(', ')
  }
  const sentences: string[] = []
  for (const slot of chosen) {
    const text = additions.get(slot)!
    // Detail and background form one phrase: "fine detail in the fur against a simple background".
    if (slot === 'scene' && additions.has('detail')) continue
    const background = slot === 'detail' ? additions.get('scene') : undefined
    const phrase = background ? `${text} against ${background}` : text
    sentences.push(`${capital(prose ? inProse(slot, phrase) : phrase)}.`)
  }
  return joinSentences(endSentence(capitalStart(body), '.'), sentences.join(' '), ' ')
}

function inProse(slot: Slot, phrase: string): string {
  switch (slot) {
    case 'detail':
      return `the picture shows ${phrase}`
    case 'scene':
      return `it stands out against ${phrase}`
    case 'light':
      return phrase.startsWith('the ') ? phrase : `the scene is lit by ${phrase}`
    case 'shot':
      return `it is framed as ${phrase}`
    case 'motion':
      return phrase.startsWith('the ') ? phrase : `there is ${phrase} throughout`
    case 'camera':
      return phrase
    case 'mood':
      return `the whole has ${phrase}`
  }
}

function writeChinese(body: string, additions: ReadonlyMap<Slot, string>, { order }: Shape): string {
  const chosen = order.filter((slot) => additions.has(slot))
  // Groups for sentences: the subject, the camera, the mood.
  const groups: Slot[][] = []
  for (const slot of chosen) {
    const last = groups.at(-1)
    if (last && last.length < 2) last.push(slot)
    else groups.push([slot])
  }
  const sentences = groups.map((group) => `${group.map((slot) => additions.get(slot)!).join('，')}。`)
  return joinSentences(endSentence(body, '。'), sentences.join(''), '')
}

/** Keeps lower-case names such as iPhone. */
const capitalStart = (body: string): string => (/^[a-z]+(?![\p{L}\d])/u.test(body) ? capital(body) : body)

function endSentence(body: string, stop: string): string {
  if (/[.!?…。！？~～][”"’'」』)）》]*$/u.test(body)) return body
  return `${body.replace(/[,;:，；：、\s]+$/u, '')}${stop}`
}

const joinSentences = (body: string, additions: string, space: string): string =>
  `${body}${body.includes('\n') ? '\n' : space}${additions}`
