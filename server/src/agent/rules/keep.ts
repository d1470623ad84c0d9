import { english } from './lexicon.en.ts'
import { words } from './lexicon.ts'
import { forms } from './facts.ts'
import { isSmallWord } from './language.ts'

/** A part of a prompt that every version must keep. */
export interface Kept {
  kind: 'quote' | 'name' | 'number'
  text: string
}

const quotePatterns = [
  /“([^“”]{1,500})”/g,
  /"([^"]{1,500})"/g,
  /「([^「」]{1,500})」/g,
  /『([^『』]{1,500})』/g,
  /《([^《》]{1,100})》/g,
  /‘([^‘’]{1,500})’(?!\p{L})/gu,
  // An apostrophe within a word is no quotation mark.
  /(?<![\p{L}\d])'([^']{2,500})'(?![\p{L}\d])/gu,
]

/** Quoted texts without their marks, in order. */
export function findQuotes(text: string): string[] {
  const found = quotePatterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({ at: match.index, text: match[1]!.trim() })),
  )
  const ordered = found.filter((quote) => quote.text).toSorted((a, b) => a.at - b.at)
  return [...new Set(ordered.map((quote) => quote.text))]
}

const numberWords: Record<string, string> = {
  two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10',
  eleven: '11', twelve: '12', twenty: '20', thirty: '30', fifty: '50', hundred: '100', thousand: '1000',
} // prettier-ignore
const chineseDigits: Record<string, string> = {
  两: '2', 二: '2', 三: '3', 四: '4', 五: '5', 六: '6', 七: '7', 八: '8', 九: '9', 十: '10', 百: '100', 千: '1000',
} // prettier-ignore
const classifiers = '个只条匹位名头辆艘座朵棵本张杯碗把支双对群颗岁天年次层块片盏架间栋株件秒分小时点'

const numberPattern = /(?<![\p{Script=Latin}\d.])\d+(?:[.,:/×x-]\d+)*(?:%|°[CF]?|[a-z]{1,4}\b)?/giu
const numberWordPattern = new RegExp(`\\b(?:${Object.keys(numberWords).join('|')})\\b`, 'gi')
const chineseNumberPattern = new RegExp(`[两二三四五六七八九十百千]+(?=[${classifiers}])`, 'g')

function findNumbers(text: string): string[] {
  const patterns = [numberPattern, numberWordPattern, chineseNumberPattern]
  const found = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({ at: match.index, text: match[0] })),
  )
  return found.toSorted((a, b) => a.at - b.at).map((number) => number.text)
}

