import { hex, mix, scale } from './colour.ts'
import { createNearExtras, createSkyExtras } from './extras.ts'
import { createBank } from './layers/water/bank.ts'
import { createBeach } from './layers/water/beach.ts'
import { createBridges } from './layers/city/bridge.ts'
import { createCity } from './layers/city/city.ts'
import { createClouds } from './layers/sky/clouds.ts'
import { createCloudSea } from './layers/sky/cloudsea.ts'
import { createBamboo, createBambooSides } from './layers/nature/bamboo.ts'
import { createFuji } from './layers/nature/fuji.ts'
import { createForest, createTreeline, type TreelineOptions } from './layers/nature/forest.ts'
import { createGround } from './layers/nature/ground.ts'
import { createMeadow } from './layers/nature/meadow.ts'
import { createMist } from './layers/sky/mist.ts'
import { createMountains, type MountainOptions } from './layers/nature/mountains.ts'
import { createPortrait, isPortrait } from './layers/portrait.ts'
import { createShafts } from './layers/sky/shafts.ts'
import { createSky } from './layers/sky/sky.ts'
import { createNebula, createPlanet } from './layers/sky/space.ts'
import { createBubbles, createUnderwater } from './layers/water/underwater.ts'
import { createRoom } from './layers/indoors/room.ts'
import { createStreet } from './layers/city/street.ts'
import { createTable, tableRow } from './layers/indoors/table.ts'
import { createWater } from './layers/water/water.ts'
import type { Extra, Setting } from './prompt/scene.ts'
import type { Painter, Stage } from './stage.ts'
import { standsOnLand } from './subjects/catalogue.ts'
import { createCast, hasTable } from './subjects/subjects.ts'
import { createWeather } from './weather.ts'

const PEAKS: MountainOptions = {
  ranges: [90, 62, 42, 27, 17],
  rise: 0.33,
  snowLine: 0.42,
  round: false,
  ground: hex('4d6338'),
  mist: 1,
}
const HILLS: MountainOptions = {
  ranges: [60, 40, 26],
  rise: 0.26,
  snowLine: 2,
  round: true,
  ground: hex('5b7a45'),
  mist: 0.5,
}

const COPSES: TreelineOptions = { distance: [24, 34], height: 2.3, firs: 0 }
const PINES: TreelineOptions = { distance: [8, 9.5], height: 0.85, firs: 1 }

/** The layers of a scene, from far to near. */
export function composeScene(stage: Stage): Painter[] {
  return [
    ...SCENES[stage.spec.setting](stage),
    ...(hasBambooBeside(stage) ? [createBambooSides(stage)] : []),
    ...createNearExtras(stage),
    ...(stage.spec.setting === 'room' ? [] : createWeather(stage)),
    ...(isPortrait(stage.spec) ? [createPortrait(stage)] : []),
    ...(hasTable(stage) ? laidTable(stage) : []),
  ]
}

function hasBambooBeside({ spec: { extras, setting } }: Stage): boolean {
  return extras.includes('bamboo') && !['forest', 'room', 'space', 'underwater', 'sky'].includes(setting)
}

/** A table at the front, with what the prompt puts on it. Rain and snow stay behind it. */
function laidTable(stage: Stage): Painter[] {
  const cast = createCast(stage, { ground: 'table', y: tableRow(stage) })
  return [createTable(stage), ...cast.ground]
}

function backdrop(stage: Stage): Painter[] {
  const fuji = stage.spec.extras.includes('fuji') ? [createFuji(stage)] : []
  return [createSky(stage), ...createSkyExtras(stage), createClouds(stage), ...fuji]
}

/** A row on the ground: 0 is the horizon, 1 the lower edge. */
function standing(stage: Stage, part: number): number {
  return stage.horizon + (stage.height - stage.horizon) * part
}

