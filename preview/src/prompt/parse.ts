import type { Colour } from '../colour.ts'
import { hashText } from '../random.ts'
import { isPerson, SUBJECTS, walksOnLand } from '../subjects/catalogue.ts'
import type { Act, Meaning } from './lexicon.ts'
import { castOf, type Garment } from './people.ts'
import type { Extra, SceneSpec, Setting, SubjectSpec, TimeOfDay } from './scene.ts'
import { type Token, tokenize } from './tokens.ts'

/** Of several places in one prompt the first of this list is the scene; the others may show in its distance. */
const RANK: readonly Setting[] = [
  'underwater',
  'space',
  'room',
  'street',
  'city',
  'beach',
  'desert',
  'lake',
  'sea',
  'field',
  'forest',
  'snowfield',
  'mountain',
  'meadow',
  'sky',
]

/** How many words may stand between a colour and the thing it colours: `red, shining, old car`. */
const COLOUR_REACH = 3
const MOST_SUBJECTS = 3
const PLURAL = 3
/** Said without a number there are several. */
const SCHOOLS = new Set(['fish', 'tropical-fish', 'sheep'])

interface Reading {
  settings: Set<Setting>
  times: TimeOfDay[]
  subjects: SubjectSpec[]
  /** The prompt's word for each. */
  saidAs: Map<string, string>
  /** What is worn or held, in order. */
  garments: Garment[]
  act: Act | null
  extras: Set<Extra>
  colour: { value: Colour; reach: number } | null
  count: { value: number; reach: number } | null
  scene: Pick<SceneSpec, 'weather' | 'camera' | 'pace' | 'ground' | 'flower' | 'style'>
}

/** What a prompt asks for. Pure; the same prompt always gives the same scene, also where it says nothing. */
export function parsePrompt(prompt: string): SceneSpec {
  const tokens = tokenize(prompt)
  const reading: Reading = {
    settings: new Set(),
    times: [],
    subjects: [],
    saidAs: new Map(),
    garments: [],
    act: null,
    extras: new Set(),
    colour: null,
    count: null,
    scene: { weather: 'clear', camera: 'push_in', pace: 1, ground: null, flower: null, style: 'plain' },
  }
  for (const token of tokens) read(reading, token)
  const cast = castOf(reading)
  reading.subjects = cast.subjects
  const hash = hashText(prompt.trim().toLowerCase())
  const setting = settingOf(reading, hash)
  const { camera } = reading.scene
  return {
    ...reading.scene,
    // "A bird flying over the sea": the bird flies, not the camera.
    camera: camera === 'fly' && reading.subjects.length > 0 ? 'push_in' : camera,
    setting,
    around: [...reading.settings].filter((other) => other !== setting),
    time: timeOf(reading, setting, hash),
    subjects: reading.subjects.slice(0, MOST_SUBJECTS),
    extras: [...reading.extras],
    matched: tokens.filter(({ meanings }) => meanings.some(saysSomething)).map(({ text }) => text),
    unmatched: tokens.filter(({ meanings }) => meanings.every(isLess)).map(({ text }) => text),
    beyond: [
      ...cast.notWorn,
      ...reading.subjects.slice(MOST_SUBJECTS).map(({ name }) => reading.saidAs.get(name) ?? name),
    ],
  }
}

/** What is shown as less than was said, or not at all. */
function isLess(meaning: Meaning): boolean {
  return meaning.kind === 'likeness' || (meaning.kind === 'wear' && meaning.value === 'other')
}

/** `the` and `a` are understood, but nothing to tell a user about. */
function saysSomething(meaning: Meaning): boolean {
  return meaning.kind !== 'nothing' && !isLess(meaning) && !(meaning.kind === 'count' && meaning.value === 1)
}

function read(reading: Reading, token: Token): void {
  const { colour, count } = reading
  for (const meaning of token.meanings) {
    if (meaning.kind === 'subject') reading.saidAs.set(meaning.value, token.text)
    readMeaning(reading, meaning, token)
  }
  // A colour or a number that found no thing soon is not meant for a later one.
  if (reading.colour === colour && colour)
    reading.colour = colour.reach > 1 ? { ...colour, reach: colour.reach - 1 } : null
  if (reading.count === count && count)
    reading.count = count.reach > 1 ? { ...count, reach: count.reach - 1 } : null
}

