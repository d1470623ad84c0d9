import assert from 'node:assert/strict'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import type { Client } from '@clipwright/client'
import { openHome, type Home } from './lib/cli.ts'
import { type Gate, type Moment, openGate } from './lib/gate.ts'
import { createMaker, openProduct, until } from './lib/product.ts'
import { inspectVideo } from './lib/video.ts'

const generate = 'POST /api/v1/video/generate'

/** One product for all tests of this file, each of which has users of its own. Two tasks of a user may be active. */
let product: Awaited<ReturnType<typeof openProduct>>
before(async () => {
  product = await openProduct({ MAX_ACTIVE_TASKS: '2', PREVIEW_SLOTS: '2' })
  await product.start()
})
after(() => product[Symbol.asyncDispose]())

interface Batch extends Home {
  maker: Client
  gate: Gate
  /** Writes `films.csv`. */
  write: (...lines: string[]) => Promise<void>
  /** What a start with `--json` says: the summary, be it that of a failure. */
  batch: (...options: string[]) => Promise<Summary>
  tasks: () => Promise<number>
}

interface Summary {
  code: number | null
  error: string | undefined
  rows: { row: number; status: string; file?: string; task_id?: string; error?: { code: string } }[]
  spent: number
  stderr: string
}

/** A maker's home with a batch in it, which goes through a gate. */
async function openBatch(
  t: TestContext,
  { credits = 10_000, spend_cap }: { credits?: number; spend_cap?: number } = {},
): Promise<Batch> {
  const gate = await openGate(t)
  gate.target = product.url
  const maker = await createMaker(product.url, credits)
  const { api_key } = await maker.POST('/api/v1/me/api-keys', {
    body: { name: 'a batch', ...(spend_cap === undefined ? {} : { spend_cap }) },
  })
  const home = await openHome(t, { url: gate.url, env: { CLIPWRIGHT_API_KEY: api_key } })
  return {
    ...home,
    maker,
    gate,
    write: (...lines) => writeFile(join(home.folder, 'films.csv'), `${lines.join('\n')}\n`),
    batch: async (...options) => {
      const { code, stdout, stderr } = await home.run(['batch', 'films.csv', '--json', ...options])
      const said = JSON.parse(stdout) as Omit<Summary, 'code'> & { error?: Summary & { code: string } }
      const { rows, spent } = said.error ?? said
      return { code, error: said.error?.code, rows, spent, stderr }
    },
    tasks: async () => (await maker.GET('/api/v1/tasks')).total,
  }
}

const statuses = ({ rows }: Summary): string[] => rows.map(({ status }) => status)

test('killed before and after any submission and in the middle of a download, a batch makes each row once', async (t) => {
  const { gate, folder, start, batch, write, tasks, maker } = await openBatch(t)
  await write('prompt,name,duration,seed', 'a fox,fox,1,1', 'snow,,1,2', 'a boat,boat,1,3')
  const isDownload = ({ call }: Moment) => call.startsWith('GET /files/') || call.includes('/result/')
  const moments: ((moment: Moment) => boolean)[] = [
    ({ call, is_answered }) => call === generate && !is_answered,
    ({ call, is_answered }) => call === generate && is_answered,
    ({ call, is_answered }) => call === generate && is_answered,
    (moment) => isDownload(moment) && !moment.is_answered,
    (moment) => isDownload(moment) && moment.is_answered,
  ]
  for (const isIt of moments) {
    const { child, ended } = start(['batch', 'films.csv'])
    gate.breaks = (moment) => isIt(moment) && child.kill('SIGKILL')
    const { signal, stderr } = await ended
    assert.equal(signal, 'SIGKILL', stderr)
  }
  gate.breaks = () => false
  const { child, ended } = start(['batch', 'films.csv'])
  gate.holds = (call) => call.startsWith('GET /files/')
  const isHalf = (name: string) => name.endsWith('.part')
  await until(async () => (await readdir(join(folder, 'films'))).some(isHalf), Boolean)
  child.kill('SIGKILL')
  await ended
  assert.ok((await readdir(join(folder, 'films'))).some(isHalf))
  gate.holds = () => false
  const last = await batch()
  assert.equal(last.code, 0, last.stderr)
  assert.deepEqual(statuses(last), ['done', 'done', 'done'])
  assert.equal(await tasks(), 3)
  assert.equal(last.spent, 30)
  const { balance, balance_held } = await maker.GET('/api/v1/me')
  assert.deepEqual([balance, balance_held], [10_000 - 30, 0])
  const files = await readdir(join(folder, 'films'))
  assert.deepEqual(new Set(files), new Set(last.rows.map(({ file }) => file)), 'and nothing half')
  for (const file of files) {
    assert.equal((await inspectVideo(join(folder, 'films', file))).stream.codec_name, 'h264')
  }
  const left = (await readdir(folder)).filter((name) => name.startsWith('films'))
  assert.deepEqual(left.toSorted(), ['films', 'films.csv', 'films.csv.state.json'])

  const again = await batch()
  assert.deepEqual([again.code, await tasks(), statuses(again)], [0, 3, statuses(last)])
})