/** Water under a backdrop. What is in the air is painted before it, to be mirrored, and again over it. */
function overWater(stage: Stage, behind: Painter[], roughness: number, part: number): Painter[] {
  const { spec, palette, horizon } = stage
  const cast = createCast(stage, { ground: 'water', y: standing(stage, part) })
  const bridges = createBridges(stage)
  const colour = spec.ground ? mix(palette.water, scale(spec.ground, 0.5), 0.6) : palette.water
  return [
    ...behind,
    ...bridges,
    ...cast.air,
    createWater(stage, { roughness, top: horizon, colour }),
    ...cast.air,
    ...cast.ground,
  ]
}

function sea(stage: Stage): Painter[] {
  const { weather, pace, around } = stage.spec
  const roughness = weather === 'storm' ? 0.085 : pace < 1 ? 0.024 : 0.036
  const coast = around.includes('mountain')
    ? createMountains(stage, { ...PEAKS, ranges: [90, 60], rise: 0.18, mist: 0.4 })
    : []
  return overWater(stage, [...backdrop(stage), ...coast], roughness, 0.3)
}

/** These are seen over low hills. */
const LOW_SHORES: readonly Extra[] = ['fuji', 'arched-bridge', 'wooden-bridge', 'suspension-bridge']

function lake(stage: Stage): Painter[] {
  const winter = stage.spec.weather === 'snow' || stage.spec.around.includes('snowfield')
  const isOpen = LOW_SHORES.some((extra) => stage.spec.extras.includes(extra))
  const ranges = createMountains(stage, {
    ...(isOpen ? HILLS : PEAKS),
    ranges: [80, 55, 36],
    rise: isOpen ? 0.1 : 0.42,
    mist: 0.3,
    snowLine: isOpen ? 2 : winter ? 0.1 : 0.42,
  })
  if (!stage.spec.subjects.some(({ name }) => standsOnLand(name)))
    return overWater(stage, [...backdrop(stage), ...ranges], 0.009, 0.34)
  // Who cannot walk on water stands on the near bank.
  const water = createWater(stage, { roughness: 0.009, top: stage.horizon, colour: stage.palette.water })
  const cast = createCast(stage, { ground: 'land', y: standing(stage, 0.86) })
  return [
    ...backdrop(stage),
    ...ranges,
    ...createBridges(stage),
    water,
    createBank(stage),
    ...cast.ground,
    ...cast.air,
  ]
}

function beach(stage: Stage): Painter[] {
  const cast = createCast(stage, { ground: 'land', y: standing(stage, 0.82) })
  const water = createWater(stage, {
    roughness: 0.03,
    top: stage.horizon,
    colour: mix(stage.palette.water, hex('1d9aa8'), stage.palette.isNight ? 0.1 : 0.45),
  })
  return [...backdrop(stage), ...cast.air, water, createBeach(stage), ...cast.air, ...cast.ground]
}

function city(stage: Stage): Painter[] {
  const wet = stage.spec.weather === 'rain' || stage.spec.weather === 'storm'
  return overWater(stage, [...backdrop(stage), ...createCity(stage)], wet ? 0.022 : 0.012, 0.62)
}

function land(stage: Stage, behind: Painter[], part: number, front: Painter[] = []): Painter[] {
  const cast = createCast(stage, { ground: 'land', y: standing(stage, part) })
  return [...backdrop(stage), ...behind, ...cast.ground, ...front, ...cast.air]
}

function field(stage: Stage): Painter[] {
  const { flower, ground } = stage.spec
  const meadow = createMeadow(stage, {
    flower: flower ?? 'daisy',
    colour: ground,
    count: 460,
    height: 0.36,
    grass: 0.28,
    nearest: 1.85,
    farthest: 24,
  })
  return land(
    stage,
    [...createMountains(stage, HILLS), createGround(stage, 'field'), createTreeline(stage, COPSES), meadow],
    0.5,
  )
}

function meadow(stage: Stage): Painter[] {
  const grass = createMeadow(stage, {
    flower: 'daisy',
    colour: null,
    count: 620,
    height: 0.14,
    grass: 0.93,
    nearest: 1.3,
    farthest: 13,
  })
  return land(
    stage,
    [...createMountains(stage, HILLS), createGround(stage, 'grass'), createTreeline(stage, COPSES), grass],
    0.48,
  )
}

