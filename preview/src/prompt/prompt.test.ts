import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COLOURS, type Lexicon } from './lexicon.ts'
import { chineseLexicon } from './lexicon.zh.ts'
import { englishLexicon } from './lexicon.en.ts'
import { notDrawn } from './not-drawn.ts'
import { parsePrompt } from './parse.ts'
import type { SceneSpec } from './scene.ts'
import { SUBJECTS } from '../subjects/catalogue.ts'

/** What a prompt is about, as one line: `setting time weather camera | count colour name, …`. */
function readAs(prompt: string): string {
  const { setting, time, weather, camera, subjects } = parsePrompt(prompt)
  const cast = subjects.map(({ name, count, colour }) => {
    const colourName = Object.keys(COLOURS).find((key) => COLOURS[key] === colour)
    return [count, colourName, name].filter((part) => part !== undefined).join(' ')
  })
  return `${setting} ${time} ${weather} ${camera} | ${cast.join(', ')}`
}

const scenes: [prompt: string, scene: string][] = [
  ['a red balloon drifts over a calm sea at sunset', 'sea sunset clear push_in | 1 red balloon'],
  ['A hot-air balloon over the desert at dawn', 'desert dawn clear push_in | 1 hot-air-balloon'],
  ['two white horses on a meadow, sunny day', 'meadow day clear push_in | 2 white horse'],
  ['horses, day', 'meadow day clear push_in | 3 horse'],
  ['a flock of sheep at night', 'meadow night clear push_in | 5 sheep'],
  ['neon city in the rain, slow pan left', 'city night rain pan_left | '],
  ['snow mountains at night', 'mountain night clear push_in | '],
  ['snow falling on a pine forest, day', 'forest day snow push_in | '],
  ['a whale swims under the sea', 'underwater day clear push_in | 1 whale'],
  ['drone shot of mountains at sunset', 'mountain sunset clear fly | '],
  ['a bird flying over the lake at dawn', 'lake dawn clear push_in | 1 bird'],
  ['a red shining old car, city, night', 'street night clear push_in | 1 red car'],
  ['a woman in a red dress on a meadow, day', 'meadow day clear push_in | 1 red woman'],
  ['a man in a black coat walking down the street, day', 'street day clear push_in | 1 black person-walking'],
  ['穿红色汉服的女子，草原，白天', 'meadow day clear push_in | 1 red woman'],
  ['a red dress, day, meadow', 'meadow day clear push_in | 1 red dress'],
  ['a man by the sea at night', 'beach night clear push_in | 1 person'],
  ['stone bridge in a village, day', 'lake day clear push_in | '],
  ['Mount Fuji at dawn', 'lake dawn clear push_in | '],
  ['northern lights', 'lake night clear push_in | '],
  ['a rocket', 'space night clear push_in | 1 rocket'],
  ['一只红色气球飘过平静的海面，夕阳', 'sea sunset clear push_in | 1 red balloon'],
  ['雪山上的热气球，日出', 'mountain dawn clear push_in | 1 hot-air-balloon'],
  ['下雪的森林，夜晚', 'forest night snow push_in | '],
  ['两匹白马在草原上奔跑，白天', 'meadow day clear push_in | 2 white horse'],
  ['蓝色的蝴蝶飞过红色的花田，白天', 'field day clear push_in | 1 blue butterfly'],
  ['宇航员在太空，镜头拉远', 'space night clear pull_out | 1 astronaut'],
  ['霓虹城市的雨夜', 'city night rain push_in | '],
  ['海底的水母', 'underwater day clear push_in | 1 jellyfish'],
]

for (const [prompt, scene] of scenes)
  test(`"${prompt}" is ${scene}`, () => assert.equal(readAs(prompt), scene))

test('a colour belongs to the thing it stands before, also where two things have one', () => {
  const { subjects, ground } = parsePrompt('a blue butterfly over a red field')
  assert.deepEqual(subjects[0]?.colour, COLOURS['blue'])
  assert.deepEqual(ground, COLOURS['red'])
  // Too far away to be meant.
  assert.equal(parsePrompt('red clouds in the wide evening, a balloon').subjects[0]?.colour, null)
})

test('words are found whole and the longest counts', () => {
  const settings = (prompt: string): SceneSpec['setting'][] => {
    const { setting, around } = parsePrompt(prompt)
    return [setting, ...around]
  }
  assert.deepEqual(parsePrompt('雪山').weather, 'clear')
  assert.deepEqual(parsePrompt('seal').subjects[0]?.name, 'seal')
  assert.ok(!settings('a scarf on a chair').includes('city'), 'no car in a scarf')
  assert.deepEqual(
    parsePrompt('热气球').subjects.map(({ name }) => name),
    ['hot-air-balloon'],
  )
  assert.deepEqual(
    parsePrompt('hot air balloons').subjects.map(({ name }) => name),
    ['hot-air-balloon'],
  )
})

test('what is not understood is said, and still gives one and the same scene', () => {
  const spec = parsePrompt('qwzx flibber')
  assert.deepEqual(spec.unmatched, ['qwzx', 'flibber'])
  assert.deepEqual(spec.matched, [])
  assert.deepEqual(parsePrompt('qwzx flibber'), spec)
  const settings = new Set(
    ['qwzx', 'flibber', 'snark', 'vorpal', 'frabjous', 'mimsy', 'borogove'].map(
      (word) => parsePrompt(word).setting,
    ),
  )
  assert.ok(settings.size > 2, 'different words give different scenes')
  const { matched, unmatched } = parsePrompt('a red balloon over the frabjous sea')
  assert.deepEqual([matched, unmatched], [['red', 'balloon', 'sea'], ['frabjous']])
})

test('what somebody wears or holds is no subject of its own', () => {
  const [man, ...others] = parsePrompt('a man in a grey suit holding a red umbrella in the rain').subjects
  assert.deepEqual(others, [])
  assert.deepEqual(man?.outfit, { suit: COLOURS['grey'], umbrella: COLOURS['red'] })
  assert.deepEqual(
    parsePrompt('a red umbrella on the beach').subjects.map(({ name }) => name),
    ['umbrella'],
  )
})

test('every word for a thing names one that can be drawn', () => {
  const names = (lexicon: Lexicon) =>
    [...lexicon.values()].flat().flatMap((meaning) => (meaning.kind === 'subject' ? [meaning.value] : []))
  for (const name of [...names(englishLexicon()), ...names(chineseLexicon())])
    assert.ok(SUBJECTS.has(name), name)
})

test('what a picture does not show is named: things that are not known, and those that do not fit in', () => {
  const cases: [prompt: string, notDrawn: string[]][] = [
    ['a fisherman mending his net by the sea at dawn', ['fisherman', 'net']],
    ['a red balloon drifts slowly over a calm sea at sunset', []],
    ['A beautiful, highly detailed close-up portrait of a violinist', ['violinist']],
    ['一位渔夫在海边', ['渔夫']],
    ['热气球飞过雪山，日出', []],
    ['a woman in a red dress with a hat and an umbrella', []],
    ['a woman with glasses and a golden crown', ['glasses', 'crown']],
    ['a dog in a red coat', ['coat']],
    ['a man and a dog in a red coat', ['coat']],
    ['a dog, a cat, a horse, a cow and a fox on a meadow', ['cow', 'fox']],
  ]
  for (const [prompt, expected] of cases) assert.deepEqual(notDrawn(prompt), expected, prompt)
})
