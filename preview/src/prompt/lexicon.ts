import type { Colour } from '../colour.ts'
import type { CameraMove, Extra, Setting, TimeOfDay, Weather } from './scene.ts'

/** What a word or phrase says about a scene. */
export type Meaning =
  | { kind: 'setting'; value: Setting }
  | { kind: 'time'; value: TimeOfDay }
  | { kind: 'weather'; value: Weather }
  | { kind: 'camera'; value: CameraMove }
  | { kind: 'extra'; value: Extra }
  | { kind: 'pace'; value: number }
  | { kind: 'count'; value: number }
  | { kind: 'colour'; value: Colour }
  | { kind: 'subject'; value: string }
  /** Shown as that subject, which says less than the word: a fisherman as somebody. */
  | { kind: 'likeness'; value: string }
  /** Belongs to whoever is there; a thing of its own only where nobody is. `other`: cannot be drawn on anybody. */
  | { kind: 'wear'; value: string }
  /** What somebody does: walks, runs, sits. */
  | { kind: 'act'; value: Act }
  | { kind: 'flower'; value: string }
  | { kind: 'style'; value: 'neon' }
  /** Understood, and without effect: `the`, `beautiful`, `video`. */
  | { kind: 'nothing' }

export type Act = 'walk' | 'run' | 'dance' | 'sit' | 'meditate' | 'tai-chi'

/** Phrases, separated by commas, by what they mean. */
export interface Words {
  setting: Partial<Record<Setting, string>>
  time: Partial<Record<TimeOfDay, string>>
  weather: Partial<Record<Weather, string>>
  camera: Partial<Record<CameraMove, string>>
  extra: Partial<Record<Extra, string>>
  style: { neon: string }
  /** By name in the catalogue of subjects. */
  subject: Record<string, string>
  likeness: Record<string, string>
  wear: Record<string, string>
  act: Record<Act, string>
  /** By name of the flower. */
  flower: Record<string, string>
  /** By the number itself. */
  pace: Record<string, string>
  count: Record<string, string>
  colour: Record<string, string>
  nothing: string
}

export type Lexicon = ReadonlyMap<string, readonly Meaning[]>

/** The colours of both languages, by the key their words stand under. */
export const COLOURS: Readonly<Record<string, Colour>> = {
  red: [0.9, 0.12, 0.12],
  orange: [0.98, 0.5, 0.1],
  yellow: [0.99, 0.82, 0.18],
  gold: [0.95, 0.72, 0.25],
  green: [0.2, 0.68, 0.28],
  teal: [0.1, 0.62, 0.62],
  blue: [0.14, 0.4, 0.92],
  purple: [0.56, 0.28, 0.82],
  pink: [0.98, 0.5, 0.68],
  white: [0.97, 0.97, 0.97],
  silver: [0.75, 0.78, 0.82],
  grey: [0.5, 0.52, 0.55],
  black: [0.1, 0.1, 0.12],
  brown: [0.48, 0.3, 0.18],
}

function meaningOf(kind: string, key: string): Meaning {
  // The keys of `Words` are the values of `Meaning`: the compiler has checked them there.
  if (kind === 'pace' || kind === 'count') return { kind, value: Number(key) }
  if (kind === 'colour') return { kind, value: COLOURS[key] ?? [1, 1, 1] }
  return { kind, value: key } as Meaning
}

/** A phrase may stand in several places and then means all of it. */
export function buildLexicon({ nothing, ...groups }: Words): Map<string, Meaning[]> {
  const lexicon = new Map<string, Meaning[]>()
  const add = (phrase: string, meaning: Meaning) => {
    if (phrase !== '') lexicon.set(phrase, [...(lexicon.get(phrase) ?? []), meaning])
  }
  for (const [kind, group] of Object.entries(groups)) {
    for (const [key, phrases] of Object.entries(group)) {
      for (const phrase of phrases.split(',')) add(phrase.trim(), meaningOf(kind, key))
    }
  }
  for (const phrase of nothing.split(',')) {
    if (!lexicon.has(phrase.trim())) add(phrase.trim(), { kind: 'nothing' })
  }
  return lexicon
}
