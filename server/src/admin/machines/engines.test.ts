import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { parse } from 'yaml'
import { startFakeComfyui } from '../../../../acceptance/fakes/comfyui.ts'
import { startFakeFastvideo } from '../../../../acceptance/fakes/fastvideo.ts'
import { startFakeLightx2v } from '../../../../acceptance/fakes/lightx2v.ts'
import { startFakeSglang } from '../../../../acceptance/fakes/sglang.ts'
import { startFakeVllmOmni } from '../../../../acceptance/fakes/vllm-omni.ts'
import { openInventory, rotateEngineSecrets, sampleEngineSecrets } from '../../inventory/inventory.ts'
import { graphModels, knownModels } from '../../inventory/known-models.ts'
import { createKeyRing } from '../../platform/secrets/key-ring.ts'
import type { Db } from '../../platform/db/database.ts'
import { createLog } from '../../platform/log.ts'
import { serveEngines } from '../../tasks/run/serve-engines.ts'
import { createLearnSpeed } from '../../tasks/queue/speed.ts'
import { cleanUp } from '../../testing/clean-up.ts'
import { runSettings } from '../../testing/run-settings.ts'
import { until } from '../../testing/until.ts'
import { createWorld, type WorldOptions } from '../../testing/world.ts'

const root = '/api/v1/admin/inventory'
const key = 'the-key-of-the-server'
const wan = {
  modes: ['text-to-video'],
  sizes: { '720p': { '16:9': '1280x720' }, '480p': { '9:16': '480x832', '16:9': '832x480' } },
  fps: 16,
  seconds: { min: 1, max: 5, default: 5 },
  prices: { '*': { unit: 'second', unit_price: '7' } },
}

interface Inventory {
  source: string
  version: number | null
  models: ({ name: string } & Record<string, unknown>)[]
  engines: ({ name: string; has_secret: boolean } & Record<string, unknown>)[]
  graphs: { name: string; nodes: number }[]
  kinds: { kind: string; engine: { properties: object }; graphs: string[] }[]
  problems: { loc: unknown[]; msg: string }[]
}

/** A service without an engines file, and its administrator. */
async function office(t: TestContext, options: WorldOptions = {}) {
  const world = await createWorld(t, {
    hasOwnInventory: true,
    ...options,
    env: { ADMIN_MFA_REQUIRED: 'false', ...options.env },
  })
  const { get, post, put, remove } = world
  const boss = await world.admin()
  const read = async () => (await get(root, boss.token)).json<Inventory>()
  const ask = (path: string, body: object = {}) => post(`${root}/${path}`, boss.token, { ...body })
  /** A change by the newest version, which must succeed. */
  const change = async (path: string, body: object | null) => {
    const { version } = await read()
    const response =
      body === null
        ? await remove(`${root}/${path}?version=${version}`, boss.token)
        : await put(`${root}/${path}`, boss.token, { ...body, version })
    assert.equal(response.statusCode, 200, response.body)
    return response.json<Inventory>()
  }
  /** A change that may fail. */
  const tryTo = async (path: string, body: object) =>
    put(`${root}/${path}`, boss.token, { ...body, version: (await read()).version })
  const names = async () => {
    const { items } = (await get('/api/v1/models', boss.token)).json<{ items: { model: string }[] }>()
    return items.map(({ model }) => model)
  }
  return { ...world, boss, read, ask, change, tryTo, names }
}

const sglang = (url: string, more: object = {}) => ({ kind: 'sglang', url, models: { wan: {} }, ...more })
/** How many statements wait for a lock. */
async function waiting(db: Db): Promise<number> {
  const { rows } = await sql`select from pg_locks where not granted`.execute(db)
  return rows.length
}

/** An address where nothing listens. */
async function closedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return `http://127.0.0.1:${port}`
}

const places = (response: { json(): { detail: { loc: (string | number)[]; msg: string }[] } }) =>
  response.json().detail.map(({ loc, msg }) => [loc.join('.'), msg])

test('an engine that an administrator adds counts at once, without a file and without a restart', async (t) => {
  const { read, change, names, deps, boss, get, person } = await office(t)
  const first = await read()
  assert.deepEqual([first.source, first.version, first.models, first.engines], ['database', 0, [], []])
  assert.deepEqual(
    first.kinds.map(({ kind }) => kind),
    ['comfyui', 'sglang', 'vllm-omni', 'fastvideo', 'lightx2v'],
  )
  assert.deepEqual(await names(), ['preview'])

  await change('models/wan', { entry: wan })
  const { version, models, engines } = await change('engines/gpu-1', {
    entry: sglang('http://10.0.0.6:30010'),
  })
  assert.equal(version, 2)
  assert.deepEqual(models, [{ name: 'wan', ...wan }])
  assert.deepEqual(engines, [{ ...sglang('http://10.0.0.6:30010'), name: 'gpu-1', has_secret: false }])
  assert.deepEqual(await names(), ['wan', 'preview'])
  assert.deepEqual(
    Object.keys(deps.catalog.models[0]!.sizes),
    ['720p', '480p'],
    'the first size is the default',
  )
  assert.deepEqual(deps.inventory.engines[0]!.url, 'http://10.0.0.6:30010')

  const prices = await get('/api/v1/admin/prices?model=wan', boss.token)
  assert.equal(prices.json().items[0].unit_price, '7', 'its prices are those of the entry')
  const ann = await person()
  assert.equal((await get(root, ann.token)).statusCode, 403)
})

