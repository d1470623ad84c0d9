import { Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import { fillPath } from '../canvas.ts'
import { type Colour, css, mix, scale } from '../colour.ts'
import type { Outfit } from '../prompt/scene.ts'
import { dancing, leaping, type Point, type Pose, running, taiChi, walking } from './poses.ts'

export type Figure = (context: SKRSContext2D, colour: Colour | null, outfit: Outfit) => void

/** People as dark shapes; what they wear has a colour only where the prompt gives one. */
export const FIGURES: Record<string, Figure> = {
  person: (context, colour, outfit) => standing(context, colour, outfit, 'dress' in outfit),
  woman: (context, colour, outfit) => standing(context, colour, outfit, true),
  child: (context, colour, outfit) => {
    context.save()
    context.translate(40, 100)
    context.scale(1, 0.98)
    context.translate(-40, -100)
    standing(context, colour, outfit, 'dress' in outfit, 1.35)
    context.restore()
  },
  ...moving('walking', walking),
  ...moving('running', running),
  'person-sitting': (context, colour, outfit) => seated(context, colour, outfit, false),
  'woman-sitting': (context, colour, outfit) => seated(context, colour, outfit, true),
  'child-sitting': (context, colour, outfit) => seated(context, colour, outfit, false),
  'tai-chi': (context, colour) => limbs(context, taiChi, colour),
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

function moving(doing: string, pose: Pose): Record<string, Figure> {
  const draw =
    (isWoman: boolean): Figure =>
    (context, colour, outfit) =>
      limbs(context, pose, colour, isWoman && !('suit' in outfit) ? { dress: null, ...outfit } : outfit)
  return {
    [`person-${doing}`]: draw(false),
    [`woman-${doing}`]: draw(true),
    [`child-${doing}`]: draw(false),
  }
}

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
function limbs(context: SKRSContext2D, pose: Pose, colour: Colour | null, outfit: Outfit = {}): void {
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
  if ('dress' in outfit || 'robe' in outfit) {
    const [x, y] = hips
    const hem = 'robe' in outfit ? y + 40 : y + 26
    fillPath(
      context,
      new Path2D(`M${x - 6} ${y - 12}L${x + 6} ${y - 12}L${x + 15} ${hem}Q${x} ${hem + 4} ${x - 16} ${hem}Z`),
    )
  }
  context.fillStyle = css(dark)
  limb(context, [shoulders, head], 5, 5)
  round(context, head[0], head[1], 5.2, 6.4)
  round(context, head[0] + 1.4, head[1] - 1, 5.2, 5.8)
  if ('dress' in outfit || 'hair' in outfit) {
    context.fillStyle = css(outfit.hair ? scale(outfit.hair, 0.7) : dark)
    limb(
      context,
      [
        [head[0] + 3, head[1] - 2],
        [head[0] + 8, head[1] + 15],
      ],
      9,
      5,
    )
  }
  arm(arms[1], scale(wear, 1.12))
  drawHat(context, outfit, head)
}

/** Somebody who looks into the picture, in a coat or a dress. */
function standing(
  context: SKRSContext2D,
  colour: Colour | null,
  outfit: Outfit,
  dress: boolean,
  headSize = 1,
): void {
  const wear = 'robe' in outfit ? clothes(colour ?? [0.86, 0.8, 0.74]) : clothes(colour)
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
  if ('robe' in outfit) drawRobe(context, wear)
  context.fillStyle = css(dark)
  context.fillRect(37.6, 12, 4.8, 7)
  round(context, 40, 8.6, 5 * headSize, 6.5 * headSize)
  if (dress && outfit.hair) context.fillStyle = css(scale(outfit.hair, 0.7))
  if (dress)
    fillPath(
      context,
      new Path2D(
        'M40 1.600C46 1.6 47.2 7 46.6 13C46.4 20 46.6 26 44.6 30Q40 32 35.4 30C33.4 26 33.6 20 33.4 13C32.8 7 34 1.6 40 1.600Z',
      ),
    )
  drawHat(context, outfit, [40, 7])
}

/** Wide sleeves, crossed collar, and a skirt to the ground. */
function drawRobe(context: SKRSContext2D, wear: Colour): void {
  context.fillStyle = css(wear)
  fillPath(context, new Path2D('M33 19Q40 16 47 19L51 46C55 66 58 82 60 97Q40 101 20 97C22 82 25 66 29 46Z'))
  context.fillStyle = css(scale(wear, 0.8))
  for (const path of [
    'M33 19C29 28 24 44 19 58L31 63C34 50 36 36 36 28Z',
    'M47 19C51 28 56 44 61 58L49 63C46 50 44 36 44 28Z',
  ])
    fillPath(context, new Path2D(path))
  context.fillStyle = css(mix(wear, [1, 1, 1], 0.65))
  fillPath(context, new Path2D('M35 18L41 31L46 18L49 20L40 38L31 20Z'))
  context.fillStyle = css(scale(wear, 0.55))
  context.fillRect(32, 41, 16, 4.5)
}

function drawHat(context: SKRSContext2D, { hat }: Outfit, [x, y]: Point): void {
  if (hat === undefined) return
  context.fillStyle = css(hat ? scale(hat, 0.9) : [0.36, 0.29, 0.22])
  round(context, x, y - 4, 11, 2.2)
  fillPath(
    context,
    new Path2D(`M${x - 6.5} ${y - 4}C${x - 6} ${y - 12} ${x + 6} ${y - 12} ${x + 6.5} ${y - 4}Z`),
  )
}

/** Somebody on a bench, seen from the front. */
function seated(context: SKRSContext2D, colour: Colour | null, outfit: Outfit, dress: boolean): void {
  const wear = clothes(colour)
  const wood: Colour = [0.42, 0.29, 0.19]
  context.fillStyle = css(scale(wood, 0.8))
  for (const y of [42, 51]) context.fillRect(2, y, 76, 5)
  for (const x of [8, 68]) context.fillRect(x, 42, 4, 57)
  context.fillStyle = css(wear)
  fillPath(context, new Path2D('M28 31Q40 25 52 31C56 42 56 54 55 66H25C24 54 24 42 28 31Z'))
  context.fillStyle = css(wood)
  context.fillRect(0, 66, 80, 5)
  for (const side of [-1, 1]) {
    context.fillStyle = css(dress ? wear : dark)
    limb(
      context,
      [
        [40 + side * 7, 66],
        [40 + side * 8, 75],
      ],
      dress ? 15 : 12,
      dress ? 13 : 10,
    )
    context.fillStyle = css(dark)
    limb(
      context,
      [
        [40 + side * 8, 76],
        [40 + side * 8, 96],
      ],
      7,
      4.5,
    )
    context.fillStyle = css(scale(wear, 0.86))
    limb(
      context,
      [
        [40 + side * 12, 34],
        [40 + side * 15, 50],
        [40 + side * 6, 64],
      ],
      6.5,
      4,
    )
  }
  context.fillStyle = css(dark)
  context.fillRect(37, 20, 6, 9)
  round(context, 40, 15, 7, 9)
  if (dress)
    fillPath(
      context,
      new Path2D('M40 4C49 4 50 12 49 20C49 28 49 34 46 39Q40 41 34 39C31 34 31 28 31 20C30 12 31 4 40 4Z'),
    )
  drawHat(context, outfit, [40, 11])
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
