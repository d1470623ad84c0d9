import { between, type Random } from '../random.ts'
import type { Stage } from '../stage.ts'
import type { Motion, SubjectKind } from './catalogue.ts'

/** Where one copy of a subject is at a moment. `y` is its middle in the air, and what it stands on elsewhere. */
export interface Pose {
  x: number
  y: number
  angle: number
  /** Wings and breath: against the width and height at rest. */
  stretchX: number
  stretchY: number
}

export interface Path {
  /** 1 for the nearest copy, less for those behind. */
  scale: number
  /** 1: to the right. */
  heading: 1 | -1
  at(t_s: number): Pose
}

/** What is under a subject: decides its shadow, its mirror image, and where it may stand. */
export type Ground = 'land' | 'water' | 'none' | 'table'

/** How a thing moves where it is: what walks cannot walk in space, what swims leaps out of a lake. */
export function motionOn(kind: SubjectKind, ground: Ground, underwater: boolean): Motion {
  const { motion } = kind
  if (motion === 'rest') return ground === 'table' ? 'stand' : 'drift'
  if (underwater)
    return motion === 'crawl' || motion === 'stand'
      ? motion
      : motion === 'swim' || motion === 'leap' || motion === 'float'
        ? 'swim'
        : 'drift'
  if (motion === 'swim') return ground === 'water' ? 'leap' : 'hover'
  if (motion === 'leap' || motion === 'float')
    return ground === 'water' ? motion : ground === 'land' ? 'stand' : 'drift'
  if (motion === 'walk' || motion === 'drive' || motion === 'crawl')
    return ground === 'none' ? 'drift' : motion
  if (motion === 'stand' && ground === 'none') return 'drift'
  return motion
}

interface Start {
  motion: Motion
  stage: Stage
  random: Random
  /** Which copy, of how many. */
  index: number
  count: number
  /** Height of a copy of scale 1, in pixels. */
  size: number
  /** Where things on the ground stand. */
  groundY: number
  /** -1: left of the middle, 1: right. */
  side: number
}

/** The way of one copy through the film: a pure function of time. */
export function createPath(start: Start): Path {
  const { motion } = start
  if (
    motion === 'walk' ||
    motion === 'drive' ||
    motion === 'crawl' ||
    motion === 'stand' ||
    motion === 'float' ||
    motion === 'leap'
  ) {
    return groundPath(start)
  }
  return airPath(start)
}

const GAIT: Partial<Record<Motion, { speed: number; step_hz: number; hop: number; sway: number }>> = {
  walk: { speed: 0.085, step_hz: 1.7, hop: 0.035, sway: 0.03 },
  drive: { speed: 0.17, step_hz: 5, hop: 0.005, sway: 0.006 },
  crawl: { speed: 0.03, step_hz: 1.2, hop: 0.01, sway: 0.02 },
  stand: { speed: 0, step_hz: 0, hop: 0, sway: 0 },
  float: { speed: 0.035, step_hz: 0.32, hop: 0.022, sway: 0.028 },
}

function groundPath({ motion, stage, random, index, count, size, groundY, side }: Start): Path {
  const { width, horizon, unit, duration_s, spec } = stage
  const depth = count === 1 ? 0 : index / count
  const scale = 1 - depth * 0.5
  const heading = side > 0 ? -1 : 1
  const baseY = groundY - (groundY - Math.min(horizon, groundY)) * (1 - scale) * 0.9
  const gait = GAIT[motion] ?? { speed: 0.07, step_hz: 0, hop: 0, sway: 0 }
  const speed = gait.speed * unit * (0.6 + 0.4 * spec.pace) * scale * heading
  const spread = count === 1 ? 0 : (index - (count - 1) / 2) * Math.min(size * 1.05, (width * 0.8) / count)
  const middle =
    width * (0.5 + side * (count === 1 ? 0.15 : 0.03)) + spread + between(random, -0.04, 0.04) * unit
  const phase = random()
  if (motion === 'leap') return leapPath({ scale, heading, middle, baseY, size, phase, duration_s })
  return {
    scale,
    heading,
    at(t_s) {
      const step = t_s * gait.step_hz * (0.75 + 0.25 * spec.pace) + phase
      const swing = Math.sin(step * Math.PI * 2)
      const rise = motion === 'float' ? swing : Math.abs(Math.sin(step * Math.PI))
      return {
        x: middle + speed * (t_s - duration_s / 2),
        y: baseY - rise * gait.hop * size * scale,
        angle: motion === 'float' ? Math.sin(step * Math.PI * 2 + 1) * gait.sway : swing * gait.sway,
        stretchX: 1,
        stretchY: 1,
      }
    },
  }
}