test('the order of models is kept, and any of them can be made the default', async (t) => {
  const { change, names } = await office(t, { env: { PREVIEW_SLOTS: '0' } })
  for (const name of ['zebra', 'an-antelope', 'ox']) await change(`models/${name}`, { entry: wan })
  assert.deepEqual(await names(), ['zebra', 'an-antelope', 'ox'])
  await change('models/ox', { entry: wan, is_default: true })
  await change('models/zebra', { entry: { ...wan, title: 'Zebra' } })
  assert.deepEqual(await names(), ['ox', 'zebra', 'an-antelope'])
  await change('models/zebra', null)
  assert.deepEqual(await names(), ['ox', 'an-antelope'])
})

test('a fault of an entry is told at its field, in the words of the engines file', async (t) => {
  const { tryTo, change, read } = await office(t)
  await change('models/wan', { entry: wan })
  const wrong: [string, object, [string, string][]][] = [
    ['models/x', { entry: { ...wan, fps: 0 } }, [['body.entry.fps', 'must be >= 1']]],
    ['models/x', { entry: { ...wan, colour: 1 } }, [['body.entry.colour', 'there is no colour here']]],
    [
      'models/x',
      { entry: { ...wan, seconds: { min: 5, max: 1, default: 5 } } },
      [['body.entry.seconds', 'min, default and max must not fall']],
    ],
    ['models/preview', { entry: wan }, [['body.entry', 'this name is taken']]],
    [
      'engines/x',
      { entry: sglang('http://gpu', { kind: 'abacus' }) },
      [['body.entry.kind', 'must be one of comfyui, sglang, vllm-omni, fastvideo, lightx2v']],
    ],
    [
      'engines/x',
      { entry: sglang('http://gpu', { models: { nobody: {} } }) },
      [['body.entry.models.nobody', 'models has no such entry']],
    ],
    [
      'engines/x',
      { entry: sglang('http://gpu', { models: { wan: { extra: { out: { path: '/etc' } } } } }) },
      [['body.entry.models.wan', 'extra.out.path: an entry may not set this field of a request']],
    ],
    [
      'engines/x',
      { entry: sglang('ftp://gpu') },
      [['body.entry.url', 'must match pattern "^https?://[^\\s?#@]+$"']],
    ],
    [
      'engines/x',
      { entry: sglang('http://gpu'), secret: 'two\nlines' },
      [['body.secret', 'A bearer token has printable ASCII characters and no spaces']],
    ],
    [
      'engines/x',
      { entry: sglang('http://gpu', { auth: 'basic' }), secret: 'nocolon' },
      [['body.secret', 'Input must be a user and a password with a colon between']],
    ],
    [
      'engines/x',
      { entry: sglang('http://gpu', { name: 'y' }) },
      [['body.entry.name', 'The name is x, as in the path; add another entry for another name']],
    ],
    [
      'engines/x',
      { entry: sglang('http://gpu', { models: { wan: { upstream: 'a\0b' } } }) },
      [['body.entry.models.wan.upstream', 'Text must have no NUL and no lone surrogate']],
    ],
  ]
  for (const [path, body, expected] of wrong) {
    const response = await tryTo(path, body)
    assert.equal(response.statusCode, 422, response.body)
    assert.deepEqual(places(response), expected, path)
  }
  assert.equal((await read()).version, 1)
})

