import { clamp, mix, scale as dim } from '../colour.ts'
import { addGlow, type Layer, type Picture } from '../picture.ts'
import { isPortrait } from '../layers/portrait.ts'
import type { Setting, SubjectSpec } from '../prompt/scene.ts'
import type { Moment, Painter, Stage } from '../stage.ts'
import { isPerson, type SubjectKind, SUBJECTS } from './catalogue.ts'
import { UNDER_UMBRELLA } from './drawn.ts'
import { lit, type Lighting } from './light.ts'
import { createPath, type Ground, motionOn, type Path } from './motion.ts'
import { createSprite, footOf } from './sprites.ts'
import { type Placement, stamp, stampShadow } from './stamp.ts'

/** Where a scene lets things stand. */
export interface Footing {
  ground: Ground
  /** The row on which near things stand. */
  y: number
}

export interface Cast {
  /** What is in the air: over water it is painted twice, before it for its mirror image, and after it. */
  air: Painter[]
  ground: Painter[]
}

interface Actor {
  sprite: Layer
  path: Path
  foot: number
  glows: boolean
  isFlame: boolean
}

const GLOWING = new Set([
  'lantern',
  'campfire',
  'candle',
  'light-bulb',
  'jack-o-lantern',
  'glowing-star',
  'crystal-ball',
  'phoenix',
])

/** Where the camera is nearer than in the open. */
const CLOSE: Partial<Record<Setting, number>> = { room: 2, street: 1.5 }

/** Everything the prompt names, lit as the scene is. */
export function createCast(stage: Stage, footing: Footing): Cast {
  const cast: Cast = { air: [], ground: [] }
  const random = stage.randomFor('cast')
  // Away from the sun, so that both can be seen.
  const side = stage.sun.x < stage.middle ? 1 : -1
  const portrait = isPortrait(stage.spec)
  for (const [order, spec] of stage.spec.subjects.entries()) {
    const kind = SUBJECTS.get(spec.name)
    if (!kind || (footing.ground === 'table') !== restsOnTable(stage, kind)) continue
    if (portrait && isPerson(spec.name)) continue
    const motion = motionOn(kind, footing.ground, stage.spec.setting === 'underwater')
    const turned = order % 2 === 0 ? side : -side
    const near = footing.ground === 'land' && kind.motion !== 'crawl' ? (CLOSE[stage.spec.setting] ?? 1) : 1
    const size =
      kind.size *
      stage.unit *
      near *
      (order === 0 || isPerson(spec.name) ? 1 : 0.8) *
      (spec.count > 2 ? 0.78 : 1) *
      (spec.outfit.umbrella === undefined ? 1 : 1 / UNDER_UMBRELLA)
    const flat = createSprite(spec, kind, size * 1.12)
    const actors: Actor[] = Array.from({ length: spec.count }, (_, index) => {
      const path = createPath({
        motion,
        stage,
        random,
        index,
        count: spec.count,
        size,
        groundY: footing.y,
        side: turned,
      })
      const middle = path.at(stage.duration_s / 2)
      const sprite = lit(flat, lightingAt(stage, spec, middle.x, middle.y, path.scale))
      return { sprite, path, foot: footOf(flat), glows: GLOWING.has(spec.name), isFlame: motion === 'rise' }
    })
    actors.sort((a, b) => a.path.scale - b.path.scale)
    const onGround = ['walk', 'drive', 'crawl', 'stand', 'float', 'leap'].includes(motion)
    const depth = onGround ? 1 : 0.45
    const painter: Painter = {
      paint(picture, moment) {
        for (const actor of actors)
          paintActor(picture, actor, moment, {
            stage,
            kind,
            footing,
            onGround,
            depth,
            leaps: motion === 'leap',
          })
      },
    }
    ;(onGround ? cast.ground : cast.air).push(painter)
  }
  return cast
}

/** Whether a thing lies on a table: nothing does in space, nor under water. */
function restsOnTable({ spec }: Stage, { motion }: SubjectKind): boolean {
  return motion === 'rest' && spec.setting !== 'space' && spec.setting !== 'underwater'
}

/** What lies on a table, where the prompt names such a thing. */
export function hasTable(stage: Stage): boolean {
  return stage.spec.subjects.some(({ name }) => {
    const kind = SUBJECTS.get(name)
    return kind !== undefined && restsOnTable(stage, kind)
  })
}

/** How much of it is under water, in parts of its height, where it is more than a keel. */
const SINKS: Record<string, number> = { 'spouting-whale': 0.15, duck: 0.1, swan: 0.08, 'person-surfing': 0.1 }

