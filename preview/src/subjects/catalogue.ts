import type { Colour } from '../colour.ts'
import type { Setting } from '../prompt/scene.ts'

/** How a thing moves, and with that where it stands in the picture. */
export type Motion =
  | 'drift'
  | 'rise'
  | 'fly'
  | 'flutter'
  | 'hover'
  | 'float'
  | 'leap'
  | 'walk'
  | 'drive'
  | 'stand'
  /** On a table, which comes with it. */
  | 'rest'
  | 'swim'
  | 'crawl'

export interface SubjectKind {
  motion: Motion
  /** Where it is at home, if the prompt names no place. */
  home: Setting | null
  /** Its height in parts of the picture's shorter side. */
  size: number
  /** An icon of `sprites.json`; none for what `vector.ts` draws. */
  icon: string | null
  /** Which way the icon looks. */
  faces: 'left' | 'right' | 'front'
  /** Changes the icon's colour: for animals whose own icon is only a face. */
  tint: Colour | null
}

type Group = readonly [motion: Motion, home: Setting | null, size: number, names: string]

/** A name is an icon's, or `name=icon`; `>` after it: the icon looks right; `|`: it has no side. */
const GROUPS: readonly Group[] = [
  ['walk', 'meadow', 0.2, 'horse cow ox sheep=ewe goat donkey deer zebra bison moose=deer ram water-buffalo'],
  ['walk', 'meadow', 0.29, 'giraffe elephant mammoth dinosaur=t-rex sauropod'],
  [
    'walk',
    'meadow',
    0.15,
    'pig boar dog cat black-cat leopard tiger poodle kangaroo turkey rooster peacock gorilla orangutan llama',
  ],
  ['walk', 'desert', 0.2, 'camel=two-hump-camel'],
  ['walk', 'lake', 0.2, 'rhinoceros hippopotamus flamingo'],
  [
    'walk',
    'meadow',
    0.1,
    'rabbit mouse rat chipmunk beaver hedgehog skunk badger otter raccoon=badger chick=baby-chick goose sloth monkey',
  ],
  ['walk', 'snowfield', 0.15, 'penguin|'],
  [
    'crawl',
    'meadow',
    0.09,
    'snail lizard snake turtle crocodile ant beetle cricket scorpion spider lady-beetle',
  ],
  ['crawl', 'beach', 0.09, 'crab| lobster|'],
  [
    'drive',
    'city',
    0.15,
    'car=automobile taxi suv=sport-utility-vehicle racing-car pickup-truck police-car ambulance',
  ],
  ['drive', 'city', 0.2, 'bus trolleybus minibus truck=delivery-truck fire-engine tram=tram-car'],
  [
    'drive',
    'meadow',
    0.19,
    'tractor train=locomotive high-speed-train bicycle motorcycle scooter=motor-scooter',
  ],
  ['float', 'sea', 0.24, 'ship passenger-ship ferry speedboat motor-boat canoe'],
  ['float', 'lake', 0.13, 'duck swan'],
  ['float', 'sea', 0.3, 'whale=spouting-whale'],
  ['leap', 'sea', 0.2, 'dolphin orca'],
  [
    'swim',
    'underwater',
    0.15,
    'fish tropical-fish blowfish shark octopus| squid| jellyfish| sea-turtle=turtle seal shrimp mermaid|',
  ],
  ['fly', 'sky', 0.15, 'bird dove eagle owl| parrot bat| phoenix swallow=bird crane=goose'],
  ['fly', 'sky', 0.2, 'airplane> small-airplane> helicopter flying-saucer| dragon fairy| superhero|'],
  ['flutter', 'field', 0.14, 'butterfly| bee=honeybee'],
  ['rise', 'space', 0.27, 'rocket>'],
  ['drift', 'space', 0.2, 'satellite|'],
  ['drift', 'sky', 0.2, 'kite| parachute| umbrella| feather|'],
  [
    'stand',
    'meadow',
    0.3,
    'house| castle| japanese-castle| church| mosque| hindu-temple| temple=shinto-shrine| hut| factory| ferris-wheel| carousel-horse| tower=tokyo-tower| fountain| tent| windmill=hut|',
  ],
  ['stand', 'sea', 0.42, 'lighthouse| statue-of-liberty|'],
  ['stand', 'meadow', 0.3, 'tree=deciduous-tree| pine=evergreen-tree| christmas-tree|'],
  ['stand', 'beach', 0.32, 'palm-tree| beach-umbrella=umbrella-on-ground| desert-island|'],
  ['stand', 'desert', 0.22, 'cactus| moai| pyramid=classical-building|'],
  [
    'stand',
    'meadow',
    0.2,
    'mushroom| sunflower| rose| tulip| lotus| snowman| campfire=fire| bench=chair| jack-o-lantern| teddy-bear| guitar| piano=musical-keyboard| telescope| chair|',
  ],
  ['walk', 'meadow', 0.2, 'person-biking princess=woman-dancing|'],
  [
    'stand',
    'meadow',
    0.06,
    'soccer-ball| basketball| volleyball| tennis-ball=tennis| rugby-ball=rugby-football|',
  ],
  ['walk', 'snowfield', 0.18, 'skier| snowboarder| sled'],
  ['float', 'sea', 0.16, 'person-surfing person-rowing-boat person-swimming'],
  [
    'hover',
    null,
    0.17,
    'star| heart=red-heart| glowing-star| gem-stone| crown| key| magic-wand| medal=sports-medal| trumpet| saxophone| musical-note| watch| ring| dress| top-hat| sword=dagger| shield| ghost| alien=alien-monster| skull| bell| light-bulb| ufo=flying-saucer| comet| envelope| fan=folding-hand-fan| leaf=maple-leaf| clover=four-leaf-clover| spiral-shell| coral| robot|',
  ],
  [
    'rest',
    null,
    0.24,
    'gift=wrapped-gift| cake=birthday-cake| pizza| coffee=hot-beverage| tea=teacup-without-handle| apple=red-apple| cherries| strawberry| watermelon| lemon| peach| grapes| banana| pineapple| tangerine| ice-cream| doughnut| cookie| hamburger| sushi| dumpling| moon-cake| book=open-book| camera| television| laptop| telephone| hourglass=hourglass-not-done| crystal-ball| trophy| violin| drum| clock=mantelpiece-clock| alarm-clock| egg| candle| wine-glass| beer=beer-mug| noodles=steaming-bowl| spaghetti| hotpot=shallow-pan-of-food| rice=cooked-rice| curry=curry-rice| salad=green-salad| bread| croissant| baguette=baguette-bread| steak=cut-of-meat| french-fries| taco| sandwich| hot-dog| bento-box| pancakes| cheese=cheese-wedge| cocktail=cocktail-glass| roast-chicken=poultry-leg| dango| bubble-tea| teapot| pie| shortcake| chocolate-bar| honey-pot| fried-egg=cooking| mango| globe=globe-showing-asia-australia| dice=game-die| puzzle=puzzle-piece| yarn| bouquet|',
  ],
]