test('an engine and the models that it brings are added in one step, all or none of it, each a line of the log', async (t) => {
  const { tryTo, change, read, names, get, boss } = await office(t, { env: { PREVIEW_SLOTS: '0' } })
  await change('models/ox', { entry: wan })
  const entry = sglang('http://gpu', { models: { wan: {}, fox: {} } })
  const wrong: [object, [string, string][]][] = [
    [{ wan, fox: { ...wan, fps: 0 } }, [['body.models.fox.fps', 'must be >= 1']]],
    [{ wan }, [['body.entry.models.fox', 'models has no such entry']]],
    [{ wan, fox: 'a model' }, [['body.models.fox', 'Input must be object']]],
    [
      { wan, fox: { ...wan, name: 'ox' } },
      [['body.models.fox.name', 'The name is fox, as in the path; add another entry for another name']],
    ],
    [
      { wan, fox: wan, 'no name': wan },
      [['body.models.no name', 'A name matches ^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$']],
    ],
    [
      { wan, fox: { ...wan, title: 'a\0b' } },
      [['body.models.fox.title', 'Text must have no NUL and no lone surrogate']],
    ],
  ]
  for (const [models, expected] of wrong) {
    const response = await tryTo('engines/gpu-1', { entry, models })
    assert.equal(response.statusCode, 422, response.body)
    assert.deepEqual(places(response), expected)
  }
  const list = await tryTo('engines/gpu-1', { entry, models: [wan] })
  assert.deepEqual(places(list), [['body.models', 'Input must be object']])
  const { version: before, models, engines } = await read()
  assert.deepEqual([before, models.length, engines], [1, 1, []], 'nothing of it is there')

  const { version } = await change('engines/gpu-1', {
    entry,
    models: { wan, fox: wan, ox: { ...wan, title: 'Ox' } },
  })
  assert.equal(version, 2)
  assert.deepEqual(await names(), ['ox', 'wan', 'fox'])
  const log = (await get('/api/v1/admin/audit?event=inventory_changed', boss.token)).json().items
  assert.deepEqual(
    log
      .slice(0, 4)
      .map((line: { subject: string; details: { version: number; before: object | null } }) => [
        line.subject,
        line.details.version,
        line.details.before === null,
      ]),
    [
      ['model:ox', 2, false],
      ['model:fox', 2, true],
      ['model:wan', 2, true],
      ['engine:gpu-1', 2, true],
    ],
  )
})

test('an entry names no variable, program or file of the machines: only an engines file may', async (t) => {
  const { tryTo, change } = await office(t)
  await change('models/wan', { entry: wan })
  const path = join(await mkdtemp(join(tmpdir(), 'clipwright-')), 'secret.json')
  await writeFile(path, '{"1":{"class_type":"found-it","inputs":{}}}')
  cleanUp(t, () => rm(join(path, '..'), { recursive: true }))
  const command = { command: ['touch', '/tmp/x'] }
  const post = { post: 'http://elsewhere/start', key_variable: 'SECRETS_KEYS' }
  const comfyui = {
    kind: 'comfyui',
    url: 'http://gpu',
    models: { wan: { 'text-to-video': { graph: path } } },
  }
  for (const [entry, place] of [
    [sglang('http://gpu', { key_variable: 'SECRETS_KEYS' }), 'key_variable'],
    [sglang('http://gpu', { basic_variable: 'DATABASE_URL' }), 'basic_variable'],
    [sglang('http://gpu', { on_demand: { start: command, stop: command } }), 'on_demand.start.command'],
    [sglang('http://gpu', { on_demand: { start: post, stop: post } }), 'on_demand.start.key_variable'],
    [comfyui, 'models.wan'],
  ] as const) {
    const response = await tryTo('engines/x', { entry })
    assert.equal(response.statusCode, 422, place)
    assert.equal(places(response)[0]![0], `body.entry.${place}`)
    assert.ok(!response.body.includes('found-it'))
  }
})

test('a model goes only when no engine has it, and a change that breaks an engine is refused with its place', async (t) => {
  const { tryTo, change, read, remove, boss } = await office(t)
  await change('models/wan', { entry: wan })
  await change('engines/gpu-1', { entry: sglang('http://gpu') })
  const { version } = await read()
  const kept = await remove(`${root}/models/wan?version=${version}`, boss.token)
  assert.deepEqual([kept.statusCode, kept.json().code], [409, 'model_in_use'])
  assert.match(kept.json().detail, /gpu-1/)
  const broken = await tryTo('models/wan', { entry: { ...wan, audio: 'required' } })
  assert.deepEqual(places(broken), [
    ['body.entry', 'engines (gpu-1).models.wan: engines of this kind make no videos to a sound'],
  ])
  await change('engines/gpu-1', null)
  await change('models/wan', null)
  for (const what of ['engines/gpu-1', 'models/wan', 'graphs/constructor']) {
    const response = await remove(`${root}/${what}?version=4`, boss.token)
    assert.deepEqual([response.statusCode, response.json().code], [404, `${what.split('s/')[0]}_not_found`])
  }
})

