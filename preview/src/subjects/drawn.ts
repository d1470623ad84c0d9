import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import { fillPath, layerFromCanvas } from '../canvas.ts'
import { type Colour, COLOUR_WHITE, css, mix, scale } from '../colour.ts'
import type { Layer } from '../picture.ts'
import { drawBear } from './bear.ts'
import type { Outfit } from '../prompt/scene.ts'
import { FIGURES } from './figures.ts'
import { randomFor } from '../random.ts'

type Draw = (context: SKRSContext2D, colour: Colour | null, outfit: Outfit, name: string) => void

/** Each draws into a box 100 units high; the width in units is beside it. */
const DRAWINGS: Record<string, { width: number; draw: Draw }> = {
  bear: { width: 80, draw: drawBear },
  panda: { width: 80, draw: drawBear },
  'polar-bear': { width: 80, draw: drawBear },
  balloon: { width: 44, draw: drawBalloon },
  'hot-air-balloon': { width: 74, draw: drawHotAirBalloon },
  sailboat: { width: 84, draw: drawSailboat },
  'paper-boat': { width: 150, draw: drawPaperBoat },
  lantern: { width: 70, draw: drawLantern },
  astronaut: { width: 84, draw: drawAstronaut },
  'cherry-tree': { width: 120, draw: drawCherryTree },
  ...Object.fromEntries(Object.entries(FIGURES).map(([name, draw]) => [name, { width: 80, draw }])),
}

/** How tall somebody under an umbrella is drawn, in parts of the sprite with it. */
export const UNDER_UMBRELLA = 0.84

/** A subject that has no icon, `height` pixels high. */
export function drawSubject(name: string, height: number, colour: Colour | null, outfit: Outfit = {}): Layer {
  const drawing = DRAWINGS[name]
  const canvas: Canvas = createCanvas(Math.ceil((height * (drawing?.width ?? 1)) / 100) + 4, height + 4)
  const context = canvas.getContext('2d')
  context.translate(2, 2)
  context.scale(height / 100, height / 100)
  if (outfit.umbrella !== undefined) {
    context.save()
    context.translate(40, 100)
    context.scale(UNDER_UMBRELLA, UNDER_UMBRELLA)
    context.translate(-40, -100)
  }
  drawing?.draw(context, colour, outfit, name)
  if (outfit.umbrella !== undefined) {
    context.restore()
    drawUmbrella(context, outfit.umbrella ?? [0.62, 0.2, 0.2])
  }
  return layerFromCanvas(canvas)
}

function roundGradient(
  context: SKRSContext2D,
  x: number,
  y: number,
  radius: number,
  stops: [number, Colour][],
) {
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius)
  for (const [at, colour] of stops) gradient.addColorStop(at, css(colour))
  return gradient
}

function drawBalloon(context: SKRSContext2D, colour: Colour | null): void {
  const base = colour ?? [0.9, 0.14, 0.16]
  context.strokeStyle = 'rgba(250,243,235,0.95)'
  context.lineWidth = 0.75
  context.stroke(new Path2D('M22 55C23.5 64 19 70 21.5 78C23.5 86 20.5 92 22.5 99'))
  const body = new Path2D(
    'M22 1C34 1 42.5 11 42.5 23.5C42.5 36.5 32 48 22 53C12 48 1.5 36.5 1.5 23.5C1.5 11 10 1 22 1Z',
  )
  const bright = mix(base, COLOUR_WHITE, 0.28)
  context.fillStyle = roundGradient(context, 15, 14, 46, [
    [0, bright],
    [0.3, base],
    [0.75, scale(base, 0.74)],
    [1, scale(base, 0.5)],
  ])
  fillPath(context, body)
  context.fillStyle = css(scale(base, 0.66))
  fillPath(context, new Path2D('M22 52L19.2 56.4Q22 57.6 24.8 56.4Z'))
  context.save()
  context.clip(body)
  context.fillStyle = 'rgba(255,255,255,0.5)'
  context.translate(12.5, 13)
  context.rotate(0.5)
  context.beginPath()
  context.ellipse(0, 0, 2.7, 6.2, 0, 0, Math.PI * 2)
  context.fill()
  context.restore()
}

