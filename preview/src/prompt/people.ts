import type { Colour } from '../colour.ts'
import { isPerson } from '../subjects/catalogue.ts'
import type { Act } from './lexicon.ts'
import type { Outfit, SubjectSpec, Worn } from './scene.ts'

/** A piece of clothing, or something held, as the prompt names it. */
export interface Garment {
  /** A key of the lexicons' `wear`. */
  name: string
  /** The prompt's word. */
  text: string
  colour: Colour | null
  /** The subject named before it. */
  after: string | null
}

const WORN: ReadonlySet<string> = new Set<Worn>(['dress', 'robe', 'suit', 'hat', 'umbrella', 'hair'])
const isWorn = (name: string): name is Worn => WORN.has(name)
const CLOTHES: readonly Worn[] = ['dress', 'robe', 'suit']

/** Who wears it where the prompt names nobody, or the thing itself. */
const ALONE: Record<string, string> = { robe: 'woman', suit: 'person', hat: 'top-hat' }

const POSES: Record<Act, Record<'person' | 'woman' | 'child', string>> = {
  walk: { person: 'person-walking', woman: 'woman-walking', child: 'child-walking' },
  run: { person: 'person-running', woman: 'woman-running', child: 'child-running' },
  sit: { person: 'person-sitting', woman: 'woman-sitting', child: 'child-sitting' },
  dance: { person: 'dancer', woman: 'dancer', child: 'dancer' },
  meditate: {
    person: 'person-in-lotus-position',
    woman: 'person-in-lotus-position',
    child: 'person-in-lotus-position',
  },
  'tai-chi': { person: 'tai-chi', woman: 'tai-chi', child: 'tai-chi' },
}
/** Doing these needs somebody; a walk alone is no subject. */
const SAYS_SOMEBODY: readonly Act[] = ['run', 'dance', 'meditate', 'tai-chi']
/** What comes with those who sit. */
const SEATS: readonly string[] = ['bench', 'chair']

interface Read {
  subjects: SubjectSpec[]
  garments: Garment[]
  act: Act | null
}

/** The subjects in their clothes and poses, and the words for clothes that nobody in the picture can wear. */
export function castOf({ subjects, garments, act }: Read): { subjects: SubjectSpec[]; notWorn: string[] } {
  const cast = posed(subjects, act)
  const notWorn: string[] = []
  const isEmpty = cast.length === 0
  for (const garment of garments) {
    if (garment.name === 'other') continue
    const wearer = wearerOf(garment, cast, subjects)
    if (wearer && isWorn(garment.name)) wear(wearer, garment.name, garment.colour)
    else if (garment.name === 'umbrella' || (isEmpty && garment.name !== 'hair')) cast.push(alone(garment))
    else notWorn.push(garment.text)
  }
  return { subjects: cast, notWorn }
}

/** "A woman in a red dress" names her before it, "穿红裙的女子" after it. */
function wearerOf({ after }: Garment, cast: SubjectSpec[], read: SubjectSpec[]): SubjectSpec | undefined {
  if (after !== null && !isPerson(after)) return undefined
  const at = read.findIndex(({ name }) => name === after)
  return (
    cast.find(({ name }, i) => isPerson(name) && (i >= at || at < 0)) ??
    cast.find(({ name }) => isPerson(name))
  )
}

function wear(subject: SubjectSpec, piece: Worn, colour: Colour | null): void {
  subject.outfit[piece] = colour
  if (CLOTHES.includes(piece)) subject.colour = colour ?? subject.colour
}

function alone({ name, colour }: Garment): SubjectSpec {
  const outfit: Outfit = isWorn(name) && name === 'robe' ? { robe: colour } : {}
  return { name: ALONE[name] ?? name, count: 1, colour, outfit }
}

function posed(subjects: SubjectSpec[], act: Act | null): SubjectSpec[] {
  if (act === null) return subjects.map((subject) => ({ ...subject, outfit: {} }))
  if (subjects.length === 0 && SAYS_SOMEBODY.includes(act))
    return [{ name: POSES[act].person, count: 1, colour: null, outfit: {} }]
  const cast: SubjectSpec[] = []
  for (const subject of subjects) {
    if (act === 'sit' && SEATS.includes(subject.name) && subjects.some(({ name }) => isPerson(name))) continue
    const name = POSES[act][subject.name as 'person'] ?? subject.name
    const same = cast.find((other) => other.name === name)
    if (same) same.count += subject.count
    else cast.push({ ...subject, name, outfit: {} })
  }
  return cast
}