test('of two changes at once one counts, and the other is told to read again', async (t) => {
  const { put, boss, read, db } = await office(t)
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      put(`${root}/models/wan-${i}`, boss.token, { entry: wan, version: 0 }),
    ),
  )
  const codes = outcomes.map((response) => String(response.json().code ?? response.statusCode))
  assert.deepEqual(codes.toSorted(), ['200', ...Array.from({ length: 7 }, () => 'inventory_changed')])
  const { version, models } = await read()
  assert.deepEqual([version, models.length], [1, 1])
  assert.equal(
    (await db.selectFrom('audit_events').select('event').where('event', '=', 'inventory_changed').execute())
      .length,
    1,
  )
  const late = await db.transaction().execute(async (trx) => {
    const row = { version: 2, what: 'by another process', made_by: 'x' }
    const content = JSON.stringify({ models: {}, engines: [] }) as never
    await trx
      .insertInto('engine_documents')
      .values({ ...row, content })
      .execute()
    const answer = put(`${root}/models/wan`, boss.token, { entry: wan, version: 1 })
    await until(async () => (await waiting(trx)) > 0)
    return { answer }
  })
  const told = await late.answer
  assert.deepEqual(
    [told.statusCode, told.json().code],
    [409, 'inventory_changed'],
    'one that is being written',
  )
  const old = await put(`${root}/models/wan`, boss.token, { entry: wan, version: 0 })
  assert.deepEqual(
    [old.statusCode, old.json().code, old.headers['x-should-retry']],
    [409, 'inventory_changed', 'false'],
  )
})

suite('the key of a server', () => {
  test('reaches the server, and nothing that is answered, logged or stored in the clear', async (t) => {
    await using server = await startFakeSglang({ model_id: 'a/b' })
    server.key = key
    const { change, ask, read, db, logged, get, boss, deps } = await office(t)
    await change('models/wan', { entry: wan })
    await change('engines/gpu-1', { entry: sglang(server.url) })
    const without = (await ask('engines/gpu-1/check')).json()
    assert.deepEqual([without.is_reachable, without.offers], [true, []])
    assert.match(without.problems[0].message, /needs a key/)

    await change('engines/gpu-1', { entry: sglang(server.url), secret: key })
    assert.deepEqual((await ask('engines/gpu-1/check')).json(), {
      is_reachable: true,
      version: '0.5.9',
      offers: [{ model: 'wan', modes: ['text-to-video'] }],
      problems: [],
    })
    const { engines } = await change('engines/gpu-1', { entry: sglang(server.url, { slots: 2 }) })
    assert.deepEqual(engines[0], {
      ...sglang(server.url, { slots: 2 }),
      name: 'gpu-1',
      auth: 'bearer',
      has_secret: true,
    })
    assert.equal((await ask('engines/gpu-1/check')).json().offers.length, 1, 'left out, it stays')
    const [{ has_secret: _, ...same }] = engines as [Inventory['engines'][number]]
    await change('engines/gpu-1', { entry: same })

    const everything = [
      JSON.stringify(await read()),
      (await get('/api/v1/admin/audit?event=inventory_changed', boss.token)).body,
      JSON.stringify(await db.selectFrom('engine_documents').selectAll().execute()),
      JSON.stringify(await db.selectFrom('engine_secrets').selectAll().execute()),
      logged(),
    ]
    for (const text of everything) assert.ok(!text.includes(key))
    assert.equal(
      deps.secrets.ring.open(
        'engine:gpu-1',
        (await db.selectFrom('engine_secrets').select('secret_enc').executeTakeFirstOrThrow()).secret_enc,
      ),
      key,
    )

    await change('engines/gpu-1', { entry: same, secret: null })
    assert.deepEqual(
      [(await read()).engines[0]!.has_secret, 'auth' in (await read()).engines[0]!],
      [false, false],
    )
    assert.equal((await ask('engines/gpu-1/check')).json().offers.length, 0)
    assert.deepEqual(await db.selectFrom('engine_secrets').selectAll().execute(), [])
  })

  test('goes to no other address than the one it was given for', async (t) => {
    const { change, tryTo, db } = await office(t)
    await change('models/wan', { entry: wan })
    await change('engines/gpu-1', { entry: sglang('http://gpu:8000/a'), secret: key })
    await change('engines/gpu-1', { entry: sglang('http://gpu:8000/b') })
    const moved = await tryTo('engines/gpu-1', { entry: sglang('http://thief:8000/b') })
    assert.deepEqual([moved.statusCode, places(moved)[0]![0]], [422, 'body.secret'])
    await change('engines/gpu-1', { entry: sglang('http://thief:8000/b'), secret: null })
    await change('engines/gpu-2', { entry: sglang('http://gpu:8000'), secret: key })
    await change('engines/gpu-2', null)
    assert.deepEqual(
      await db.selectFrom('engine_secrets').selectAll().execute(),
      [],
      'a removed engine leaves none',
    )
  })
})

