import { createCanvas, Path2D } from '@napi-rs/canvas'
import { fillPath, layerFromCanvas } from './canvas.ts'
import { type Colour, css, mix, scale } from './colour.ts'
import { createLeaves, createPetals } from './layers/nature/falling.ts'
import { createAurora, createRainbow } from './layers/sky/aurora.ts'
import { createBubbles } from './layers/water/underwater.ts'
import { addGlow, type Layer } from './picture.ts'
import type { Extra } from './prompt/scene.ts'
import { between, pick } from './random.ts'
import type { Painter, Stage } from './stage.ts'
import { drawSubject } from './subjects/drawn.ts'
import { stamp } from './subjects/stamp.ts'

/** What is in the sky behind everything that stands before it. */
export function createSkyExtras(stage: Stage): Painter[] {
  return make(stage, {
    aurora: createAurora,
    rainbow: createRainbow,
    meteors: createMeteors,
    fireworks: createFireworks,
    lanterns: createLanterns,
  })
}

/** What flies about in front. */
export function createNearExtras(stage: Stage): Painter[] {
  return make(stage, {
    fireflies: createFireflies,
    petals: createPetals,
    leaves: createLeaves,
    birds: createBirds,
    bubbles: createBubbles,
  })
}

function make(stage: Stage, makers: Partial<Record<Extra, (stage: Stage) => Painter>>): Painter[] {
  return stage.spec.extras.flatMap((extra) => makers[extra]?.(stage) ?? [])
}

function createMeteors(stage: Stage): Painter {
  const { unit, width, duration_s } = stage
  const random = stage.randomFor('meteors')
  const ceiling = Math.min(stage.horizon, stage.height)
  const meteors = Array.from({ length: Math.ceil(duration_s * 1.6) }, (_, i) => ({
    at_s: (i + random()) / 1.6 - 0.3,
    x: between(random, 0.1, 1.15) * width,
    y: between(random, -0.05, 0.45) * ceiling,
    speed: between(random, 0.55, 0.9) * unit,
    light: between(random, 0.5, 1.2),
  }))
  return {
    paint(picture, { t_s, view }) {
      for (const { at_s, x, y, speed, light } of meteors) {
        const age = (t_s - at_s) / 0.8
        if (age <= 0 || age >= 1) continue
        const [hx, hy] = [x - speed * age * 0.8 * 0.86, y + speed * age * 0.8 * 0.5 + view.tilt_px]
        const fade = Math.sin(age * Math.PI) * light
        for (let k = 0; k < 46; k++) {
          const rest = (1 - k / 46) ** 2
          addGlow(
            picture,
            hx + k * unit * 0.0052 * 0.86,
            hy - k * unit * 0.0052 * 0.5,
            unit * (0.0022 + 0.0032 * rest),
            scale([0.8, 0.95, 1.1], fade * rest * 0.8),
          )
        }
      }
    },
  }
}

const SPARKS: readonly [Colour, ...Colour[]] = [
  [1, 0.32, 0.22],
  [1, 0.75, 0.25],
  [0.35, 0.9, 0.5],
  [0.4, 0.6, 1],
  [0.95, 0.4, 0.9],
  [1, 0.92, 0.75],
]

function createFireworks(stage: Stage): Painter {
  const { unit, width, duration_s } = stage
  const random = stage.randomFor('fireworks')
  const ceiling = Math.min(stage.horizon, stage.height)
  const bursts = Array.from({ length: Math.ceil(duration_s * 1.5) + 2 }, (_, i) => ({
    at_s: (i + random() * 0.7) / 1.5 - 0.9,
    x: between(random, 0.14, 0.86) * width,
    y: between(random, 0.1, 0.36) * ceiling,
    reach: between(random, 0.12, 0.22) * unit,
    colour: pick(random, SPARKS),
    sparks: Array.from({ length: 74 }, () => ({
      angle: random() * Math.PI * 2,
      speed: Math.sqrt(random()) * 0.35 + 0.65,
      lift: between(random, -1, 1),
    })),
  }))
  return {
    paint(picture, { t_s, view }) {
      for (const { at_s, x, y, reach, colour, sparks } of bursts) {
        const age = (t_s - at_s) / 1.9
        if (age <= 0 || age >= 1) continue
        const open = 1 - (1 - Math.min(1, age * 1.25)) ** 3
        const fade = (1 - age) ** 1.4
        addGlow(picture, x, y + view.tilt_px, reach * (0.5 + open), scale(colour, 0.3 * fade))
        for (const { angle, speed, lift } of sparks) {
          for (let trail = 0; trail < 4; trail++) {
            const way = Math.max(0, open - trail * 0.045) * speed * reach
            const px = x + Math.cos(angle) * way * (1 - Math.abs(lift) * 0.3)
            const py = y + Math.sin(angle) * way + age * age * unit * 0.07 + view.tilt_px
            const light =
              fade * (1 - trail * 0.24) * (age > 0.6 ? 0.6 + 0.4 * Math.sin(t_s * 40 + angle * 9) : 1)
            addGlow(
              picture,
              px,
              py,
              unit * (0.0068 - trail * 0.001),
              scale(mix(colour, [1.2, 1.2, 1.2], 0.35 * (1 - age)), light * 1.1),
            )
          }
        }
      }
    },
  }
}