/** Out of the water in a bow, and under it between: every three seconds. */
function leapPath({
  scale,
  heading,
  middle,
  baseY,
  size,
  phase,
  duration_s,
}: {
  scale: number
  heading: 1 | -1
  middle: number
  baseY: number
  size: number
  phase: number
  duration_s: number
}): Path {
  const period_s = 3
  const reach = size * scale * 1.5
  return {
    scale,
    heading,
    at(t_s) {
      const turn = t_s / period_s + phase * 0.4 + 0.55
      const p = turn - Math.floor(turn)
      const bow = Math.sin(p * Math.PI * 2 - 0.35)
      const slope = Math.cos(p * Math.PI * 2 - 0.35)
      return {
        x: middle + heading * (t_s - duration_s / 2) * reach * 0.34,
        y: baseY + size * scale * 0.5 - bow * reach * 0.62,
        angle: -heading * slope * 0.6,
        stretchX: 1,
        stretchY: 1,
      }
    },
  }
}

function airPath({ motion, stage, random, index, count, size, side }: Start): Path {
  const { width, height, unit, duration_s, spec } = stage
  const ceiling = Math.min(stage.horizon > 0 ? stage.horizon : height, height)
  const scale = index === 0 ? 1 : between(random, 0.35, 0.72)
  const heading = motion === 'rise' || side < 0 ? 1 : -1
  const spread = count === 1 ? 0 : (index / Math.max(1, count - 1) - 0.5) * width * 0.62 * -side
  const high =
    motion === 'swim' ? between(random, 0.34, 0.62) * height : airHeight(motion, size, ceiling, height, stage)
  const x0 = width * (0.5 + side * (count === 1 ? 0.13 : 0.04)) + (index === 0 ? spread * 0.4 : spread)
  const y0 = high + (index === 0 ? 0 : between(random, -0.2, 0.12) * Math.min(ceiling, unit))
  const phase = random() * Math.PI * 2
  const pace = 0.6 + 0.4 * spec.pace
  const fast =
    { drift: 0.046, hover: 0.006, fly: 0.075, flutter: 0.035, swim: 0.045, rise: 0.03 }[motion as 'drift'] ??
    0.03
  return {
    scale,
    heading,
    at(t_s) {
      const t = t_s - duration_s / 2
      const x = x0 + heading * fast * unit * pace * t
      const slow = Math.sin(t_s * 0.9 + phase)
      const bob = Math.sin(t_s * 1.3 + phase * 1.7)
      switch (motion) {
        case 'flutter': {
          const flap = Math.abs(Math.cos(t_s * 9.5 * pace + phase))
          return {
            x: x + slow * unit * 0.03,
            y: y0 + Math.sin(t_s * 2.1 + phase) * unit * 0.026,
            angle: heading * 0.2 + bob * 0.1,
            stretchX: 0.4 + 0.6 * flap,
            stretchY: 1,
          }
        }
        case 'swim':
          return {
            x,
            y: y0 + slow * unit * 0.012,
            angle: slow * 0.05,
            stretchX: 1 + 0.035 * Math.sin(t_s * 6 + phase),
            stretchY: 1,
          }
        case 'fly':
          return {
            x,
            y: y0 + slow * unit * 0.014,
            angle: bob * 0.03 * -heading,
            stretchX: 1,
            stretchY: 1 + 0.03 * Math.sin(t_s * 5 + phase),
          }
        case 'rise':
          return {
            x: x + unit * 0.03 * t,
            y: y0 - unit * 0.055 * pace * t,
            angle: bob * 0.012,
            stretchX: 1,
            stretchY: 1,
          }
        case 'drift':
        case 'hover':
        case 'walk':
        case 'drive':
        case 'crawl':
        case 'stand':
        case 'rest':
        case 'float':
        case 'leap':
        default:
          return {
            x,
            y: y0 - unit * 0.008 * t + slow * unit * 0.011,
            angle: bob * 0.045,
            stretchX: 1,
            stretchY: 1,
          }
      }
    },
  }
}

/** High enough to be in the sky, low enough to be whole. */
function airHeight(motion: Motion, size: number, ceiling: number, height: number, stage: Stage): number {
  const wanted = motion === 'flutter' ? ceiling * 0.9 : ceiling * 0.5
  const middle = stage.spec.setting === 'space' || ceiling < height * 0.3 ? height * 0.45 : wanted
  return Math.max(size * 0.56 + height * 0.03, middle)
}
