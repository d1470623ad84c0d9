import { createClouds } from './layers/clouds.ts'
import { createSky } from './layers/sky.ts'
import { createWater } from './layers/water.ts'
import type { Painter, Stage } from './stage.ts'
import { createWeather } from './weather.ts'

/** The layers of a scene, from far to near. */
export function composeScene(stage: Stage): Painter[] {
  return [
    createSky(stage),
    createClouds(stage),
    createWater(stage, { roughness: 0.035, top: stage.horizon, colour: stage.palette.water }),
    ...createWeather(stage),
  ]
}