/** In space light is hard and white, whatever the hour. */
const STARLIGHT = { light: [1.35, 1.32, 1.28], ambient: [0.3, 0.33, 0.42], isNight: true } as const

function lightingAt(stage: Stage, spec: SubjectSpec, x: number, y: number, scale: number): Lighting {
  const { sun } = stage
  const palette = stage.spec.setting === 'space' ? { ...stage.palette, ...STARLIGHT } : stage.palette
  const [dx, dy] = [sun.x - x, sun.y - y]
  const length = Math.hypot(dx, dy) || 1
  const low = palette.sunHeight < 0.3 && !palette.isNight
  // Against a low sun things are dark, but a colour that was asked for must still be seen.
  const against = low ? (spec.colour ? 1.08 : 0.9) : 1
  return {
    light: dim(palette.light, against),
    ambient: dim(palette.ambient, against),
    rim: palette.sunSize > 0 ? dim(palette.glow, low ? 1.1 : 0.5) : [0, 0, 0],
    direction: [dx / length, dy / length],
    distance: clamp((1 - scale) * 0.35 * palette.hazeDepth, 0, 0.6),
    haze: palette.haze,
  }
}

interface Scene {
  stage: Stage
  kind: SubjectKind
  footing: Footing
  onGround: boolean
  depth: number
  leaps: boolean
}

function paintActor(picture: Picture, actor: Actor, { t_s, view }: Moment, scene: Scene): void {
  const { stage, footing, onGround, depth, leaps, kind } = scene
  const sink = SINKS[kind.icon ?? ''] ?? 0.03
  const { sprite, path, foot } = actor
  const pose = path.at(t_s)
  const zoom = 1 + (view.zoom - 1) * depth * path.scale
  const x = stage.middle + (pose.x - stage.middle) * zoom - view.truck_px * depth * path.scale
  const y = stage.horizon + (pose.y - stage.horizon) * (onGround ? zoom : 1) + view.tilt_px
  const scale = (path.scale * zoom) / 1.12
  const mirror = kind.faces !== 'front' && path.heading > 0 ? -1 : 1
  const height = sprite.height * scale * pose.stretchY
  const placement: Placement = {
    x,
    y: onGround && !leaps ? y - height * foot : y,
    scaleX: scale * pose.stretchX * mirror,
    scaleY: scale * pose.stretchY,
    angle: pose.angle,
  }
  if (onGround && footing.ground === 'water') {
    const shore = leaps
      ? stage.horizon + (footing.y - stage.horizon) * zoom + view.tilt_px
      : y - height * sink
    const waver = (row: number) =>
      Math.sin((row - shore) * (90 / stage.unit) - t_s * 2.4) *
      stage.unit *
      0.005 *
      (1 + (row - shore) / height)
    const mirrored = {
      ...placement,
      y: 2 * shore - placement.y,
      scaleY: -placement.scaleY,
      angle: -pose.angle,
      opacity: 0.5,
      waver,
      fadeRows: height * 1.25,
    }
    if (!leaps || pose.y < footing.y) stamp(picture, sprite, mirrored)
    if (leaps) stamp(picture, sprite, { ...placement, endRow: Math.round(shore) })
    else {
      stampShadow(picture, x, shore, sprite.width * scale * 0.42, Math.max(2, height * 0.035), 0.4)
      stamp(picture, sprite, { ...placement, endRow: Math.round(shore + height * 0.02) })
    }
  } else {
    if (onGround) stampShadow(picture, x, y, sprite.width * scale * 0.44, height * 0.05, 0.45)
    stamp(picture, sprite, placement)
  }
  if (actor.glows) {
    const flicker = 0.85 + 0.15 * Math.sin(t_s * 7 + pose.x)
    addGlow(
      picture,
      x,
      placement.y,
      height * 1.3,
      dim(mix([1, 0.55, 0.2], [1, 0.8, 0.5], 0.3), 0.42 * flicker),
    )
  }
  if (actor.isFlame) paintFlame(picture, x, placement.y, height, t_s)
}

/** The fire behind a rocket that flies up and right, as the icon does. */
function paintFlame(picture: Picture, x: number, y: number, height: number, t_s: number): void {
  for (let i = 0; i < 9; i++) {
    const away = height * (0.42 + i * 0.085)
    const flutter = Math.sin(t_s * 23 + i * 2.1) * height * 0.012
    const size = height * (0.17 - i * 0.012)
    addGlow(
      picture,
      x - away * 0.72 + flutter,
      y + away * 0.72 - flutter,
      size,
      dim(mix([1.3, 1.05, 0.6], [1, 0.35, 0.12], i / 8), 0.9 - i * 0.09),
    )
  }
}