function mountain(stage: Stage): Painter[] {
  const { palette, horizon, unit } = stage
  const colour = mix(palette.haze, palette.sky[0], 0.45)
  const valley = createMist(stage, {
    top: horizon - unit * 0.03,
    bottom: horizon + unit * 0.16,
    colour,
    density: 0.95,
    nearness: 0.15,
    purpose: 'valley',
  })
  return land(
    stage,
    [
      ...createMountains(stage, { ...PEAKS, foot: 0.22 }),
      valley,
      createGround(stage, 'alpine'),
      createTreeline(stage, PINES),
    ],
    0.6,
  )
}

function snowfield(stage: Stage): Painter[] {
  const ranges = createMountains(stage, { ...PEAKS, ranges: [80, 50], rise: 0.24, snowLine: -0.2, mist: 0.7 })
  return land(stage, [...ranges, createGround(stage, 'snow')], 0.5)
}

function forest(stage: Stage): Painter[] {
  const { sun, unit, palette } = stage
  const shafts =
    palette.isNight || palette.sunSize === 0
      ? []
      : [createShafts(stage, { x: sun.x, y: -unit * 0.2, strength: 0.55, reach: 0.9 })]
  const trees = stage.spec.extras.includes('bamboo') ? createBamboo(stage) : createForest(stage)
  return land(stage, [createGround(stage, 'forest'), ...trees], 0.42, shafts)
}

function space(stage: Stage): Painter[] {
  const cast = createCast(stage, { ground: 'none', y: stage.height })
  return [
    createNebula(stage),
    createSky(stage, 'stars'),
    ...createSkyExtras(stage),
    createPlanet(stage),
    ...cast.air,
  ]
}

function underwater(stage: Stage): Painter[] {
  const cast = createCast(stage, { ground: 'land', y: stage.height * 0.9 })
  const bubbles = stage.spec.extras.includes('bubbles') ? [] : [createBubbles(stage)]
  return [...createUnderwater(stage), ...cast.air, ...cast.ground, ...bubbles]
}

function sky(stage: Stage): Painter[] {
  const cast = createCast(stage, { ground: 'none', y: stage.height })
  return [...backdrop(stage), ...createCloudSea(stage), ...cast.air]
}

function street(stage: Stage): Painter[] {
  const cast = createCast(stage, { ground: 'land', y: standing(stage, 0.55) })
  const skyline = stage.spec.around.includes('city') ? createCity(stage) : []
  return [...backdrop(stage), ...skyline, ...createStreet(stage), ...cast.ground, ...cast.air]
}

/** What the window shows is the first other place that the prompt names. */
function room(stage: Stage): Painter[] {
  const cast = createCast(stage, { ground: 'land', y: stage.height * 0.93 })
  return [
    ...backdrop(stage),
    ...outside(stage),
    ...createWeather(stage),
    ...createRoom(stage),
    ...cast.ground,
    ...cast.air,
  ]
}

function outside(stage: Stage): Painter[] {
  const { around } = stage.spec
  if (around.includes('city') || around.includes('street'))
    return [createGround(stage, 'grass'), ...createCity(stage)]
  if (['sea', 'beach', 'lake'].some((place) => around.includes(place as Setting)))
    return [createWater(stage, { roughness: 0.03, top: stage.horizon, colour: stage.palette.water })]
  if (around.includes('mountain')) return [...createMountains(stage, PEAKS), createGround(stage, 'grass')]
  return [...createMountains(stage, HILLS), createGround(stage, 'grass'), createTreeline(stage, COPSES)]
}

const SCENES: Record<Setting, (stage: Stage) => Painter[]> = {
  sea,
  lake,
  beach,
  city,
  space,
  desert: (stage) => land(stage, [createGround(stage, 'dunes')], 0.5),
  forest,
  field,
  meadow,
  mountain,
  snowfield,
  underwater,
  sky,
  street,
  room,
}
