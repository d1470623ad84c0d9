import { type Colour, hex, luminance, mix, multiply, scale } from './colour.ts'
import type { SceneSpec, TimeOfDay, Weather } from './prompt/scene.ts'

/** The light of a scene, by time of day and weather. */
export interface Palette {
  /** From the horizon upwards, under the sun: at heights 0, 0.1, 0.3, 0.6 and 1 of the sky. */
  sky: readonly [Colour, Colour, Colour, Colour, Colour]
  /** The horizon far from the sun. */
  away: Colour
  /** Above 1: it glows. */
  sun: Colour
  /** The sun's light around it. */
  glow: Colour
  /** The sun's height over the horizon in parts of the sky. */
  sunHeight: number
  /** The sun's radius in parts of the shorter side; 0 hides it. */
  sunSize: number
  /** What sunlit and what shaded things are multiplied by. */
  light: Colour
  ambient: Colour
  /** What far things fade into. */
  haze: Colour
  hazeDepth: number
  cloudLit: Colour
  cloudShade: Colour
  /** 0: none, 1: overcast. */
  cloudCover: number
  water: Colour
  stars: number
  isNight: boolean
}

const TIMES: Record<TimeOfDay, Palette> = {
  sunset: {
    sky: [hex('ffb15c'), hex('fd8a54'), hex('dc6379'), hex('7d4d93'), hex('2c2f6d')],
    away: hex('c9748c'),
    sun: [3.2, 2.5, 1.55],
    glow: [0.95, 0.5, 0.2],
    sunHeight: 0.085,
    sunSize: 0.042,
    light: [1.2, 0.82, 0.58],
    ambient: [0.5, 0.42, 0.56],
    haze: hex('e38a72'),
    hazeDepth: 1,
    cloudLit: hex('ffb48a'),
    cloudShade: hex('7b4b80'),
    cloudCover: 0.42,
    water: hex('1d1f4a'),
    stars: 0.12,
    isNight: false,
  },
  dawn: {
    sky: [hex('ffdcae'), hex('fdc3ac'), hex('e6aebd'), hex('a3a4d3'), hex('5a7fbd')],
    away: hex('cdb4cf'),
    sun: [2.8, 2.45, 1.95],
    glow: [0.7, 0.5, 0.32],
    sunHeight: 0.16,
    sunSize: 0.038,
    light: [1.15, 0.98, 0.82],
    ambient: [0.62, 0.62, 0.74],
    haze: hex('eec5bd'),
    hazeDepth: 1.25,
    cloudLit: hex('ffe3d0'),
    cloudShade: hex('a58fb4'),
    cloudCover: 0.4,
    water: hex('32517d'),
    stars: 0,
    isNight: false,
  },
  day: {
    sky: [hex('d3e9f1'), hex('b3d9f0'), hex('83bfec'), hex('4b96dd'), hex('2365b8')],
    away: hex('c3deed'),
    sun: [2.6, 2.5, 2.25],
    glow: [0.5, 0.46, 0.36],
    sunHeight: 0.74,
    sunSize: 0.034,
    light: [1.12, 1.08, 0.98],
    ambient: [0.66, 0.72, 0.82],
    haze: hex('c0dcec'),
    hazeDepth: 0.85,
    cloudLit: hex('ffffff'),
    cloudShade: hex('a3b6cd'),
    cloudCover: 0.42,
    water: hex('0f4f7e'),
    stars: 0,
    isNight: false,
  },
  night: {
    sky: [hex('2c4a72'), hex('22406b'), hex('152c55'), hex('0b1a3b'), hex('050c22')],
    away: hex('1e3560'),
    sun: [1.28, 1.3, 1.34],
    glow: [0.16, 0.22, 0.34],
    sunHeight: 0.62,
    sunSize: 0.05,
    light: [0.5, 0.58, 0.78],
    ambient: [0.2, 0.25, 0.4],
    haze: hex('22406a'),
    hazeDepth: 0.9,
    cloudLit: hex('54688f'),
    cloudShade: hex('14233f'),
    cloudCover: 0.3,
    water: hex('061026'),
    stars: 1,
    isNight: true,
  },
}

/** Pulls a colour toward the grey of a covered sky. */
function dull(colour: Colour, amount: number, shade: number): Colour {
  const grey = luminance(colour)
  return mix(colour, [grey * 0.94 * shade, grey * 0.99 * shade, grey * 1.07 * shade], amount)
}

function covered(palette: Palette, amount: number, shade: number): Palette {
  const sky = palette.sky.map((colour, i) =>
    mix(dull(colour, amount, shade), dull(palette.sky[1], amount, shade), amount * 0.45 * (i / 4)),
  )
  const [a, b, c, d, e] = sky as [Colour, Colour, Colour, Colour, Colour]
  const grey = (colour: Colour) => dull(colour, amount * 0.85, shade)
  return {
    ...palette,
    sky: [a, b, c, d, e],
    away: grey(palette.away),
    sun: mix(palette.sun, grey(palette.sky[0]), amount * 0.6),
    glow: scale(grey(palette.glow), 1 - amount * 0.7),
    light: scale(grey(palette.light), 1 - amount * 0.25),
    ambient: grey(palette.ambient),
    haze: grey(palette.haze),
    hazeDepth: palette.hazeDepth * (1 + amount * 0.7),
    cloudLit: grey(palette.cloudLit),
    cloudShade: grey(palette.cloudShade),
    cloudCover: Math.max(palette.cloudCover, 0.4 + amount * 0.5),
    water: multiply(grey(palette.water), [0.9, 0.95, 1]),
    stars: palette.stars * (1 - amount),
  }
}

const WEATHERS: Record<Weather, (palette: Palette) => Palette> = {
  clear: (palette) => ({ ...palette, cloudCover: palette.cloudCover * 0.7 }),
  clouds: (palette) => ({ ...palette, cloudCover: 0.72 }),
  rain: (palette) => ({ ...covered(palette, 0.68, 0.72), sunSize: 0 }),
  snow: (palette) => ({ ...covered(palette, 0.55, 1.02), sunSize: palette.sunSize * 0.8 }),
  fog: (palette) => ({ ...covered(palette, 0.45, 1), hazeDepth: 3.2 }),
  storm: (palette) => ({ ...covered(palette, 0.85, 0.42), sunSize: 0, cloudCover: 0.95 }),
}

/** The light a scene is in. */
export function paletteOf({ time, weather, style }: SceneSpec): Palette {
  const base = TIMES[time]
  return WEATHERS[weather](style === 'neon' ? neon(base) : base)
}

function neon(palette: Palette): Palette {
  if (!palette.isNight) return palette
  return {
    ...palette,
    sky: [hex('6b2a7c'), hex('47237a'), hex('2a1a5e'), hex('161041'), hex('0a0724')],
    away: hex('2b2a73'),
    haze: hex('4a2a78'),
    cloudLit: hex('8a4aa0'),
    cloudShade: hex('1d1545'),
  }
}