/** Paper lanterns that rise into the night, many far ones and a few near. */
function createLanterns(stage: Stage): Painter {
  const { unit, width, height } = stage
  const random = stage.randomFor('lanterns')
  const sprite = glowing(drawSubject('lantern', Math.ceil(unit * 0.11), null))
  const lanterns = Array.from({ length: 64 }, () => {
    const near = random() ** 2
    return { x: random(), y: random(), near, phase: random() * 6 }
  }).toSorted((a, b) => a.near - b.near)
  return {
    paint(picture, { t_s, view }) {
      for (const { x, y, near, phase } of lanterns) {
        const size = 0.1 + near * 0.85
        const way = height * 1.15
        const rise = y * way - t_s * unit * (0.008 + near * 0.03) * stage.spec.pace
        const row = rise - Math.floor(rise / way) * way - height * 0.12 + view.tilt_px
        const limit = stage.horizon * (0.95 + near * 0.1)
        if (row > limit) continue
        const column =
          x * width * 1.1 -
          width * 0.05 +
          Math.sin(t_s * 0.5 + phase) * unit * 0.012 -
          view.truck_px * (0.1 + near * 0.8)
        const flicker = 0.88 + 0.12 * Math.sin(t_s * 6 + phase * 3)
        addGlow(picture, column, row, unit * 0.085 * (0.25 + size), scale([0.85, 0.36, 0.1], 0.5 * flicker))
        stamp(picture, sprite, {
          x: column,
          y: row,
          scaleX: size,
          scaleY: size,
          angle: Math.sin(t_s * 0.8 + phase) * 0.06,
        })
      }
    },
  }
}

function glowing(sprite: Layer): Layer {
  return { ...sprite, rgba: sprite.rgba.map((part, i) => (i % 4 === 3 ? part : part * 1.35)) }
}

function createFireflies(stage: Stage): Painter {
  const { unit, width, height } = stage
  const random = stage.randomFor('fireflies')
  const top = Math.min(stage.horizon, height) * 0.75
  const colour: Colour = stage.spec.style === 'neon' ? [0.5, 0.8, 1] : [1, 0.85, 0.35]
  const flies = Array.from({ length: 70 }, () => ({
    x: random() * width,
    y: between(random, top, height),
    phase: random() * 6,
    near: random(),
  }))
  return {
    paint(picture, { t_s, view }) {
      for (const { x, y, phase, near } of flies) {
        const light = Math.max(0, Math.sin(t_s * (1 + near) + phase)) ** 1.5
        const column =
          x +
          (Math.sin(t_s * 0.6 + phase) + Math.sin(t_s * 0.37 + phase * 2.3)) * unit * 0.03 -
          view.truck_px * near
        const row = y + Math.sin(t_s * 0.8 + phase * 1.7) * unit * 0.025 + view.tilt_px
        addGlow(picture, column, row, unit * (0.006 + near * 0.006), scale(colour, light * 1.3))
        addGlow(picture, column, row, unit * (0.022 + near * 0.03), scale(colour, light * 0.22))
      }
    },
  }
}

/** A flock far away: wings as two bows that beat, each bird in its own time. */
function createBirds(stage: Stage): Painter {
  const { unit, palette, duration_s, width } = stage
  const random = stage.randomFor('birds')
  const ceiling = Math.min(stage.horizon, stage.height)
  const side = stage.sun.x < stage.middle ? 1 : -1
  const phases = 8
  const size = Math.max(8, Math.round(unit * 0.045))
  const colour = css(mix(scale(palette.ambient, 0.3), palette.haze, 0.14))
  const wings = Array.from({ length: phases }, (_, i) => {
    const lift = Math.sin((i / phases) * Math.PI * 2)
    const canvas = createCanvas(size, size)
    const context = canvas.getContext('2d')
    context.scale(size / 40, size / 40)
    context.fillStyle = colour
    const tip = 20 - lift * 10
    fillPath(
      context,
      new Path2D(
        `M20 21.6Q12 ${15 - lift * 6} 2 ${tip}Q12 ${19 - lift * 4} 20 24.4Q28 ${19 - lift * 4} 38 ${tip}Q28 ${15 - lift * 6} 20 21.6Z`,
      ),
    )
    return layerFromCanvas(canvas)
  })
  const flock = Array.from({ length: 9 }, (_, i) => ({
    x:
      (i === 0 ? 0 : (i % 2 === 0 ? 1 : -1) * Math.ceil(i / 2)) * 0.055 * unit +
      between(random, -0.02, 0.02) * unit,
    y: Math.ceil(i / 2) * 0.022 * unit + between(random, -0.016, 0.016) * unit,
    scale: between(random, 0.55, 1),
    phase: random(),
  }))
  const start = { x: stage.middle + side * width * 0.2, y: ceiling * between(random, 0.26, 0.4) }
  return {
    paint(picture, { t_s, view }) {
      for (const bird of flock) {
        const beat = (t_s * 2.3 + bird.phase) % 1
        stamp(picture, wings[Math.floor(beat * phases) % phases]!, {
          x: start.x + bird.x - side * unit * 0.045 * (t_s - duration_s / 2) - view.truck_px * 0.1,
          y: start.y + bird.y + Math.sin(t_s * 0.9 + bird.phase * 6) * unit * 0.008 + view.tilt_px,
          scaleX: bird.scale,
          scaleY: bird.scale,
          angle: side * 0.05,
        })
      }
    },
  }
}