test('rotate-secrets seals keys of engines again with the newest key of the ring', async (t) => {
  const { change, db, ask } = await office(t)
  await using server = await startFakeSglang({ model_id: 'a/b' })
  server.key = key
  await change('models/wan', { entry: wan })
  await change('engines/gpu-1', { entry: sglang(server.url), secret: key })
  const [old, next] = [
    { kid: 'test', key: Buffer.alloc(32, 8) },
    { kid: 'next', key: Buffer.alloc(32, 9) },
  ]
  assert.equal((await ask('engines/gpu-1/check')).json().offers.length, 1)
  assert.equal(await rotateEngineSecrets(db, createKeyRing([next, old])), 1)
  assert.equal(await rotateEngineSecrets(db, createKeyRing([next, old])), 0, 'nothing more to do')
  const [sample] = await sampleEngineSecrets(db)
  assert.equal(createKeyRing([next]).open(sample!.name, sample!.sealed), key)
  assert.equal(createKeyRing([old]).opens(sample!.name, sample!.sealed), false)
})

test('with an engines file the file is the truth: it is shown, and not changed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  const file = join(folder, 'engines.yaml')
  const content = { models: { wan }, engines: [{ name: 'gpu-1', ...sglang(await closedPort()) }] }
  await writeFile(file, JSON.stringify(content))
  const { read, put, remove, ask, boss, db } = await office(t, { env: { ENGINES_FILE: file } })
  const { source, version, models, engines } = await read()
  assert.deepEqual([source, version], ['file', null])
  assert.deepEqual(models, [{ name: 'wan', ...wan }])
  assert.deepEqual(engines, [{ ...content.engines[0], has_secret: false }])
  for (const response of [
    await put(`${root}/models/x`, boss.token, { entry: wan, version: 0 }),
    await put(`${root}/engines/x`, boss.token, { entry: sglang('http://gpu'), version: 0 }),
    await remove(`${root}/engines/gpu-1?version=0`, boss.token),
  ]) {
    assert.deepEqual([response.statusCode, response.json().code], [409, 'engines_in_file'])
    assert.match(response.json().detail, /edit that file/)
  }
  assert.deepEqual(await db.selectFrom('engine_documents').selectAll().execute(), [])
  const { is_reachable, problems } = (await ask('engines/gpu-1/check')).json()
  assert.equal(is_reachable, false)
  assert.deepEqual(problems, [
    {
      model: null,
      message: 'Nothing listens at this address and port.',
      remedy: 'Look whether it runs, and whether its address and port can be reached from here.',
      text: 'nothing_listens',
      params: {},
    },
  ])
})

test('every process follows a change within seconds, and none takes what it does not understand', async (t) => {
  const { change, deps, db, ask, read } = await office(t)
  const lines: string[] = []
  const sink = { write: (line: string) => void lines.push(line) }
  const other = await openInventory(deps.config, {
    log: createLog({ level: 'debug', destination: sink as never }),
    store: { db, ring: deps.secrets.ring },
    onLoad: async () => {},
  })
  cleanUp(t, () => other[Symbol.dispose]())
  const engines = () => other.engines.map(({ name }) => name)
  assert.deepEqual(engines().slice(0, 1), ['preview'])
  await change('models/wan', { entry: wan })
  await change('engines/gpu-1', { entry: sglang('http://gpu'), secret: key })
  await until(() => engines()[0] === 'gpu-1')
  assert.match(other.engines[0]!.fingerprint, new RegExp(key), 'with the key')

  const { content } = await db
    .selectFrom('engine_documents')
    .select('content')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const later = {
    ...content,
    engines: content.engines.map((engine) => ({ ...engine, kind: 'of-the-future' })),
  }
  const row = { version: 3, what: 'by a newer program', made_by: 'x' }
  await db
    .insertInto('engine_documents')
    .values({ ...row, content: JSON.stringify(later) as never })
    .execute()
  await until(() => other.refused)
  assert.deepEqual(engines()[0], 'gpu-1', 'what was loaded stays')
  await deps.inventory.reload()
  assert.match((await read()).problems[0]!.msg, /^engines\.0 \(gpu-1\)\.kind: must be one of/)
  assert.equal(lines.filter((line) => line.includes('engine_document_refused')).length, 1)
  assert.ok(!lines.join('').includes(key))
  assert.equal((await ask('engines/gpu-1/check')).statusCode, 200)

  await change('engines/gpu-1', null)
  await until(() => engines()[0] !== 'gpu-1')
  assert.equal(other.refused, undefined)

  await db.schema.alterTable('engine_documents').renameTo('away').execute()
  await until(() => lines.some((line) => line.includes('engine_document_not_read')))
  const tries = () => lines.filter((line) => line.includes('engine_document_not_read'))
  await until(() => tries().length >= 2)
  assert.deepEqual(
    other.catalog.models.map(({ name }) => name),
    ['wan', 'preview'],
  )
  await db.schema.alterTable('away').renameTo('engine_documents').execute()
  await change('models/ox', { entry: wan })
  await until(() => other.catalog.models.some(({ name }) => name === 'ox'))
  assert.equal(tries().filter((line) => line.includes('"level":"warn"')).length, 1, 'told once')
})