/** The names of those who wear clothes. */
const PEOPLE = new Set<string>()

export const isPerson = (name: string): boolean => PEOPLE.has(name)

const DRAWN: Record<string, Omit<SubjectKind, 'icon' | 'tint'>> = {
  bear: { motion: 'stand', home: 'forest', size: 0.2, faces: 'front' },
  panda: { motion: 'stand', home: 'forest', size: 0.2, faces: 'front' },
  'polar-bear': { motion: 'stand', home: 'snowfield', size: 0.2, faces: 'front' },
  balloon: { motion: 'drift', home: null, size: 0.4, faces: 'front' },
  'hot-air-balloon': { motion: 'drift', home: null, size: 0.36, faces: 'front' },
  sailboat: { motion: 'float', home: 'sea', size: 0.27, faces: 'left' },
  'paper-boat': { motion: 'float', home: 'lake', size: 0.12, faces: 'left' },
  'cherry-tree': { motion: 'stand', home: 'meadow', size: 0.5, faces: 'front' },
  astronaut: { motion: 'drift', home: 'space', size: 0.26, faces: 'front' },
  lantern: { motion: 'drift', home: 'lake', size: 0.13, faces: 'front' },
  ...somebody(
    'stand',
    'front',
    'person=0.28 woman=0.27 child=0.19 person-sitting=0.24 woman-sitting=0.24 child-sitting=0.17 person-in-lotus-position=0.19 tai-chi=0.27',
  ),
  ...somebody(
    'walk',
    'left',
    'person-walking=0.28 woman-walking=0.27 child-walking=0.19 person-running=0.28 woman-running=0.27 child-running=0.19 athlete=0.3',
  ),
  ...somebody('stand', 'left', 'dancer=0.28'),
}

function somebody(motion: Motion, faces: SubjectKind['faces'], sizes: string): typeof DRAWN {
  const kinds = sizes.split(' ').map((entry) => {
    const [name = '', size] = entry.split('=')
    PEOPLE.add(name)
    return [name, { motion, home: 'meadow', size: Number(size), faces }] as const
  })
  return Object.fromEntries(kinds)
}

/** Their own icons are faces: another animal's body in their colour. */
const STAND_INS: Record<string, { icon: string; tint: Colour; size: number; home: Setting }> = {
  fox: { icon: 'cat', tint: [1.25, 0.62, 0.28], size: 0.14, home: 'forest' },
  wolf: { icon: 'guide-dog', tint: [0.62, 0.66, 0.74], size: 0.16, home: 'snowfield' },
  lion: { icon: 'leopard', tint: [1.1, 0.85, 0.5], size: 0.17, home: 'meadow' },
  unicorn: { icon: 'horse', tint: [1.2, 1.12, 1.2], size: 0.2, home: 'meadow' },
}

function catalogue(): Map<string, SubjectKind> {
  const kinds = new Map<string, SubjectKind>()
  for (const [motion, home, size, names] of GROUPS) {
    for (const entry of names.split(' ')) {
      const mark = entry.at(-1)
      const [name = '', icon = name] = entry.replace(/[>|]$/, '').split('=')
      const faces = mark === '>' ? 'right' : mark === '|' ? 'front' : 'left'
      kinds.set(name, { motion, home, size, icon, faces, tint: null })
    }
  }
  for (const [name, { icon, tint, size, home }] of Object.entries(STAND_INS)) {
    kinds.set(name, { motion: 'walk', home, size, icon, faces: 'left', tint })
  }
  for (const [name, kind] of Object.entries(DRAWN)) kinds.set(name, { ...kind, icon: null, tint: null })
  return kinds
}

/** Whether it needs ground to be on: people, cars, horses; not the hippopotamus, who stands in water. */
export function walksOnLand(name: string): boolean {
  const kind = SUBJECTS.get(name)
  if (kind === undefined || kind.home === 'lake') return false
  return isPerson(name) || ['walk', 'drive', 'crawl'].includes(kind.motion)
}

/** The same with all that is built or rooted there. */
export function standsOnLand(name: string): boolean {
  const kind = SUBJECTS.get(name)
  const isRooted = kind?.motion === 'stand' && kind.home !== 'sea' && name !== 'lotus'
  return isRooted || walksOnLand(name)
}

/** Every thing that can be shown, by its name in the lexicons. */
export const SUBJECTS: ReadonlyMap<string, SubjectKind> = catalogue()