test('a service that breaks off answers, and its limits, are waited for', async (t) => {
  const { gate, batch, write, tasks } = await openBatch(t)
  await write('prompt,duration', ...[1, 2, 3, 4].map((seed) => `wave ${seed},1`))
  let broken = 0
  gate.breaks = ({ call, is_answered }) => call === generate && is_answered && broken++ < 2
  const { code, rows, stderr } = await batch('--concurrency', '4')
  assert.deepEqual([code, rows.length, await tasks(), broken > 2], [0, 4, 4, true], stderr)
  assert.match(stderr, /"stage":"waiting"/)
})

test('a budget is never passed: what has no room is left out and told, and a larger one goes on', async (t) => {
  const { batch, write, tasks } = await openBatch(t)
  await write('prompt,duration', 'one,1', 'two,3', 'three,1', 'four,1')
  const first = await batch('--budget', '0.25')
  assert.deepEqual([first.code, first.error, first.spent], [6, 'budget_used_up', 20])
  assert.deepEqual(statuses(first), ['done', 'left', 'done', 'left'])
  assert.match(first.stderr, /Row 2 is left out.*0\.30 credits.*0\.25 credits/)
  const second = await batch('--budget', '0.25')
  assert.equal(second.code, 6)
  assert.doesNotMatch(second.stderr, /"event":"price"/, 'what is spent already counts')
  assert.equal(await tasks(), 2)
  const more = await batch('--budget', '0.60')
  assert.deepEqual([more.code, more.spent, await tasks()], [0, 60, 4])
})