test('a graph of one’s own is part of the document, and is used by its name', async (t) => {
  await using server = await startFakeComfyui()
  const { change, tryTo, ask, read, remove, boss } = await office(t)
  const file = join(import.meta.dirname, '../../engines/comfyui/graphs/modelless-solid-color-t2v.json')
  const graph = JSON.parse(await readFile(file, 'utf8')) as object
  await change('models/wan', { entry: wan })
  for (const [name, body, says] of [
    ['mine', { nodes: [] }, /editor's own format/],
    ['mine', {}, /no nodes/],
    ['wan22-5b-t2v', graph, /name of a built-in graph/],
    ['mine', { 1: { class_type: 'X', inputs: { text: 'x'.repeat(2 ** 20) } } }, /at most 1048576 bytes/],
  ] as const) {
    const response = await tryTo(`graphs/${name}`, { graph: body })
    assert.deepEqual([response.statusCode, places(response)[0]![0]], [422, 'body.graph'])
    assert.match(places(response)[0]![1]!, says)
  }
  await change('graphs/mine', { graph })
  const bindings = {
    width_px: [['1', 'width']],
    height_px: [['1', 'height']],
    frames: [['1', 'batch_size']],
  }
  const entry = (name: string) => ({
    kind: 'comfyui',
    url: server.url,
    models: { wan: { 'text-to-video': { graph: name, bindings } } },
  })
  const missing = await tryTo('engines/comfy-1', { entry: entry('yours') })
  assert.match(places(missing)[0]![1]!, /no graph of this name.*of your own there are mine/)
  await change('engines/comfy-1', { entry: entry('mine') })
  assert.deepEqual((await ask('engines/comfy-1/check')).json().offers, [
    { model: 'wan', modes: ['text-to-video'] },
  ])
  assert.deepEqual(
    (await read()).graphs.map(({ name, nodes }) => [name, nodes]),
    [['mine', Object.keys(graph).length]],
  )
  const kept = await remove(`${root}/graphs/mine?version=${(await read()).version}`, boss.token)
  assert.deepEqual([kept.statusCode, kept.json().code], [409, 'graph_in_use'])
  await change('engines/comfy-1', null)
  assert.deepEqual((await change('graphs/mine', null)).graphs, [])
})

suite('a look at an address', () => {
  interface Found {
    kind: string | null
    version: string | null
    found: { message: string; text: string; params: Record<string, string | number> }[]
    proposal: {
      models: Record<string, { modes: string[] }>
      engine: { name: string } & Record<string, unknown>
    } | null
    to_check: { message: string; text: string }[]
    problems: { message: string; remedy: string }[]
  }
  /** What is proposed, after it was taken as it is, and the engine was asked. */
  async function take(t: TestContext, url: string, more: object = {}) {
    const { ask, change } = await office(t)
    const response = await ask('probe', { url, ...more })
    assert.equal(response.statusCode, 200, response.body)
    const found = response.json<Found>()
    assert.ok(found.proposal, response.body)
    const { models, engine } = found.proposal
    for (const [name, entry] of Object.entries(models)) await change(`models/${name}`, { entry })
    const { auth: _auth, ...entry } = engine
    const { secret } = more as { secret?: string }
    await change(`engines/${engine.name}`, { entry, ...(secret && { secret }) })
    const { offers } = (await ask(`engines/${engine.name}/check`)).json<{ offers: object[] }>()
    const again = (await ask('probe', { url, ...more })).json<Found>()
    assert.deepEqual(again.proposal!.models, {}, 'what is there is not proposed again')
    assert.match(again.proposal!.engine.name, /-2$/)
    return { ...found, models, engine, offers }
  }

  test('finds ComfyUI, with the models whose files it has', async (t) => {
    await using server = await startFakeComfyui({
      missing_files: ['wan2.2_i2v_high_noise_14B_fp8_scaled.safetensors'],
    })
    const { kind, version, models, engine, offers, found } = await take(t, server.url)
    assert.deepEqual([kind, engine.name], ['comfyui', 'comfyui-1'])
    assert.match(version!, /^\d+\.\d+/)
    assert.deepEqual(models['wan2.2-5b']!.modes, ['text-to-video', 'image-to-video'])
    assert.deepEqual(
      models['wan2.2-14b']!.modes,
      ['text-to-video'],
      'the file of the other mode is not there',
    )
    assert.deepEqual(found[1], {
      message: 'can run wan22-5b-t2v, wan22-5b-i2v',
      text: 'can_run',
      params: { graphs: 'wan22-5b-t2v, wan22-5b-i2v' },
    })
    assert.equal(offers.length, Object.keys(engine['models'] as object).length)
  })

  test('finds a ComfyUI without any model, and proposes what proves the line', async (t) => {
    const files = graphModels.flatMap(({ graphs }) => Object.values(graphs))
    const texts = await Promise.all(
      files.map((name) =>
        readFile(join(import.meta.dirname, `../../engines/comfyui/graphs/${name}.json`), 'utf8'),
      ),
    )
    const missing_files = [...new Set(texts.join().match(/[\w.-]+\.safetensors/g))]
    await using server = await startFakeComfyui({ missing_files })
    const { ask } = await office(t)
    const { proposal, problems, to_check } = (await ask('probe', { url: server.url })).json<Found>()
    assert.deepEqual(Object.keys(proposal!.models), ['solid-color'])
    assert.deepEqual(
      to_check.map(({ text }) => text),
      ['proof_only'],
    )
    assert.match(problems[0]!.message, /has no file/)
  })

  for (const [kind, start] of [
    ['sglang', startFakeSglang],
    ['vllm-omni', startFakeVllmOmni],
    ['fastvideo', startFakeFastvideo],
  ] as const)
    test(`finds ${kind}, with its key`, async (t) => {
      await using server = await start({ model_id: 'Wan-AI/Wan2.2-TI2V-5B-Diffusers' })
      server.key = key
      const { kind: told, engine, offers, to_check } = await take(t, `${server.url}/`, { secret: key })
      assert.deepEqual([told, engine['url'], to_check], [kind, server.url, []])
      assert.deepEqual(engine['models'], { 'wan2.2-5b': { upstream: 'Wan-AI/Wan2.2-TI2V-5B-Diffusers' } })
      assert.deepEqual(offers, [{ model: 'wan2.2-5b', modes: ['text-to-video', 'image-to-video'] }])
    })

  test('finds a model that we do not know, and says what is a guess', async (t) => {
    await using server = await startFakeSglang({ model_id: 'somebody/Their_New-Model!' })
    server.task_type = 'T2V'
    const { ask } = await office(t)
    assert.equal(
      (await ask('probe', { url: server.url })).json<Found>().kind,
      null,
      'no name that we could tell',
    )
    server.model_id = 'somebody/Their_New-Model'
    const { models, to_check } = await take(t, server.url)
    assert.deepEqual(Object.keys(models), ['their_new-model'])
    assert.match(to_check[0]!.message, /sizes, rate, lengths and price are a guess/)
  })

  test('finds LightX2V, and says that its task is a guess', async (t) => {
    await using server = await startFakeLightx2v()
    server.model_path = '/models/Wan2.2-I2V-A14B'
    const { kind, engine, to_check, offers } = await take(t, server.url)
    assert.equal(kind, 'lightx2v')
    assert.deepEqual(engine['models'], { 'wan2.2-i2v-a14b': { task: 'i2v', model_cls: 'wan2.2_moe' } })
    assert.match(to_check.map(({ message }) => message).join(), /i2v is read from its path/)
    assert.deepEqual(offers, [{ model: 'wan2.2-i2v-a14b', modes: ['image-to-video'] }])
  })

  test('says what was tried where it finds nothing, and shows nothing of another service', async (t) => {
    const page = 'the internal wiki of this company'
    const serve = async (answer: (path: string) => object | string): Promise<string> => {
      const server = createServer((request, response) => {
        const body = answer(request.url ?? '/')
        const type = typeof body === 'string' ? 'text/html' : 'application/json'
        response.writeHead(200, { 'content-type': type })
        response.end(typeof body === 'string' ? body : JSON.stringify(body))
      }).listen(0, '127.0.0.1')
      cleanUp(t, () => void server.close())
      await once(server, 'listening')
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    }
    const url = await serve(() => page)
    const listing = await serve((path) =>
      path === '/v1/models' ? { data: [{ id: page, owned_by: page }] } : page,
    )
    const claiming = await serve(() => ({
      system: { comfyui_version: page },
      model_cls: page,
      data: [{ id: page, owned_by: 'sglang' }],
      version: page,
    }))
    await using locked = await startFakeSglang()
    locked.key = key
    await using warm = await startFakeSglang()
    warm.drop_reads = true
    const { ask, logged } = await office(t)
    for (const [body, says] of [
      [{ url }, /answers, but not as/],
      [{ url, kind: 'comfyui' }, /not as ComfyUI does/],
      [{ url: listing }, /lists models as the OpenAI API does/],
      [{ url: claiming, kind: 'sglang' }, /none of the servers that we know/],
      [{ url: claiming, kind: 'lightx2v' }, /none of the servers|not as lightx2v/],
      [{ url: locked.url }, /needs a key/],
      [{ url: locked.url, secret: 'another-key' }, /needs a key/],
      [{ url: warm.url }, /connection was closed/],
      [{ url: await closedPort() }, /Nothing listens/],
      [{ url: 'http://127.0.0.1:9' }, /reserved for something else/],
      [{ url: 'http://no.such.host.invalid' }, /no machine of this name|could not be looked up/],
    ] as const) {
      const response = await ask('probe', body)
      const { kind, proposal, problems } = response.json<Found>()
      assert.deepEqual([kind, proposal], [null, null], response.body)
      assert.match(problems[0]!.message, says)
      assert.ok(problems[0]!.remedy.length > 10)
      assert.ok(!response.body.includes('wiki'))
    }
    const claimed = await ask('probe', { url: claiming })
    assert.deepEqual([claimed.json<Found>().kind, claimed.json<Found>().version], ['comfyui', null])
    assert.ok(!claimed.body.includes('wiki'))
    assert.ok(!logged().includes('another-key'))
    const refused = await ask('probe', { url: 'file:///etc/passwd' })
    assert.deepEqual(places(refused)[0]![0], 'body.url')
  })

  test('proposes what the example of the docs has', async () => {
    const text = await readFile(
      join(import.meta.dirname, '../../../../docs/engines/engines.example.yaml'),
      'utf8',
    )
    const { models } = parse(text) as { models: Record<string, object> }
    for (const [name, entry] of Object.entries(models))
      assert.deepEqual(knownModels.find((known) => known.name === name)?.entry, entry, name)
  })
})

test('a first video of an engine costs nothing, and is the smallest and shortest', async (t) => {
  const { change, ask, get, boss, db } = await office(t)
  await change('models/wan', { entry: { ...wan, prices: {} } })
  await change('models/pictures', { entry: { ...wan, modes: ['image-to-video'] } })
  await change('engines/gpu-1', { entry: sglang('http://gpu', { models: { pictures: {}, wan: {} } }) })
  const { task_id, model } = (await ask('engines/gpu-1/test-video', { prompt: 'a paper boat' })).json<{
    task_id: string
    model: string
  }>()
  assert.equal(model, 'wan')
  const task = (await get(`/api/v1/tasks/${task_id}`, boss.token)).json()
  assert.deepEqual(
    [
      task.prompt,
      task.cost,
      task.cost_status,
      task.params.resolution,
      task.params.aspect_ratio,
      task.params.duration_seconds,
    ],
    ['a paper boat', 0, 'free', '480p', '9:16', 1],
  )
  assert.equal(
    (await db.selectFrom('tasks').select('user_id').executeTakeFirstOrThrow()).user_id,
    boss.user_id,
  )
  for (const [body, says] of [
    [{ model: 'pictures' }, /needs a picture/],
    [{ model: 'preview' }, /Models of gpu-1: wan, pictures/],
  ] as const) {
    const response = await ask('engines/gpu-1/test-video', body)
    assert.deepEqual([response.statusCode, places(response)[0]![0]], [422, 'body.model'])
    assert.match(places(response)[0]![1]!, says)
  }
  for (const what of ['check', 'test-video']) {
    const gone = await ask(`engines/nobody/${what}`)
    assert.deepEqual([gone.statusCode, gone.json().code], [404, 'engine_not_found'])
  }
})

test('what runs on an engine that is removed is not lost, and what waits is made by the one that comes', async (t) => {
  await using old = await startFakeSglang({ model_id: 'a/b' })
  await using next = await startFakeSglang({ model_id: 'a/b' })
  const { change, deps, db, boss, task, credits, ended, resources } = await office(t)
  await credits(boss, 1000)
  await change('models/wan', { entry: wan })
  await change('engines/gpu-1', { entry: sglang(old.url) })
  const loops = serveEngines({
    ...deps,
    receive: async () => null,
    learnSpeed: createLearnSpeed(db),
    settings: runSettings({ lease_s: 15 }),
  })
  resources.defer(() => loops.stop(0))
  old.stuck = true
  const first = await task(boss, { model: 'wan' })
  await until(() => old.submitted.length === 1)
  const second = await task(boss, { model: 'wan' })
  await change('engines/gpu-1', null)
  await change('engines/gpu-2', { entry: sglang(next.url) })
  assert.equal((await ended(second)).status, 'completed')
  assert.equal(next.submitted.length, 1)
  old.restart() // it forgets its job, which is then made anew
  assert.equal((await ended(first)).status, 'completed')
  const attempts = await db
    .selectFrom('task_attempts')
    .select(['engine', 'outcome'])
    .where('task_id', '=', first)
    .orderBy('started_at')
    .execute()
  assert.deepEqual(
    attempts.map(({ engine }) => engine),
    ['gpu-1', 'gpu-2'],
  )
})
