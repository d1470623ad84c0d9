import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createTestDatabase } from '../../testing/database.ts'
import { openLine } from '../../testing/neighbours/silent-line.ts'
import { until } from '../../testing/until.ts'
import { createLog } from '../log.ts'
import { createNotifier, type Notifier } from './notifier.ts'
import { cleanUp } from '../../testing/clean-up.ts'

/** Two processes, as far as hints go: one that tells, and one that has heard `heard`. */
async function prepare(t: TestContext, channels: readonly string[]) {
  const resources = new AsyncDisposableStack()
  cleanUp(t, () => resources.disposeAsync())
  const connection = await createTestDatabase(resources)
  const log = createLog({ level: 'silent' })
  const [teller, hearer] = [createNotifier({ connection, log }), createNotifier({ connection, log })]
  resources.use(teller)
  resources.use(hearer)
  const heard: string[] = []
  for (const channel of channels) hearer.listen(channel, (subject) => heard.push(`${channel} ${subject}`))
  await until(() => heard.length >= channels.length) // told once by its own connection: it hears from now on
  await reaches(teller, hearer)
  heard.length = 0
  return { teller, heard }
}

/** A hint goes from one to the other: both are connected. */
async function reaches(teller: Notifier, hearer: Notifier): Promise<void> {
  let reached = false
  hearer.listen('ready', (subject) => (reached ||= subject === 'now'))
  await until(() => {
    teller.notify('ready', { subject: 'now' })
    return reached
  })
}

test('a hint reaches another process with its subject; the same one many times at once is one', async (t) => {
  const { teller, heard } = await prepare(t, ['a', 'b'])
  for (let i = 0; i < 50; i++) {
    teller.notify('a', { subject: String(i % 2) })
    teller.notify('b')
  }
  await until(() => heard.length >= 3)
  teller.notify('a', { subject: 'last' })
  await until(() => heard.includes('a last'))
  assert.deepEqual(heard.toSorted(), ['a 0', 'a 1', 'a last', 'b '])
})

test('hints that come while one is under way are not forgotten', async (t) => {
  const { teller, heard } = await prepare(t, ['a'])
  for (let i = 0; i < 20; i++) {
    teller.notify('a', { subject: String(i) })
    await new Promise((resolve) => setImmediate(resolve))
  }
  await until(() => heard.length === 20)
  assert.deepEqual(new Set(heard).size, 20)
})

test('a hint that may wait goes by itself in the end, and at once with one that may not', async (t) => {
  const { teller, heard } = await prepare(t, ['patient', 'urgent'])
  for (let i = 1; i <= 3; i++) {
    teller.notify('patient', { subject: String(i), within_ms: 100 })
    await until(() => heard.includes(`patient ${i}`))
  }
  teller.notify('patient', { subject: 'again', within_ms: 3_600_000 })
  teller.notify('urgent')
  await until(() => heard.length === 5)
  assert.deepEqual(heard.slice(3), ['patient again', 'urgent '])
})

test('a hearer whose line fell silent hears again soon', async (t) => {
  const resources = new AsyncDisposableStack()
  cleanUp(t, () => resources.disposeAsync())
  const straight = await createTestDatabase(resources)
  const { connection, silence } = await openLine(resources, straight)
  const log = createLog({ level: 'silent' })
  const teller = resources.use(createNotifier({ connection: straight, log }))
  const hearer = resources.use(createNotifier({ connection, log, beat_ms: 200 }))
  await reaches(teller, hearer)
  silence()
  const heard: string[] = []
  hearer.listen('a', (subject) => heard.push(subject))
  await until(() => {
    teller.notify('a', { subject: 'after all' })
    return heard.includes('after all')
  })
})
