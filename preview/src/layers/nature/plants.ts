import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { layerFromCanvas } from '../../canvas.ts'
import { type Colour, COLOUR_WHITE, css, hex, mix, scale } from '../../colour.ts'
import type { Layer } from '../../picture.ts'
import { between, type Random } from '../../random.ts'

/** Draws one plant into a box 100 units high, its root at (`width` / 2, 100). */
type DrawPlant = (context: SKRSContext2D, random: Random, colour: Colour, leaf: Colour) => void

interface PlantKind {
  width: number
  colour: Colour
  draw: DrawPlant
}

function stem(context: SKRSContext2D, leaf: Colour, x: number, top: number, bend: number, width = 2.6): void {
  context.strokeStyle = css(leaf)
  context.lineWidth = width
  context.lineCap = 'round'
  context.beginPath()
  context.moveTo(x, 100)
  context.quadraticCurveTo(x + bend, (100 + top) / 2, x + bend * 0.4, top)
  context.stroke()
}

function blob(
  context: SKRSContext2D,
  colour: Colour,
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
  angle = 0,
): void {
  context.fillStyle = css(colour)
  context.beginPath()
  context.ellipse(x, y, radiusX, radiusY, angle, 0, Math.PI * 2)
  context.fill()
}

function rays(
  context: SKRSContext2D,
  colour: Colour,
  {
    x,
    y,
    count,
    inner,
    radiusX,
    radiusY,
  }: { x: number; y: number; count: number; inner: number; radiusX: number; radiusY: number },
): void {
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * Math.PI * 2
    const shade = 0.82 + 0.22 * Math.cos(angle + 2.2)
    blob(
      context,
      scale(colour, shade),
      x + Math.cos(angle) * inner,
      y + Math.sin(angle) * inner * 0.86,
      radiusX,
      radiusY,
      angle,
    )
  }
}

const drawCup: DrawPlant = (context, random, colour, leaf) => {
  const bend = between(random, -8, 8)
  stem(context, leaf, 25, 24, bend)
  blob(context, leaf, 20, 84, 2.6, 15, -0.3)
  blob(context, scale(leaf, 0.85), 31, 86, 2.6, 13, 0.35)
  const x = 25 + bend * 0.4
  blob(context, scale(colour, 0.7), x, 17, 11, 13)
  blob(context, scale(colour, 0.88), x - 5, 18, 7, 14, -0.14)
  blob(context, colour, x + 5, 18, 7, 14, 0.14)
  blob(context, mix(colour, COLOUR_WHITE, 0.16), x, 21, 6, 11)
}

const drawPoppy: DrawPlant = (context, random, colour, leaf) => {
  const bend = between(random, -10, 10)
  stem(context, leaf, 25, 22, bend, 2)
  const x = 25 + bend * 0.4
  blob(context, scale(colour, 0.66), x, 15, 17, 11)
  blob(context, scale(colour, 0.86), x - 7, 17, 10, 11, 0.3)
  blob(context, colour, x + 7, 17, 10, 11, -0.3)
  blob(context, mix(colour, COLOUR_WHITE, 0.1), x, 21, 10, 8)
  blob(context, hex('2a1a20'), x, 16, 3.4, 2.6)
}

const drawLavender: DrawPlant = (context, random, colour, leaf) => {
  for (const bend of [between(random, -16, -6), between(random, -4, 4), between(random, 6, 16)]) {
    const top = between(random, 4, 18)
    stem(context, leaf, 30, top, bend, 1.6)
    for (let i = 0; i < 12; i++) {
      const y = top + i * 3.3
      const wide = 2.2 + Math.sin((i / 11) * Math.PI) * 3
      const x = 30 + bend * (0.4 + i * 0.018)
      blob(context, scale(colour, 0.72 + random() * 0.5), x + between(random, -1.5, 1.5), y, wide, 2.4)
    }
  }
}

