// What the rules know, as data: words that tell something, and what may be added. One file per language.

/** The kinds of things that may be added, each at most once. */
export const slots = ['detail', 'scene', 'light', 'shot', 'motion', 'camera', 'mood'] as const
export type Slot = (typeof slots)[number]

/** An addition, and when it fits. */
export interface Choice {
  /** Facts that must all be there, separated by spaces. */
  when?: string
  /** Facts of which none may be there. */
  unless?: string
  /** Empty: nothing is added, and no later choice is looked at. */
  text: string
}

export interface Lexicon {
  /** Words that tell a fact, separated by commas. The longest entry that fits takes its words. */
  facts: Record<string, string>
  /** Words that say that a slot is filled; facts can fill one as well, see `filledBy`. */
  filled: Record<Slot, string>
  /** The first that fits is taken. */
  choices: Record<Slot, readonly Choice[]>
}

/** Facts that fill a slot by themselves: who runs needs no movement added. */
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