function drawHotAirBalloon(context: SKRSContext2D, colour: Colour | null): void {
  const base = colour ?? [0.86, 0.2, 0.16]
  const other: Colour = colour ? mix(base, COLOUR_WHITE, 0.72) : [0.98, 0.8, 0.36]
  const envelope = new Path2D('M37 1C58 1 73 16 73 36C73 54 56 66 45 77H29C18 66 1 54 1 36C1 16 16 1 37 1Z')
  context.save()
  context.clip(envelope)
  const gores = 9
  for (let i = 0; i < gores; i++) {
    // Stripes on a ball: narrow at its sides, wide in its middle.
    const left = -Math.cos((i / gores) * Math.PI)
    const right = -Math.cos(((i + 1) / gores) * Math.PI)
    const gore = new Path2D(
      `M37 0C${37 + left * 50} 6 ${37 + left * 46} 50 ${37 + left * 8} 79H${37 + right * 8}C${37 + right * 46} 50 ${37 + right * 50} 6 37 0Z`,
    )
    context.fillStyle = css(i % 2 === 0 ? base : other)
    fillPath(context, gore)
  }
  context.fillStyle = css(scale(base, 0.78), 0.92)
  fillPath(context, new Path2D('M0 41C20 49 54 49 74 41V47C54 55 20 55 0 47Z'))
  const shade = context.createLinearGradient(0, 0, 74, 0)
  shade.addColorStop(0, 'rgba(20,5,40,0.34)')
  shade.addColorStop(0.3, 'rgba(255,240,220,0.16)')
  shade.addColorStop(0.62, 'rgba(30,5,40,0.08)')
  shade.addColorStop(1, 'rgba(20,5,40,0.48)')
  context.fillStyle = shade
  context.fillRect(0, 0, 74, 80)
  context.restore()
  context.strokeStyle = 'rgba(60,45,40,0.9)'
  context.lineWidth = 0.5
  context.stroke(new Path2D('M29 77L32.6 88M45 77L41.4 88M34 78L35 88M40 78L39 88'))
  context.fillStyle = css(scale(base, 0.6))
  fillPath(context, new Path2D('M29 76.4H45L43.4 80H30.6Z'))
  context.fillStyle = '#5d3b22'
  fillPath(context, new Path2D('M32 88H42L41 96.5Q37 98 33 96.5Z'))
  context.fillStyle = '#8a5e3a'
  context.fillRect(31.6, 87.4, 10.8, 1.7)
}

function drawSailboat(context: SKRSContext2D, colour: Colour | null): void {
  const sail: Colour = colour ?? [0.98, 0.95, 0.9]
  context.fillStyle = css(scale(sail, 0.97))
  fillPath(context, new Path2D('M43.5 6C30 30 17 54 9 78H43.5Z'))
  context.fillStyle = css(scale(sail, 0.84))
  fillPath(context, new Path2D('M46.5 2C60 26 69 52 72 78H46.5Z'))
  context.strokeStyle = 'rgba(80,60,60,0.2)'
  context.lineWidth = 0.6
  context.stroke(new Path2D('M34 24H43.5M26 40H43.5M18 58H43.5M46.5 22H56M46.5 40H64M46.5 59H69'))
  context.strokeStyle = '#5b3a24'
  context.lineWidth = 1.4
  context.stroke(new Path2D('M45 1V84M10 79H72'))
  context.fillStyle = '#6e3f26'
  fillPath(context, new Path2D('M4 83H80C78 92 71 98 62 98H22C13 98 7 92 4 83Z'))
  context.fillStyle = '#f2e7d5'
  fillPath(context, new Path2D('M4 83H80L79 86.5H5.2Z'))
}

function drawPaperBoat(context: SKRSContext2D, colour: Colour | null): void {
  const paper: Colour = colour ?? [0.96, 0.96, 0.98]
  context.fillStyle = css(scale(paper, 0.82))
  fillPath(context, new Path2D('M75 8L104 62H46Z'))
  context.fillStyle = css(scale(paper, 0.95))
  fillPath(context, new Path2D('M75 8L75 62H46Z'))
  context.fillStyle = css(paper)
  fillPath(context, new Path2D('M3 46L46 62H104L147 46L122 97H28Z'))
  context.fillStyle = css(scale(paper, 0.86))
  fillPath(context, new Path2D('M75 62H104L147 46L122 97H75Z'))
}

function drawLantern(context: SKRSContext2D, colour: Colour | null): void {
  const base: Colour = colour ?? [0.95, 0.2, 0.1]
  context.fillStyle = '#6b4416'
  context.fillRect(34, 2, 2, 12)
  context.fillRect(34, 76, 2, 8)
  context.fillStyle = roundGradient(context, 35, 46, 40, [
    [0, mix(base, [1, 0.9, 0.5], 0.75)],
    [0.5, mix(base, [1, 0.6, 0.2], 0.3)],
    [1, scale(base, 0.72)],
  ])
  fillPath(context, new Path2D('M22 16H48C66 26 66 66 48 76H22C4 66 4 26 22 16Z'))
  context.strokeStyle = 'rgba(120,20,10,0.35)'
  context.lineWidth = 1
  context.stroke(
    new Path2D(
      'M35 16V76M28 16C16 30 16 62 28 76M42 16C54 30 54 62 42 76M22 16C4 30 4 62 22 76M48 16C66 30 66 62 48 76',
    ),
  )
  context.fillStyle = '#c8922c'
  context.fillRect(21, 13, 28, 4)
  context.fillRect(21, 75, 28, 4)
  context.strokeStyle = '#d8a23a'
  context.stroke(new Path2D('M32 83V99M35 83V100M38 83V99'))
}

