import type { SceneSpec } from './scene.ts'

export function parsePrompt(prompt: string): SceneSpec {
  return {
    setting: 'sea',
    time: /night/.test(prompt)
      ? 'night'
      : /day/.test(prompt)
        ? 'day'
        : /dawn/.test(prompt)
          ? 'dawn'
          : 'sunset',
    weather: 'clear',
    camera: 'push_in',
    pace: 1,
    subjects: [],
    extras: [],
    ground: null,
    flower: null,
    style: 'plain',
    matched: [],
    unmatched: [],
  }
}