const drawSunflower: DrawPlant = (context, random, colour, leaf) => {
  const bend = between(random, -6, 6)
  stem(context, leaf, 30, 24, bend, 3.4)
  blob(context, leaf, 19, 66, 12, 5, 0.5)
  blob(context, scale(leaf, 0.85), 41, 72, 12, 5, -0.5)
  const x = 30 + bend * 0.4
  rays(context, colour, { x, y: 22, count: 18, inner: 15, radiusX: 8, radiusY: 3.4 })
  blob(context, hex('4a2d16'), x, 22, 11, 10)
  blob(context, hex('6b4320'), x - 1, 21, 6.5, 6)
}

const drawDaisy: DrawPlant = (context, random, colour, leaf) => {
  const bend = between(random, -9, 9)
  stem(context, leaf, 25, 18, bend, 1.8)
  const x = 25 + bend * 0.4
  rays(context, colour, { x, y: 15, count: 11, inner: 8.5, radiusX: 6, radiusY: 2.6 })
  blob(context, hex('f3bf2c'), x, 15, 4.6, 4.2)
}

const drawRapeseed: DrawPlant = (context, random, colour, leaf) => {
  stem(context, leaf, 25, 16, between(random, -6, 6), 2)
  for (let i = 0; i < 26; i++) {
    const light = between(random, 0.78, 1.12)
    blob(context, scale(colour, light), 25 + between(random, -13, 13), 4 + random() * 36, 3, 2.6)
  }
}

const drawWheat: DrawPlant = (context, random, colour, leaf) => {
  for (const lean of [-9, 0, 9]) {
    const bend = lean + between(random, -4, 4)
    const top = between(random, 2, 14)
    stem(context, mix(leaf, colour, 0.75), 25, top, bend, 1.3)
    for (let i = 0; i < 9; i++) {
      const x = 25 + bend * (0.4 + i * 0.02) + (i % 2 === 0 ? -1.7 : 1.7)
      blob(
        context,
        scale(colour, 0.78 + random() * 0.4),
        x,
        top + i * 3.2,
        1.7,
        3.2,
        i % 2 === 0 ? -0.4 : 0.4,
      )
    }
  }
}

const drawGrass: DrawPlant = (context, random, colour) => {
  for (let i = 0; i < 17; i++) {
    const root = 40 + between(random, -16, 16)
    const tip = root + between(random, -26, 26)
    const top = between(random, 8, 70)
    const half = between(random, 1, 1.9)
    context.fillStyle = css(scale(colour, 0.7 + random() * 0.5))
    context.beginPath()
    context.moveTo(root - half, 100)
    context.quadraticCurveTo(root - half, (100 + top) / 2, tip, top)
    context.quadraticCurveTo(root + half, (100 + top) / 2, root + half, 100)
    context.fill()
  }
}

const KINDS: Record<string, PlantKind> = {
  tulip: { width: 50, colour: [0.9, 0.22, 0.3], draw: drawCup },
  poppy: { width: 50, colour: [0.9, 0.14, 0.1], draw: drawPoppy },
  lavender: { width: 60, colour: [0.54, 0.38, 0.82], draw: drawLavender },
  sunflower: { width: 60, colour: [0.99, 0.78, 0.12], draw: drawSunflower },
  daisy: { width: 50, colour: [0.97, 0.97, 0.96], draw: drawDaisy },
  rapeseed: { width: 50, colour: [0.98, 0.85, 0.14], draw: drawRapeseed },
  wheat: { width: 50, colour: [0.88, 0.7, 0.34], draw: drawWheat },
  grass: { width: 80, colour: [0.37, 0.58, 0.25], draw: drawGrass },
}

export function plantColour(name: string): Colour {
  return KINDS[name]?.colour ?? COLOUR_WHITE
}

/** One plant, `height` pixels high, rooted in the middle of its lower edge. */
export function drawPlant(
  name: string,
  height: number,
  random: Random,
  colours: { flower: Colour; leaf: Colour },
): Layer {
  const kind = KINDS[name] ?? { width: 50, colour: COLOUR_WHITE, draw: drawDaisy }
  const canvas = createCanvas(Math.ceil((height * kind.width) / 100) + 2, Math.ceil(height) + 2)
  const context = canvas.getContext('2d')
  context.translate(1, 1)
  context.scale(height / 100, height / 100)
  kind.draw(context, random, colours.flower, colours.leaf)
  return layerFromCanvas(canvas)
}
