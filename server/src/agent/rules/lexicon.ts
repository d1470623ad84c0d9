// The rules' knowledge as data: words that state facts, and possible additions. One file per language.

/** The kinds of additions, each at most once. */
export const slots = ['detail', 'scene', 'light', 'shot', 'motion', 'camera', 'mood'] as const
export type Slot = (typeof slots)[number]

/** An addition and its conditions. */
export interface Choice {
  /** Facts that must all be present, separated by spaces. */
  when?: string
  /** Facts that must all be absent. */
  unless?: string
  /** Empty: adds nothing, and ends the search. */
  text: string
}

export interface Lexicon {
  /** Words that state a fact, separated by commas. The longest match consumes its words. */
  facts: Record<string, string>
  /** Words that fill a slot; facts can fill one as well, see `filledBy`. */
  filled: Record<Slot, string>
  /** The first match is used. */
  choices: Record<Slot, readonly Choice[]>
}

/** Facts that fill a slot: a runner needs no added movement. */
export const filledBy: Record<Slot, string> = {
  detail: '',
  scene:
    'sea lake beach city forest mountain desert field sky space underwater indoors tabletop cave stage rain snow fog storm text',
  light: 'neon',
  shot: '',
  motion: 'fast walking flying dancing floating speech action timelapse wind still',
  camera: '',
  mood: 'moody',
}

export const words = (list: string): string[] =>
  list
    .split(/[\s,，]*[,，]\s*/)
    .map((word) => word.trim())
    .filter(Boolean)
export const names = (list: string): string[] => list.split(' ').filter(Boolean)
