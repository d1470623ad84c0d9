import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Type } from 'typebox'
import type { EngineKind } from './entries.ts'
import { serveEngines } from '../tasks/run/serve-engines.ts'
import { fileSource } from './sources.ts'
import { watchInventory } from './watch-inventory.ts'
import { createLog } from '../platform/log.ts'
import { ConfigError } from '../platform/setting.ts'
import { createLearnSpeed } from '../tasks/queue/speed.ts'
import { fixedInventory } from '../testing/fixed-inventory.ts'
import { createHeldEngine } from '../testing/worker.ts'
import { runSettings } from '../testing/run-settings.ts'
import { until } from '../testing/until.ts'
import { createWorld } from '../testing/world.ts'
import { cleanUp } from '../testing/clean-up.ts'

const file = (engines: readonly string[]) => `
models:
  wan:
    modes: [text-to-video]
    sizes: { 480p: { '16:9': 832x480 } }
    fps: 16
    seconds: { min: 1, max: 5, default: 5 }
    prices: { 480p: { unit: task, unit_price: '12' } }
engines: [${engines.map((name) => `{ name: ${name}, kind: plain, url: 'http://${name}', models: { wan: {} } }`).join()}]
`
const kind: EngineKind = {
  title: 'Plain',
  about: 'For tests.',
  model: Type.Object({}),
  engine: {},
  load: async (content) => content,
  create: ({ name }) => createHeldEngine({ name }),
}

const kinds = { plain: kind }

async function open(t: TestContext, text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-inventory-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  const path = join(folder, 'engines.yaml')
  await writeFile(path, text)
  const loaded: string[] = []
  const inventory = await watchInventory({
    source: fileSource(path, { kinds, variable: () => undefined }),
    kinds,
    builtins: () => [],
    log: createLog({ level: 'silent' }),
    onLoad: async ({ prices }) => void loaded.push(...prices.map(({ unit_price }) => unit_price)),
  })
  cleanUp(t, () => inventory[Symbol.dispose]())
  return { inventory, path, loaded }
}

test('a changed file counts without a restart; an engine that is still in it stays the same one', async (t) => {
  const { inventory, path, loaded } = await open(t, file(['a', 'b']))
  const names = () => inventory.engines.map(({ name }) => name)
  assert.deepEqual([names(), loaded], [['a', 'b'], ['12']])
  const [, b] = inventory.engines
  let changes = 0
  inventory.onChange(() => changes++)

  await writeFile(path, `${file(['b', 'c'])}\n`)
  assert.equal(await inventory.reload(), undefined)
  assert.deepEqual([names(), changes], [['b', 'c'], 1])
  assert.equal(inventory.engines[0], b)

  assert.equal(await inventory.reload(), undefined)
  assert.equal(changes, 1, 'nothing new, nothing done')
})

test('a file with a mistake changes nothing, and stops only the start', async (t) => {
  const { inventory, path } = await open(t, file(['a']))
  await writeFile(path, 'models: {}')
  assert.ok((await inventory.reload()) instanceof ConfigError)
  assert.deepEqual(
    [inventory.engines.map(({ name }) => name), inventory.catalog.models.map(({ name }) => name)],
    [['a'], ['wan']],
  )
  await assert.rejects(open(t, 'models: {}'), ConfigError)
})

test('workers serve engines that come later, and end what one that goes has under way', async (t) => {
  const world = await createWorld(t)
  const ann = await world.person()
  await world.credits(ann, 100_000)
  const engines = ['a', 'b'].map((name) => createHeldEngine({ name }))
  const offers = engines.map((engine) => ({
    name: engine.name,
    kind: 'held',
    url: `http://${engine.name}`,
    slots: 1,
    models: [],
    fingerprint: engine.name,
    open: () => engine,
  }))
  const inventory = fixedInventory([], offers.slice(0, 1))
  const loops = serveEngines({
    ...world.deps,
    inventory,
    receive: async () => null,
    learnSpeed: createLearnSpeed(world.db),
    settings: runSettings({ lease_s: 15 }),
  })
  world.resources.defer(() => loops.stop(0))
  const [a, b] = engines as [(typeof engines)[0], (typeof engines)[0]]
  const first = await world.task(ann)
  await until(() => a.working.size === 1)

  inventory.set(offers.slice(1))
  const second = await world.task(ann)
  await until(() => b.working.size === 1)
  a.finish([...a.working][0]!)
  b.finish([...b.working][0]!)
  for (const task_id of [first, second]) assert.equal((await world.ended(task_id)).status, 'completed')
  const attempts = await world.db
    .selectFrom('task_attempts')
    .select(['engine', 'outcome'])
    .orderBy('started_at')
    .execute()
  assert.deepEqual(attempts, [
    { engine: 'a', outcome: 'completed' },
    { engine: 'b', outcome: 'completed' },
  ])
  const reports = async () =>
    (await world.db.selectFrom('engine_reports').select('engine').execute()).map(({ engine }) => engine)
  await until(async () => (await reports()).join() === 'b')
})