function readMeaning(reading: Reading, meaning: Meaning, { text, isPlural }: Token): void {
  switch (meaning.kind) {
    case 'setting':
      reading.settings.add(meaning.value)
      if (['field', 'meadow', 'desert', 'sea', 'lake'].includes(meaning.value)) bindGround(reading)
      else reading.colour = null
      break
    case 'time':
      reading.times.push(meaning.value)
      break
    case 'weather':
    case 'camera':
    case 'style':
    case 'pace':
      reading.scene = { ...reading.scene, [meaning.kind]: meaning.value }
      break
    case 'extra':
      reading.extras.add(meaning.value)
      break
    case 'colour':
      reading.colour ??= { value: meaning.value, reach: COLOUR_REACH }
      break
    case 'count':
      reading.count = { value: meaning.value, reach: COLOUR_REACH }
      break
    case 'flower':
      reading.scene.flower = meaning.value
      reading.settings.add('field')
      bindGround(reading)
      break
    case 'subject':
    case 'likeness':
      addSubject(reading, meaning.value, isPlural)
      break
    case 'wear':
      reading.garments.push({
        name: meaning.value,
        text,
        colour: reading.colour?.value ?? null,
        after: reading.subjects.at(-1)?.name ?? null,
      })
      reading.colour = null
      reading.count = null
      break
    case 'act':
      // "A horse running past a man": he stands.
      if (reading.subjects.length === 0 || reading.subjects.some(({ name }) => isPerson(name)))
        reading.act ??= meaning.value
      break
    case 'nothing':
      break
  }
}

function bindGround(reading: Reading): void {
  if (reading.colour) reading.scene.ground = reading.colour.value
  reading.colour = null
}

function addSubject(reading: Reading, name: string, isPlural: boolean): void {
  const said = reading.count?.value
  const count = isPlural ? Math.max(said ?? PLURAL, 2) : (said ?? (SCHOOLS.has(name) ? PLURAL : 1))
  const known = reading.subjects.find((subject) => subject.name === name)
  if (known) known.colour ??= reading.colour?.value ?? null
  else reading.subjects.push({ name, count, colour: reading.colour?.value ?? null, outfit: {} })
  reading.colour = null
  reading.count = null
}

const ANYWHERE: readonly Setting[] = ['sea', 'lake', 'mountain', 'meadow', 'field', 'desert', 'sky', 'beach']

function settingOf(reading: Reading, hash: number): Setting {
  const named = RANK.find((setting) => reading.settings.has(setting))
  if (named) return standable(reading, named)
  const home = reading.subjects.map(({ name }) => SUBJECTS.get(name)?.home).find((place) => !!place)
  if (['fuji', ...BRIDGES].some((extra) => reading.extras.has(extra as Extra))) return 'lake'
  if (reading.scene.style === 'neon') return standable(reading, 'city')
  if (home) return home
  if (reading.extras.has('aurora')) return 'lake'
  if (reading.extras.has('fireworks')) return 'city'
  if (reading.extras.has('lanterns') || reading.extras.has('moon')) return 'lake'
  if (reading.extras.has('stars') || reading.extras.has('meteors')) return 'mountain'
  if (reading.subjects.some(({ name }) => SUBJECTS.get(name)?.motion === 'rest')) return 'room'
  return ANYWHERE[hash % ANYWHERE.length]!
}

const BRIDGES: readonly Extra[] = ['arched-bridge', 'wooden-bridge', 'suspension-bridge']
const INLAND: readonly Setting[] = ['field', 'forest', 'snowfield', 'mountain', 'meadow', 'sky', 'street']

/** That place, or the one like it where what the prompt names can be: nobody drives on a city's water. */
function standable({ subjects, extras }: Reading, named: Setting): Setting {
  if (INLAND.includes(named) && BRIDGES.some((bridge) => extras.has(bridge))) return 'lake'
  const hasWalkers = subjects.some(({ name }) => walksOnLand(name))
  if (named === 'city' && hasWalkers) return 'street'
  return named === 'sea' && hasWalkers ? 'beach' : named
}

const NIGHTLY: readonly Extra[] = ['aurora', 'stars', 'moon', 'fireworks', 'lanterns', 'fireflies', 'meteors']

function timeOf(reading: Reading, setting: Setting, hash: number): TimeOfDay {
  const [first] = reading.times
  if (first) return reading.times.includes('night') ? 'night' : first
  if (setting === 'space' || reading.scene.style === 'neon') return 'night'
  if (NIGHTLY.some((extra) => reading.extras.has(extra))) return 'night'
  if (setting === 'underwater') return 'day'
  if (reading.extras.has('leaves')) return 'sunset'
  if (reading.scene.weather !== 'clear' || reading.extras.has('rainbow')) return 'day'
  const choices: readonly TimeOfDay[] =
    setting === 'city' ? ['sunset', 'night', 'night'] : ['day', 'sunset', 'dawn', 'day']
  return choices[(hash >>> 8) % choices.length]!
}