function drawAstronaut(context: SKRSContext2D, colour: Colour | null): void {
  const suit: Colour = colour ?? [0.93, 0.94, 0.97]
  const dark = css(scale(suit, 0.72))
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.fillStyle = dark
  context.beginPath()
  context.roundRect(24, 32, 36, 36, 8) // what it breathes from
  context.fill()
  context.strokeStyle = css(scale(suit, 0.9))
  context.lineWidth = 12
  context.stroke(new Path2D('M33 64L27 80L31 93M51 64L60 78L56 92'))
  context.stroke(new Path2D('M30 42L16 50L10 38M54 42L68 46L76 34'))
  context.strokeStyle = 'rgba(226,96,52,0.95)'
  context.lineWidth = 2.4
  context.stroke(new Path2D('M22.5 77L32 80M55 81L65 76M10 47L20 42M65 51L70 40'))
  context.fillStyle = css(suit)
  context.beginPath()
  context.roundRect(26, 34, 32, 35, 10)
  context.fill()
  context.fillStyle = css([0.3, 0.38, 0.5])
  context.fillRect(34, 49, 16, 10)
  context.fillStyle = css([0.9, 0.35, 0.2])
  context.fillRect(36, 51, 3, 3)
  context.fillStyle = css([0.3, 0.8, 0.6])
  context.fillRect(41, 51, 3, 3)
  context.fillStyle = css(suit)
  context.beginPath()
  context.arc(42, 20, 18, 0, Math.PI * 2)
  context.fill()
  const visor = context.createLinearGradient(30, 8, 54, 32)
  visor.addColorStop(0, '#f7c873')
  visor.addColorStop(0.4, '#a8642e')
  visor.addColorStop(1, '#1a1420')
  context.fillStyle = visor
  context.beginPath()
  context.ellipse(41, 20, 13.5, 11.5, 0, 0, Math.PI * 2)
  context.fill()
}

function drawCherryTree(context: SKRSContext2D, colour: Colour | null): void {
  const blossom: Colour = colour ?? [0.98, 0.68, 0.78]
  const random = randomFor(11, 'cherry tree')
  context.strokeStyle = '#4a2f2a'
  context.lineCap = 'round'
  for (const [width, path] of [
    [6, 'M60 99C57 84 64 76 60 60'],
    [3.6, 'M60 66C50 54 40 52 28 46M60 62C70 50 82 50 94 42'],
    [2.4, 'M60 60C58 44 62 36 58 24M40 53C34 42 32 36 34 28M80 50C84 40 84 34 80 26'],
  ] as const) {
    context.lineWidth = width
    context.stroke(new Path2D(path))
  }
  const clumps = [
    60, 34, 30, 30, 44, 22, 90, 42, 22, 60, 22, 26, 40, 26, 20, 82, 26, 21, 16, 48, 13, 105, 47, 12, 70, 44,
    18, 48, 46, 17,
  ]
  for (let i = 0; i < clumps.length; i += 3) {
    const [cx = 0, cy = 0, size = 0] = clumps.slice(i, i + 3)
    for (let k = 0; k < size * 9; k++) {
      const angle = random() * Math.PI * 2
      const away = Math.sqrt(random()) * size
      const y = cy + Math.sin(angle) * away * 0.72
      const light = 0.72 + 0.34 * random() - ((y - cy) / size) * 0.16
      context.fillStyle = css(mix(scale(blossom, light), COLOUR_WHITE, random() * 0.25), 0.9)
      context.beginPath()
      context.arc(cx + Math.cos(angle) * away, y, 0.7 + random() * 1.3, 0, Math.PI * 2)
      context.fill()
    }
  }
}

/** An umbrella over somebody who is drawn smaller, to leave room for it. */
function drawUmbrella(context: SKRSContext2D, colour: Colour): void {
  context.strokeStyle = css([0.12, 0.115, 0.15])
  context.lineWidth = 1.1
  context.stroke(new Path2D('M33 4V56'))
  for (const [path, light] of [
    [
      'M1 24C3 8 18 2 33 2C48 2 63 8 65 24Q60 20 54 24Q48 20 43.500 24Q38 20 33 24Q28 20 22.500 24Q18 20 12 24Q6 20 1 24Z',
      0.95,
    ],
    ['M33 2C27 6 23 14 22.500 24Q28 20 33 24Q38 20 43.500 24C43 14 39 6 33 2Z', 1.15],
  ] as const) {
    context.fillStyle = css(scale(colour, light))
    fillPath(context, new Path2D(path))
  }
}
