import type { Colour } from '../colour.ts'

export type Setting =
  | 'sea'
  | 'lake'
  | 'beach'
  | 'city'
  | 'space'
  | 'desert'
  | 'forest'
  | 'field'
  | 'meadow'
  | 'mountain'
  | 'snowfield'
  | 'underwater'
  | 'sky'
  | 'street'
  | 'room'

export type TimeOfDay = 'dawn' | 'day' | 'sunset' | 'night'

export type Weather = 'clear' | 'clouds' | 'rain' | 'snow' | 'fog' | 'storm'

export type CameraMove =
  | 'still'
  | 'push_in'
  | 'pull_out'
  | 'pan_left'
  | 'pan_right'
  | 'tilt_up'
  | 'tilt_down'
  | 'orbit'
  | 'fly'

/** Something that belongs to the scene and is neither weather nor a thing of its own. */
export type Extra =
  | 'aurora'
  | 'stars'
  | 'moon'
  | 'rainbow'
  | 'fireworks'
  | 'lanterns'
  | 'fireflies'
  | 'petals'
  | 'leaves'
  | 'birds'
  | 'meteors'
  | 'bubbles'
  | 'rings'
  /** One head fills the picture. */
  | 'portrait'
  | 'bamboo'
  | 'arched-bridge'
  | 'wooden-bridge'
  | 'suspension-bridge'
  /** That one suspension bridge is red. */
  | 'golden-gate'
  | 'fuji'
  | 'lamp'
  | 'bed'
  | 'bookshelf'
  | 'fireplace'

/** What somebody wears or holds, and can be drawn so. */
export type Worn = 'dress' | 'robe' | 'suit' | 'hat' | 'umbrella' | 'hair'

/** What somebody wears, in which colour, where the prompt says one. */
export type Outfit = Partial<Record<Worn, Colour | null>>

export interface SubjectSpec {
  /** A name of the lexicon: `balloon`, `hot-air-balloon`, or an icon's name. */
  name: string
  /** 1 to 9. */
  count: number
  /** Of somebody: the colour of the clothes. */
  colour: Colour | null
  /** Empty but for people. */
  outfit: Outfit
}

export interface SceneSpec {
  setting: Setting
  /** Other places the prompt names: they may show in the distance. */
  around: Setting[]
  time: TimeOfDay
  weather: Weather
  camera: CameraMove
  /** 1 is a calm pace; 0.5 to 2. */
  pace: number
  subjects: SubjectSpec[]
  extras: Extra[]
  /** The colour of the flowers, sand or water, where the prompt gives one. */
  ground: Colour | null
  /** The flower a field is full of. */
  flower: string | null
  style: 'plain' | 'neon'
  /** What was understood and what was not, in the prompt's order: for whoever wants to know why. */
  matched: string[]
  unmatched: string[]
  /** Subjects for which there is no room. */
  beyond: string[]
}