test('what is wrong with any row is told before anything is submitted', async (t) => {
  const { run, batch, write, tasks, folder } = await openBatch(t)
  await write(
    'prompt,duration,image,name',
    'fine,1,,',
    'too long,3600,,',
    'no picture,1,none.png,',
    'fine,1,,taken',
  )
  const { code, stderr } = await run(['batch', 'films.csv'])
  assert.equal(code, 1)
  assert.match(stderr, /row 2: --duration: .*\n +row 3: .*none\.png can't be read/)
  assert.doesNotMatch(stderr, /row 1/)
  await write('prompt,duration,name', 'fine,1,', 'fine,1,taken')
  await writeFile(join(folder, 'films', 'taken.mp4'), 'mine')
  const { code: taken, error } = await batch()
  assert.deepEqual([taken, error], [1, 'wrong_rows'])
  assert.equal(await tasks(), 0)
  assert.equal(await readFile(join(folder, 'films', 'taken.mp4'), 'utf8'), 'mine')
})

test('a row that has failed is told, and submitted again only if that is wanted', async (t) => {
  const { start, batch, write, tasks, maker } = await openBatch(t)
  await write('prompt,duration,resolution', 'a long one,10,720p', 'a short one,1,480p')
  const first = start(['batch', 'films.csv', '--concurrency', '1'])
  const find = async () => (await maker.GET('/api/v1/tasks')).items[0]?.task_id
  const task_id = (await until(find, (found) => found !== undefined))!
  await maker.POST('/api/v1/tasks/{task_id}/cancel', { params: { path: { task_id } } })
  const { code, stderr } = await first.ended
  assert.equal(code, 4)
  assert.match(stderr, /Row 1 .*canceled/)
  assert.match(stderr, /1 of 2 rows done.*1 failed\.\n.*--retry-failed/)
  const told = await batch()
  assert.deepEqual([told.code, told.error, await tasks()], [4, 'rows_failed', 2])
  assert.equal(told.rows[0]!.error?.code, 'canceled')
  const retried = await batch('--retry-failed')
  assert.deepEqual([retried.code, statuses(retried), await tasks()], [0, ['done', 'done'], 3])
})

test('a row that was changed since it was submitted is noticed; one that was moved is known', async (t) => {
  const { batch, write, tasks } = await openBatch(t)
  await write('prompt,name,duration', 'a fox,fox,1', 'snow,,1')
  assert.equal((await batch()).code, 0)
  await write('prompt,name,duration', 'an owl,,1', 'snow,,1', 'a red fox,fox,1')
  const noticed = await batch()
  assert.deepEqual([noticed.code, noticed.error], [1, 'rows_changed'])
  assert.deepEqual(statuses(noticed), ['done', 'done', 'changed'])
  assert.match(noticed.stderr, /Row 3 \(fox\) has changed/)
  assert.equal(await tasks(), 3)
  const redone = await batch('--redo-changed')
  assert.deepEqual([redone.code, redone.spent, await tasks()], [0, 40, 4])
  assert.equal((await batch()).code, 0)
})

test('without enough credits nothing is submitted, and the exit code says so', async (t) => {
  const { batch, write, tasks } = await openBatch(t, { credits: 25 })
  await write('prompt,duration', 'one,1', 'two,1', 'three,1')
  const poor = await batch()
  assert.deepEqual([poor.code, poor.error, await tasks()], [5, 'insufficient_balance', 0])
  const within = await batch('--budget', '0.20')
  assert.deepEqual([within.code, statuses(within)], [6, ['done', 'done', 'left']])
})

test('a key that may spend no more stops a batch, and no row is to blame', async (t) => {
  const { batch, write, tasks, maker } = await openBatch(t, { spend_cap: 20 })
  await write('prompt,duration', 'one,1', 'two,1', 'three,1', 'four,1')
  const stopped = await batch('--concurrency', '1')
  assert.deepEqual([stopped.code, stopped.error, await tasks()], [5, 'api_key_spend_cap_reached', 2])
  assert.deepEqual(statuses(stopped), ['done', 'done', 'left', 'left'])
  const { items } = await maker.GET('/api/v1/me/api-keys')
  assert.equal(items[0]!.spent_in_period, 20)
})

test('a batch runs once at a time, and its memory belongs to one service', async (t) => {
  const { start, run, write, tasks, maker, gate, folder } = await openBatch(t)
  await write('prompt,duration,resolution', 'a long one,10,720p')
  const first = start(['batch', 'films.csv'])
  await until(tasks, (total) => total === 1)
  const second = await run(['batch', 'films.csv'])
  assert.equal(second.code, 1)
  assert.match(second.stderr, /films\.csv\.lock/)
  first.child.kill('SIGINT')
  const { code, stderr } = await first.ended
  assert.equal(code, 130)
  assert.match(stderr, /Stopped\.\n.*1 task goes on/)
  const elsewhere = await run(['batch', 'films.csv', '--url', product.url])
  assert.equal(elsewhere.code, 2)
  assert.ok(elsewhere.stderr.includes(gate.url))
  assert.equal(await tasks(), 1)
  await rm(join(folder, 'films.csv.state.json'))
  const { items } = await maker.GET('/api/v1/tasks')
  const path = { task_id: items[0]!.task_id }
  await maker.POST('/api/v1/tasks/{task_id}/cancel', { params: { path } })
})

test('a picture that several rows begin with is sent once, from beside the file', async (t) => {
  const { folder, run, write, gate, maker } = await openBatch(t)
  await writeFile(join(folder, 'red.png'), redPng)
  await write('prompt,duration,image,seed', 'a,1,red.png,1', 'b,1,red.png,2', 'c,1,,3')
  let sent = 0
  gate.breaks = ({ call, is_answered }) => {
    if (call === 'POST /api/v1/uploads' && !is_answered) sent += 1
    return false
  }
  const { code, stderr } = await run(['batch', join(folder, 'films.csv'), '--out', 'elsewhere'])
  assert.equal(code, 0, stderr)
  assert.equal(sent, 1)
  const { items } = await maker.GET('/api/v1/tasks')
  assert.equal(items.filter(({ params }) => params.image_key !== null).length, 2)
  assert.equal((await readdir(join(folder, 'elsewhere'))).length, 3)
})

const redPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAS0lEQVR42u3PQQkAAAgAsetfWiP4FgYrsKZeS0BAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEDgsqnc8OJg6Ln3AAAAAElFTkSuQmCC',
  'base64',
)
