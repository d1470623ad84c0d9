import { Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import { fillPath } from '../canvas.ts'
import { type Colour, css, mix, scale } from '../colour.ts'

type Point = readonly [x: number, y: number]

/** Joints of somebody 100 units high who looks left, in a box 80 units wide. */
interface Pose {
  head: Point
  shoulders: Point
  hips: Point
  /** Elbow and hand, knee and foot: the far one first. */
  arms: readonly [readonly [Point, Point], readonly [Point, Point]]
  legs: readonly [readonly [Point, Point], readonly [Point, Point]]
}

const walking: Pose = {
  head: [38, 8],
  shoulders: [40, 21],
  hips: [41, 50],
  arms: [
    [
      [34, 36],
      [27, 46],
    ],
    [
      [48, 36],
      [50, 49],
    ],
  ],
  legs: [
    [
      [48, 73],
      [58, 94],
    ],
    [
      [34, 73],
      [29, 96],
    ],
  ],
}

const running: Pose = {
  head: [30, 10],
  shoulders: [34, 22],
  hips: [43, 50],
  arms: [
    [
      [22, 34],
      [14, 25],
    ],
    [
      [48, 32],
      [44, 44],
    ],
  ],
  legs: [
    [
      [56, 66],
      [73, 68],
    ],
    [
      [27, 62],
      [31, 86],
    ],
  ],
}

const leaping: Pose = {
  head: [38, 16],
  shoulders: [40, 28],
  hips: [43, 54],
  arms: [
    [
      [29, 19],
      [25, 4],
    ],
    [
      [50, 22],
      [44, 8],
    ],
  ],
  legs: [
    [
      [56, 68],
      [66, 86],
    ],
    [
      [34, 70],
      [42, 90],
    ],
  ],
}

const dancing: Pose = {
  head: [40, 12],
  shoulders: [40, 24],
  hips: [40, 48],
  arms: [
    [
      [24, 18],
      [13, 6],
    ],
    [
      [56, 21],
      [68, 10],
    ],
  ],
  legs: [
    [
      [52, 68],
      [66, 80],
    ],
    [
      [39, 74],
      [38, 98],
    ],
  ],
}

export type Figure = (context: SKRSContext2D, colour: Colour | null) => void

/** People as dark shapes; what they wear has a colour only where the prompt gives one. */
export const FIGURES: Record<string, Figure> = {
  person: (context, colour) => standing(context, colour, false),
  woman: (context, colour) => standing(context, colour, true),
  child: (context, colour) => {
    context.save()
    context.translate(40, 100)
    context.scale(1, 0.98)
    context.translate(-40, -100)
    standing(context, colour, false, 1.35)
    context.restore()
  },
  'person-walking': (context, colour) => limbs(context, walking, colour),
  'person-running': (context, colour) => limbs(context, running, colour),
  athlete: (context, colour) => limbs(context, leaping, colour),
  dancer: (context, colour) => {
    limbs(context, dancing, colour)
    context.fillStyle = css(clothes(colour))
    fillPath(context, new Path2D('M35 42C30 56 18 66 11 71C28 79 54 79 69 69C58 62 50 54 45 42Z'))
    context.fillStyle = css(dark)
    round(context, 43, 5.5, 3.4, 3)
  },
  'person-in-lotus-position': sitting,
}

export const PEOPLE: ReadonlySet<string> = new Set(Object.keys(FIGURES))

const dark: Colour = [0.12, 0.115, 0.15]
const cloth: Colour = [0.19, 0.19, 0.24]

function clothes(colour: Colour | null): Colour {
  return colour ? mix(scale(colour, 0.85), dark, 0.12) : cloth
}

function round(context: SKRSContext2D, x: number, y: number, rx: number, ry: number): void {
  context.beginPath()
  context.ellipse(x, y, rx, ry, 0, 0, Math.PI * 2)
  context.fill()
}

function limb(context: SKRSContext2D, points: readonly Point[], from: number, to: number): void {
  context.lineCap = 'round'
  for (let i = 1; i < points.length; i++) {
    const [[ax, ay], [bx, by]] = [points[i - 1]!, points[i]!]
    const steps = 14
    for (let k = 0; k <= steps; k++) {
      const along = (i - 1 + k / steps) / (points.length - 1)
      const radius = (from + (to - from) * along) / 2
      round(context, ax + ((bx - ax) * k) / steps, ay + ((by - ay) * k) / steps, radius, radius)
    }
  }
}

/** Somebody seen from the side, in motion. */
function limbs(context: SKRSContext2D, pose: Pose, colour: Colour | null): void {
  const { head, shoulders, hips, arms, legs } = pose
  const wear = clothes(colour)
  const leg = (way: readonly [Point, Point], tone: Colour) => {
    context.fillStyle = css(tone)
    limb(context, [hips, ...way], 9.5, 4.4)
    const [[kx], [fx, fy]] = way
    round(context, fx - (fx > kx + 12 ? 0 : 2.2), fy + 1.2, 4, 2)
  }
  const arm = (way: readonly [Point, Point], tone: Colour) => {
    context.fillStyle = css(tone)
    limb(context, [shoulders, ...way], 6, 3.2)
  }
  arm(arms[0], scale(wear, 0.72))
  leg(legs[0], scale(dark, 0.8))
  leg(legs[1], dark)
  context.fillStyle = css(wear)
  limb(
    context,
    [shoulders, [(shoulders[0] + hips[0]) / 2 + 0.6, (shoulders[1] + hips[1]) / 2], hips],
    13.5,
    11,
  )
  context.fillStyle = css(dark)
  limb(context, [shoulders, head], 5, 5)
  round(context, head[0], head[1], 5.2, 6.4)
  round(context, head[0] + 1.4, head[1] - 1, 5.2, 5.8)
  arm(arms[1], scale(wear, 1.12))
}

/** Somebody who looks into the picture, in a coat or a dress. */
function standing(context: SKRSContext2D, colour: Colour | null, dress: boolean, headSize = 1): void {
  const wear = clothes(colour)
  context.fillStyle = css(dark)
  const stance = dress ? 3.2 : 4.6
  for (const side of [-1, 1]) {
    limb(
      context,
      [
        [40 + side * 3.4, 52],
        [40 + side * (stance + 0.3), 76],
        [40 + side * stance, 96],
      ],
      dress ? 6.5 : 8.4,
      dress ? 3.6 : 5,
    )
    round(context, 40 + side * (stance + 0.9), 97.6, 3, 1.9)
  }
  for (const side of [-1, 1]) {
    context.fillStyle = css(scale(wear, 0.86))
    limb(
      context,
      [
        [40 + side * 7.4, 22],
        [40 + side * 10.2, 36],
        [40 + side * 9.6, 51],
      ],
      5.8,
      3.4,
    )
  }
  context.fillStyle = css(wear)
  fillPath(
    context,
    new Path2D(
      dress
        ? 'M33 19.6Q40 16.6 47 19.6C49.4 22 47 30 45 38C47 48 51 62 53 74Q40 78 27 74C29 62 33 48 35 38C33 30 30.6 22 33 19.6Z'
        : 'M31 20.400Q40 15.8 49 20.400C51.4 22 50.4 32 48.4 40C49 50 50.4 56 50.6 63Q40 66 29.4 63C29.6 56 31 50 31.6 40C29.6 32 28.6 22 31 20.400Z',
    ),
  )
  context.fillStyle = css(dark)
  context.fillRect(37.6, 12, 4.8, 7)
  round(context, 40, 8.6, 5 * headSize, 6.5 * headSize)
  if (dress)
    fillPath(
      context,
      new Path2D(
        'M40 1.600C46 1.6 47.2 7 46.6 13C46.4 20 46.6 26 44.6 30Q40 32 35.4 30C33.4 26 33.6 20 33.4 13C32.8 7 34 1.6 40 1.600Z',
      ),
    )
}

function sitting(context: SKRSContext2D, colour: Colour | null): void {
  context.fillStyle = css(dark)
  fillPath(
    context,
    new Path2D('M8 92C10 82 26 76 40 76C54 76 70 82 72 92C70 99 54 99 40 97C26 99 10 99 8 92Z'),
  )
  context.fillStyle = css(clothes(colour))
  fillPath(
    context,
    new Path2D(
      'M27 36Q40 29 53 36C58 52 60 68 65 82L60 86C54 78 51 68 50 62C50 72 51 80 52 88H28C29 80 30 72 30 62C29 68 26 78 20 86L15 82C20 68 22 52 27 36Z',
    ),
  )
  context.fillStyle = css(dark)
  context.fillRect(36, 24, 8, 9)
  round(context, 40, 16, 9, 11.5)
  round(context, 40, 4.5, 4, 3.5)
}
