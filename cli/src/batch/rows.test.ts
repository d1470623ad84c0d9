import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../failure.ts'
import { readRows } from './rows.ts'

async function problemsOf(text: string): Promise<{ code: string; message: string }> {
  const failure = await readRows(text).catch((error: unknown) => error)
  assert.ok(failure instanceof Failure, text)
  assert.equal(failure.exit, 2)
  return failure
}

test('a row has what its cells say, in the types of the options, and nothing for an empty cell', async () => {
  const text = `\u{feff}Prompt,Name,Duration,Last_Image,param.lora,guidance
"rain, and ""wind""",storm.mp4,8,b.png,7,4.5

雪,,,,,
`
  const [first, second, ...more] = await readRows(text)
  assert.deepEqual(more, [])
  const { hash: _, ...rest } = first!
  assert.deepEqual(rest, {
    number: 1,
    name: 'storm',
    prompt: 'rain, and "wind"',
    choices: { duration: 8, lastImage: 'b.png', param: { lora: '7' }, guidance: 4.5 },
  })
  assert.deepEqual([second!.number, second!.prompt, second!.choices], [2, '雪', {}])
})

test('a file of a spreadsheet that separates otherwise is read too', async () => {
  for (const separator of [';', '\t']) {
    const [row] = await readRows(`prompt${separator}seed\r\na fox, and rain${separator}7\r\n`)
    assert.deepEqual([row!.prompt, row!.choices], ['a fox, and rain', { seed: 7 }])
  }
})

test('the hash is of everything but the name and the order of the columns', async () => {
  const hashes = await Promise.all(
    [
      'prompt,seed,name\nx,1,a',
      'seed,prompt\n1,x',
      'prompt,seed,model\nx,1,',
      'prompt,seed\nx,2',
      'prompt\nx',
    ].map(async (text) => (await readRows(text))[0]!.hash),
  )
  assert.equal(new Set(hashes.slice(0, 3)).size, 1)
  assert.equal(new Set(hashes).size, 3)
})

test('what is wrong is named by row, all of it at once', async () => {
  const { code, message } = await problemsOf(`prompt,duration,name,seed
x,1.5,a,1
,3,../b,2
y,2,A.mp4,-1
`)
  assert.equal(code, 'wrong_rows')
  for (const part of [
    'row 1: duration: ',
    'row 2: prompt: ',
    'row 2: name: ',
    'row 3: name: Row 1',
    'row 3: seed: ',
  ]) {
    assert.ok(message.includes(part), `${part} in ${message}`)
  }
})

test('a file that is none, and columns that mean nothing, are refused by name', async () => {
  const wrong: [code: string, text: string, said: RegExp][] = [
    ['unknown_column', 'prompt,colour\nx,red', /"colour"/],
    ['unknown_column', 'prompt,optimize\nx,yes', /"optimize"/],
    ['column_twice', 'prompt,seed,Seed\nx,1,2', /"Seed"/],
    ['no_prompts', 'name,seed\nx,1', /prompt/],
    ['no_prompts', '', /prompt/],
    ['no_rows', 'prompt\n\n', /no rows/],
    ['bad_csv', 'prompt,seed\nx\n', /line 2/],
    ['bad_csv', 'prompt\n"x', /uot/],
    ['too_many_rows', `prompt\n${'x\n'.repeat(1001)}`, /1001/],
  ]
  for (const [code, text, said] of wrong) {
    const failure = await problemsOf(text)
    assert.equal(failure.code, code)
    assert.match(failure.message, said)
  }
})