const capitalised = /(?<![\p{L}\d])(?:\p{Ll}{1,2}(?=\p{Lu}\p{Ll}))?\p{Lu}[\p{L}\d]*(?:['’-][\p{L}\d]+)*/gu
const ordinary = new Set(
  [...Object.values(english.facts), ...Object.values(english.filled)]
    .flatMap(words)
    .flatMap((entry) => entry.toLowerCase().split(' ')),
)
const isOrdinary = (word: string): boolean => {
  if (/\p{Ll}\p{Lu}/u.test(word)) return false // iPhone
  const lower = word.toLowerCase().replace(/['’]s$/, '')
  if (isSmallWord(lower) || ordinary.has(lower) || forms(lower).some((form) => ordinary.has(form)))
    return true
  return /(?:ing|ly|ed|ful|ous|ish|less|ive|al|ic)$/.test(lower) || lower in numberWords
}

const chineseNames =
  /北京|上海|东京|香港|纽约|巴黎|伦敦|长安|杭州|苏州|西湖|长城|故宫|外滩|长江|黄河|富士山|泰山|黄山|敦煌|埃菲尔铁塔|孙悟空|猪八戒|唐僧|哪吒|李白|杜甫|诸葛亮|关羽|曹操|白娘子|嫦娥|(?:小|老|阿)[明红刚丽芳强军华亮美王李张刘陈杨赵](?![\p{Script=Han}]?[的]?[色花])|(?<=叫做?|名为|名叫)[\p{Script=Han}]{2,3}|(?<=[在过到去于\p{P}]|^)\p{Script=Han}{2,3}(?:山|湖|寺|塔|楼|河|江|峡)(?=[\p{P}上下中里前后边]|$)/gu
const notNames = /^(?:那|这|某|雪|高|群|火|冰|小|大|青|远|一|两|几|登|爬|上|座)/

/** Finds names by capitals; at the start of a sentence only words outside the list of ordinary ones. */
function findNames(text: string, language: string | null): string[] {
  const found: { at: number; text: string }[] = []
  const isHeadline = !/\p{Ll}/u.test(text)
  for (const run of text.matchAll(new RegExp(`${capitalised.source}(?: ${capitalised.source})*`, 'gu'))) {
    if (isHeadline || language === 'de') break // German capitalizes every noun
    const opens = /(?:^|[.!?:;\n–—"“(])\s*$/.test(text.slice(0, run.index))
    const parts = run[0].split(' ')
    if (opens) while (parts.length > 0 && isOrdinary(parts[0]!)) parts.shift()
    while (parts.length > 0 && isSmallWord(parts[0]!.toLowerCase().replace(/['’]s$/, ''))) parts.shift()
    const name = parts.join(' ').replace(/['’]s$/, '')
    if (name.length > 1) found.push({ at: run.index, text: name })
  }
  for (const match of text.matchAll(chineseNames)) {
    if (!notNames.test(match[0]) || match[0].startsWith('小')) found.push({ at: match.index, text: match[0] })
  }
  return found.toSorted((a, b) => a.at - b.at).map((name) => name.text)
}

/** At most this many are kept: a page of numbers is a table, not a prompt. */
const maxKept = 100

/** Quotes, names and numbers of a prompt, each once, in that order. */
export function findKept(prompt: string, language: string | null): Kept[] {
  const quotes = findQuotes(prompt)
  let rest = prompt
  for (const quote of quotes) rest = rest.replaceAll(quote, ' ')
  const all: Kept[] = [
    ...quotes.map((text) => ({ kind: 'quote' as const, text })),
    ...findNames(rest, language).map((text) => ({ kind: 'name' as const, text })),
    ...findNumbers(rest).map((text) => ({ kind: 'number' as const, text })),
  ]
  const seen = new Set<string>()
  const once = all.filter(({ kind, text }) => {
    const key = `${kind} ${text}`
    return !seen.has(key) && seen.add(key)
  })
  return once.slice(0, maxKept)
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/\s+/g, ' ')

/** The spellings of a number. */
function spellings(number: string): string[] {
  const lower = number.toLowerCase()
  const value = numberWords[lower] ?? chineseDigits[lower] ?? lower
  const asWord = Object.entries({ ...numberWords, ...chineseDigits }).filter(([, digits]) => digits === value)
  return [...new Set([lower, value, ...asWord.map(([word]) => word)])]
}

function holdsNumber(text: string, number: string): boolean {
  const digits = new Set([...text.matchAll(numberPattern)].map((match) => plain(match[0])))
  return spellings(number).some((spelling) => {
    if (/\p{Script=Han}/u.test(spelling)) return text.includes(spelling)
    if (/^\p{L}+$/u.test(spelling)) return new RegExp(`\\b${spelling}\\b`, 'i').test(text)
    // `5 s` and `5s` are the same, 15 and 5 are not.
    return digits.has(spelling) || [...digits].some((found) => found.replace(/[a-z%°]+$/, '') === spelling)
  })
}

/** What a version has lost. Spaces, widths, quotation marks and the case of names are ignored; words and digits are not. */
export function findLost(kept: readonly Kept[], version: string): Kept[] {
  const text = plain(version)
  return kept.filter(({ kind, text: wanted }) =>
    kind === 'number' ? !holdsNumber(text, plain(wanted)) : !text.includes(plain(wanted)),
  )
}
