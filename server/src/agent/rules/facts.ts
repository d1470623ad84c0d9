import { chinese } from './lexicon.zh.ts'
import { english } from './lexicon.en.ts'
import { filledBy, type Lexicon, names, type Slot, slots, words } from './lexicon.ts'

/** Facts read from a prompt. */
export interface Facts {
  facts: ReadonlySet<string>
  /** Slots that the prompt fills. */
  filled: ReadonlySet<Slot>
  /** Number of its words in each lexicon. */
  known: { en: number; zh: number }
}

/** `fact` or `slot:name` by its words. */
type Index = ReadonlyMap<string, readonly string[]>

function buildIndex({ facts, filled }: Lexicon): Index {
  const index = new Map<string, string[]>()
  const add = (list: string, name: string): void => {
    for (const word of words(list)) {
      const key = word.toLowerCase()
      index.set(key, [...(index.get(key) ?? []), name])
    }
  }
  for (const [fact, list] of Object.entries(facts)) add(list, fact)
  for (const slot of slots) add(filled[slot], `slot:${slot}`)
  return index
}

const englishIndex = buildIndex(english)
const chineseIndex = buildIndex(chinese)
const longestChinese = Math.max(...[...chineseIndex.keys()].map((key) => key.length))
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

export const englishWords = (text: string): string[] =>
  text.toLowerCase().match(/[\p{Script=Latin}\d]+(?:['’-][\p{Script=Latin}\d]+)*/gu) ?? []

export const chineseWords = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment)

/** A word and its possible base forms: `running` gives `run`. */
export function forms(word: string): string[] {
  const found = [word]
  const cut = (suffix: string, ...replacements: string[]): void => {
    if (!word.endsWith(suffix) || word.length < suffix.length + 3) return
    const stem = word.slice(0, -suffix.length)
    for (const replacement of replacements) found.push(stem + replacement)
    if (/([b-df-hj-np-tv-z])\1$/.test(stem)) found.push(stem.slice(0, -1))
  }
  cut("'s", '')
  cut('s', '')
  cut('es', '')
  if (word.length > 4 && word.endsWith('ies')) found.push(`${word.slice(0, -3)}y`)
  cut('ing', '', 'e')
  cut('ed', '', 'e')
  return found
}

export const denials = new Set(['no', 'without', 'not', 'never', 'nor', "don't", "isn't", 'avoid'])

interface Found {
  name: string
  denied: boolean
}

function findEnglish(text: string): { found: Found[]; known: number } {
  const tokens = englishWords(text)
  const found: Found[] = []
  let known = 0
  for (let at = 0; at < tokens.length;) {
    let took = 1
    for (let length = Math.min(3, tokens.length - at); length >= 1; length--) {
      const head = tokens.slice(at, at + length - 1)
      const hit = forms(tokens[at + length - 1]!)
        .map((form) => englishIndex.get([...head, form].join(' ')))
        .find(Boolean)
      if (!hit) continue
      const denied = tokens.slice(Math.max(0, at - 2), at).some((token) => denials.has(token))
      found.push(...hit.map((name) => ({ name, denied })))
      known += length
      took = length
      break
    }
    at += took
  }
  return { found, known }
}

function findChinese(text: string): { found: Found[]; known: number } {
  const found: Found[] = []
  let known = 0
  if (!/\p{Script=Han}/u.test(text)) return { found, known }
  const take = (hit: readonly string[], at: number): void => {
    const denied = /(?:没有|不要|无|不|别)[^，。；！？、]{0,1}$/.test(text.slice(Math.max(0, at - 3), at))
    found.push(...hit.map((name) => ({ name, denied })))
    known += 1
  }
  const lower = text.toLowerCase()
  const taken = new Set<number>()
  for (let at = 0; at < text.length; at++) {
    for (let length = Math.min(longestChinese, text.length - at); length >= 2; length--) {
      const hit = chineseIndex.get(lower.slice(at, at + length))
      if (!hit) continue
      take(hit, at)
      for (let i = 0; i < length; i++) taken.add(at + i)
      at += length - 1
      break
    }
  }
  for (const { segment, index } of segmenter.segment(text)) {
    const last = index + segment.length - 1
    const hit = chineseIndex.get(segment.at(-1) ?? '')
    if (hit && !taken.has(last)) take(hit, index)
  }
  return { found, known }
}

const times = ['night', 'dawn', 'sunset', 'day']
/** Prepositions of place: what follows is a place, even an unlisted one. */
const somewhere =
  /\b(?:in|on|at|under|inside|near|among|through|across|over|beside|behind|above|below|beneath|against|along|into|atop|between) (?:a|an|the|his|her|its|their|my|our)\b|\b(?:under|beneath|among|behind|beside|through) \p{L}|在[^，。；]{1,12}[上里中下旁边外前后间]/iu
const farAway =
  /\b(?:aerial|wide shot|drone|bird'?s[- ]eye|panorama|panoramic|establishing|satellite)\b|航拍|远景|全景|鸟瞰|俯瞰/iu
const throughTime =
  /\b(?:from|day|night|dawn|sunrise|morning)\b.{0,20}\b(?:to|into|until)\b|从.{0,12}到|昼夜/iu

/** Reads the facts of a prompt; quoted words are speech or writing, and count for nothing. */
export function readFacts(text: string, quotes: readonly string[]): Facts {
  let seen = text
  for (const quote of quotes) seen = seen.replaceAll(quote, ' ')
  const [en, zh] = [findEnglish(seen), findChinese(seen)]
  const facts = new Set<string>()
  const filled = new Set<Slot>()
  for (const { name, denied } of [...en.found, ...zh.found]) {
    const slot = slots.find((candidate) => name === `slot:${candidate}`)
    if (slot) filled.add(slot)
    else if (!denied) facts.add(name)
  }
  const isTimeTold = times.filter((time) => facts.has(time)).length
  if ((isTimeTold > 1 && throughTime.test(seen)) || facts.has('timelapse')) facts.add('changing')
  if (farAway.test(seen)) facts.add('far')
  for (const slot of slots) if (names(filledBy[slot]).some((fact) => facts.has(fact))) filled.add(slot)
  if (filled.has('scene') || somewhere.test(seen)) {
    filled.add('scene')
    facts.add('given_scene')
  }
  return { facts, filled, known: { en: en.known, zh: zh.known } }
}
