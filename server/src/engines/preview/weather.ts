import { type Painter, type Stage } from './stage.ts'

/** Rain, snow or fog in front of everything else; nothing in clear weather. */
export function createWeather(_stage: Stage): Painter[] {
  return []
}
