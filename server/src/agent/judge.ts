import { stemmer } from 'stemmer'
import { hasAddress } from './clean.ts'
import { chineseWords, englishWords, readFacts } from './rules/facts.ts'
import { findLost, type Kept } from './rules/keep.ts'
import { detectLanguage, isSmallWord } from './rules/language.ts'
import { countWords, maxPromptLength } from './rules/optimize.ts'
import type { Shape } from './rules/shapes.ts'

export interface Original {
  prompt: string
  kept: readonly Kept[]
  language: string | null
}

/** Finds the fault in a language model's version of a prompt, worded for its second try; undefined when it is usable. */
export function findFault(
  { prompt, kept, language }: Original,
  version: string,
  { shape, instructions }: { shape: Shape; instructions: string },
): string | undefined {
  if (!version) return 'The answer was empty.'
  const most = Math.max(shape.max_words * 2, countWords(prompt) * 1.5)
  if (Array.from(version).length > maxPromptLength || countWords(version) > most)
    return 'The answer was too long.'
  if (repeatsInstructions(version, instructions, prompt)) return 'The answer repeated these instructions.'
  if (hasAddress(version) && !hasAddress(prompt))
    return 'The answer held an address that the prompt does not.'
  const lost = findLost(kept, version)
  if (lost.length > 0) return `The answer lost: ${lost.map(({ text }) => JSON.stringify(text)).join(', ')}.`
  if (!isSameLanguage(language, version)) return 'The answer was in another language than the prompt.'
  if (shareOfMeaning(prompt, version) < 0.5) return 'The answer left out what the prompt is about.'
  return undefined
}

function isSameLanguage(language: string | null, version: string): boolean {
  if (language === null) return true
  const found = detectLanguage(version, readFacts(version, []).known)
  if (found === language || found === null) return true
  // Related languages such as Spanish and Portuguese share small words; the usual fault is added English.
  const neighbours = ['de', 'fr', 'es', 'it', 'pt', 'nl']
  return neighbours.includes(language) && neighbours.includes(found)
}

/** The share of a prompt's subject that survives in a version, from 0 to 1. */
function shareOfMeaning(prompt: string, version: string): number {
  const words = meaning(prompt)
  if (words.size === 0) return 1
  const there = meaning(version)
  const text = version.toLowerCase()
  const held = [...words].filter((word) => there.has(word) || text.includes(word))
  return held.length / words.size
}

function meaning(text: string): Set<string> {
  const latin = englishWords(text).filter((word) => word.length > 2 && !isSmallWord(word))
  const han = chineseWords(text).filter((word) => /^\p{Script=Han}{2,}$/u.test(word))
  return new Set([...latin.map(stemmer), ...han])
}

const window = 7

/** Whether a text repeats part of the instructions that the user did not write. */
export function repeatsInstructions(text: string, instructions: string, written: string): boolean {
  const flat = (value: string): string => englishWords(value).join(' ')
  const words = englishWords(instructions)
  const [told, own] = [flat(text), flat(written)]
  return words.some((_word, at) => {
    const stretch = words.slice(at, at + window).join(' ')
    return at + window <= words.length && told.includes(stretch) && !own.includes(stretch)
  })
}
