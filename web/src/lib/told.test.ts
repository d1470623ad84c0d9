import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemTexts } from '../../../server/src/engines/problems.ts'
import { healthTexts } from '../../../server/src/health/texts.ts'
import { probeTexts } from '../../../server/src/inventory/probe-texts.ts'
import { told as english } from '../locales/en/told.ts'
import { told as chinese } from '../locales/zh-CN/told.ts'

type Wordings = Record<string, { message: string; remedy?: string }>
const namesIn = ({ message, remedy = '' }: Wordings[string]): string[] =>
  [...`${message} ${remedy}`.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!)

test('each text that the server tells operators is in both languages, in English word for word, and names nothing else', () => {
  const looks = Object.entries(probeTexts).map(([code, message]) => [code, { message }] as const)
  const texts: Wordings = { ...problemTexts, ...healthTexts, ...Object.fromEntries(looks) }
  const all = [problemTexts, healthTexts, probeTexts].flatMap(Object.keys)
  assert.equal(new Set(all).size, all.length, 'no code stands for two texts')
  assert.deepEqual(english, texts)
  for (const [code, wording] of Object.entries(chinese as Wordings)) {
    const known = new Set(namesIn(texts[code]!))
    assert.deepEqual(
      namesIn(wording).filter((name) => !known.has(name)),
      [],
      code,
    )
  }
})
