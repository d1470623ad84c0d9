import assert from 'node:assert/strict'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { createApp } from '../app.ts'
import { readConfig } from '../config/config.ts'
import { EngineError, engineProblem, type EngineProblem } from '../engines/engines.ts'
import { type ConfiguredEngine, openInventory } from '../inventory/inventory.ts'
import { createSmtpMailer } from '../mail/smtp.ts'
import { observeSlices } from '../monitoring/monitoring.ts'
import { startSendLoop } from '../outbox/outbox.ts'
import { startSchedules } from '../platform/schedules/schedules.ts'
import { registerWorker } from '../tasks/fleet/workers.ts'
import { claimNext } from '../testing/claim.ts'
import { cleanUp } from '../testing/clean-up.ts'
import type { FixedInventory } from '../testing/fixed-inventory.ts'
import { fillDisk } from '../testing/neighbours/full-disk.ts'
import { happen, hookEnv, makeWebhook, receiveHooks } from '../testing/neighbours/hook-receiver.ts'
import { startSmtpServer } from '../testing/neighbours/smtp-server.ts'
import { until } from '../testing/until.ts'
import { createHeldEngine } from '../testing/worker.ts'
import { createWorld, type World, type WorldOptions } from '../testing/world.ts'
import { startDeliveryLoop } from '../webhooks/webhooks.ts'
import { startWorker } from '../worker.ts'
import { type HealthItem, healthCodes } from './health.ts'

const path = '/api/v1/admin/health'
type Shown = Omit<HealthItem, 'since'> & { since: string | null }

/** A world with an administrator who looks. */
async function watch(t: TestContext, options: WorldOptions = {}) {
  const env = { STOP_PATIENCE_SECONDS: '0', ...options.env }
  const world = await createWorld(t, { ...options, env })
  const root = await world.admin()
  const items = async () => {
    const response = await world.get(path, root.token)
    assert.equal(response.statusCode, 200, response.body)
    return response.json<{ items: Shown[] }>().items
  }
  const find = async (code: string) => (await items()).find((item) => item.code === code)
  return {
    ...world,
    world,
    root,
    items,
    find,
    appears: (code: string) => until(() => find(code), code),
    vanishes: (code: string) => until(async () => (await find(code)) === undefined, `the end of ${code}`),
  }
}

/** A worker that is alive and does nothing. */
async function idleWorker({ deps, resources }: World, worker_id = 'idle') {
  const worker = await registerWorker(deps, { worker_id, version: '1', host: 'here', pid: 1 })
  resources.defer(() => worker.leave())
  return worker
}

/** A real worker with one engine that a test can take away; of the same world only one. */
async function workWith(world: World, entry: Partial<ConfiguredEngine> = {}) {
  const engine = createHeldEngine({ name: 'gpu-1' })
  const usual = createHeldEngine({ name: 'gpu-1' })
  const server = { isDown: false, problems: [] as EngineProblem[] }
  engine.capabilities = async (signal) => {
    if (server.isDown)
      throw new EngineError('unavailable', 'The server does not answer.', { fault: 'engine' })
    return { ...(await usual.capabilities(signal)), problems: server.problems }
  }
  const offered: ConfiguredEngine = {
    name: 'gpu-1',
    kind: 'held',
    url: 'http://gpu-1:8188',
    slots: 1,
    models: ['preview'],
    fingerprint: 'gpu-1',
    open: () => engine,
    ...entry,
  }
  ;(world.deps.inventory as FixedInventory).set([offered])
  world.resources.use(await startWorker(world.deps))
  await until(
    async () => (await world.db.selectFrom('engine_slots').select('engine').executeTakeFirst()) !== undefined,
  )
  return { engine, server }
}

const ago = (minutes: number) => sql<Date>`now() - ${minutes} * interval '1 minute'`

suite('what is wrong', () => {
  test('is nothing when all is well, and only administrators are told', async (t) => {
    const { world, items, get, person } = await watch(t)
    await workWith(world)
    const told = await until(async () => {
      const found = await items()
      return found.every(({ code }) => code === 'disk_nearly_full') && found // of the machine that the tests run on
    })
    assert.ok(told.length <= 1)
    const ann = await person()
    assert.deepEqual([(await get(path, ann.token)).statusCode, (await get(path)).statusCode], [403, 401])
  })

  test('is that no worker runs, until one does', async (t) => {
    const { world, items, appears, vanishes } = await watch(t)
    const { severity, since, subject } = await appears('no_worker')
    assert.deepEqual([severity, since, subject], ['now', null, null])
    assert.deepEqual(
      (await items()).map(({ code }) => code).filter((code) => code !== 'disk_nearly_full'),
      ['no_worker'],
      'and nothing that comes of it',
    )
    await idleWorker(world)
    await vanishes('no_worker')
  })

  test('is a worker that fell silent, now if nobody takes its tasks over', async (t) => {
    const { world, db, person, credits, task, appears, vanishes } = await watch(t)
    await idleWorker(world, 'alive')
    await db
      .insertInto('workers')
      .values({ worker_id: 'silent', version: '1', host: 'there', pid: 2, seen_at: ago(4) })
      .execute()
    assert.deepEqual(
      [await appears('worker_silent')].map(({ severity, subject }) => [severity, subject]),
      [['soon', 'silent']],
    )
    const ann = await person()
    await credits(ann, 100)
    const task_id = await task(ann)
    await claimNext(world)
    await db
      .updateTable('tasks')
      .set({ lease_expires_at: ago(2) })
      .where('task_id', '=', task_id)
      .execute()
    await until(async () => (await appears('worker_silent')).severity === 'now')
    // What a worker does who is not silent: it reaps, and forgets the silent one.
    world.resources.use(await startWorker(world.deps))
    await db.deleteFrom('workers').where('worker_id', '=', 'silent').execute()
    await vanishes('worker_silent')
  })

  test('is an engine that is down, until it answers; it slows no answer', async (t) => {
    const { world, db, appears, vanishes, find } = await watch(t)
    const { server } = await workWith(world)
    server.isDown = true
    await until(async () => {
      const [report] = await db.selectFrom('engine_reports').select(['failures']).execute()
      return report!.failures > 0
    })
    assert.equal(await find('engine_down'), undefined, 'not at once: it may be restarting')
    await db
      .updateTable('engine_reports')
      .set({ reached_at: ago(2) })
      .execute()
    const began = performance.now()
    const item = await appears('engine_down')
    assert.ok(performance.now() - began < 3_000)
    assert.deepEqual(
      [item.severity, item.subject, item.path, item.message],
      ['now', 'gpu-1', '/admin/engines', 'Engine gpu-1 (http://gpu-1:8188) does not answer.'],
    )
    assert.ok(item.since !== null && item.remedy !== '')
    assert.equal(await find('no_engine_for_model'), undefined, 'the engine is what is told')
    server.isDown = false
    await vanishes('engine_down')
  })

  test('is what an engine reports, once, with its remedy', async (t) => {
    const { world, appears, vanishes } = await watch(t)
    const { server } = await workWith(world)
    const node = { mode: 'text-to-video', class_type: 'Sampler' }
    server.problems = [engineProblem('node_missing', node, 'preview')]
    const { severity, message, remedy, text, params } = await appears('engine_problem')
    assert.deepEqual(
      [severity, message, remedy],
      [
        'soon',
        'Engine gpu-1 (model preview): text-to-video: this ComfyUI has no node "Sampler".',
        'Update ComfyUI, or install the node pack that has it, and restart ComfyUI.',
      ],
    )
    assert.deepEqual([text, params], ['node_missing', { ...node, model: 'preview' }])
    // As a worker of before this version reports it.
    server.problems = [{ model: 'preview', message: 'The node Sampler is missing.', remedy: 'Install it.' }]
    const old = await until(async () => {
      const item = await appears('engine_problem')
      return item.remedy === 'Install it.' && item
    })
    assert.deepEqual(
      [old.message, old.text],
      ['Engine gpu-1 (model preview): The node Sampler is missing.', undefined],
    )
    server.problems = []
    await vanishes('engine_problem')
  })

  test('is a model that no engine takes, now if tasks wait for it', async (t) => {
    const { world, db, person, credits, task, appears, vanishes } = await watch(t)
    await idleWorker(world)
    assert.equal((await appears('no_engine_for_model')).severity, 'soon')
    const ann = await person()
    await credits(ann, 100)
    await task(ann)
    await vanishes('no_engine_for_model') // for a minute
    await db
      .updateTable('tasks')
      .set({ created_at: ago(2), run_after: ago(2) })
      .execute()
    const { severity, subject, message } = await appears('no_engine_for_model')
    assert.deepEqual([severity, subject], ['now', 'preview'])
    assert.match(message, /^No engine takes the model preview. Tasks that wait for it: 1\./)
    await workWith(world)
    await vanishes('no_engine_for_model')
  })

  test('is an engine that does not start, and it is not down meanwhile', async (t) => {
    const { world, db, appears, vanishes, find } = await watch(t)
    const { server } = await workWith(world)
    server.isDown = true
    await sql`insert into engine_power (engine, state, failures, error, models, ready_in_s)
              values ('gpu-1', 'off', 2, 'exit code 1', '{preview}', 60)`.execute(db)
    await db
      .updateTable('engine_reports')
      .set({ reached_at: ago(2) })
      .execute()
    const { severity, message } = await appears('engine_start_failing')
    assert.equal(severity, 'now')
    assert.match(message, /2 starts in a row have failed: exit code 1$/)
    assert.equal(await find('engine_down'), undefined)
    await db.updateTable('engine_power').set({ failures: 0, state: 'starting' }).execute()
    await vanishes('engine_start_failing')
  })

  test('is a wait beyond the setting, as long as it is beyond', async (t) => {
    const { world, db, root, post, person, credits, task, find, appears, vanishes } = await watch(t)
    const { engine } = await workWith(world)
    const ann = await person()
    await credits(ann, 100)
    await task(ann)
    await until(() => engine.working.size === 1)
    const waiting = await task(ann)
    const early = { created_at: ago(5), run_after: ago(5) }
    await db.updateTable('tasks').set(early).where('task_id', '=', waiting).execute()
    assert.equal(await find('waits_too_long'), undefined)
    const settings = (longest_wait_s: number | null) =>
      post('/api/v1/admin/settings', root.token, { longest_wait_s })
    assert.equal((await settings(240)).statusCode, 200)
    const { severity, subject, message } = await appears('waits_too_long')
    assert.deepEqual([severity, subject], ['soon', 'preview'])
    assert.match(message, /has waited for 5 min, and others run/)
    await settings(null)
    await vanishes('waits_too_long')
    await settings(240)
    await appears('waits_too_long')
    await post(`/api/v1/tasks/${waiting}/cancel`, ann.token)
    await vanishes('waits_too_long')
  })

  test('is a ledger that does not add up, until it is mended and checked again', async (t) => {
    const { root, db, get, person, credits, appears, vanishes } = await watch(t)
    const ann = await person()
    await credits(ann, 100)
    const tamper = (amount: number) =>
      db.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx)
        await sql`update ledger_accounts set balance = balance + ${amount} where balance > 0`.execute(trx)
      })
    const check = () => get('/api/v1/admin/ledger/reconciliation', root.token)
    await tamper(1)
    await check()
    const { severity, message, path: page } = await appears('ledger_not_zero')
    assert.deepEqual([severity, page], ['now', '/admin/ledger'])
    assert.match(message, /\(R1: 1\)\.$/)
    await tamper(-1)
    await check()
    await vanishes('ledger_not_zero')
  })

  test('is a ledger that nobody checks', async (t) => {
    const { world, db, root, get, appears, vanishes } = await watch(t)
    await idleWorker(world)
    await db
      .updateTable('users')
      .set({ created_at: ago(31) })
      .execute()
    assert.match((await appears('reconciliation_stale')).message, /never/)
    await get('/api/v1/admin/ledger/reconciliation', root.token)
    await vanishes('reconciliation_stale')
    await db
      .updateTable('reconciliations')
      .set({ checked_at: ago(31) })
      .execute()
    await appears('reconciliation_stale')
  })

  test('is a storage that takes nothing', async (t) => {
    const { folder, appears, vanishes } = await watch(t)
    await rename(join(folder, 'objects'), join(folder, 'away'))
    const { severity, since } = await appears('storage_failing')
    assert.ok(severity === 'now' && since !== null)
    await rename(join(folder, 'away'), join(folder, 'objects'))
    await vanishes('storage_failing')
  })

  test('is a storage that never answers, and all else is told in time', async (t) => {
    const storage = { check: () => new Promise<void>(() => {}) } as World['deps']['storage']
    const { items } = await watch(t, { storage })
    const began = performance.now()
    const found = await items()
    assert.ok(performance.now() - began < 5_000)
    assert.deepEqual(
      found.map(({ code }) => code).filter((code) => code !== 'disk_nearly_full'),
      ['no_worker', 'storage_failing'],
    )
  })

  test('is a disk that is nearly full', async (t) => {
    const { world, folder, resources, appears, vanishes } = await watch(t)
    await idleWorker(world)
    const disk = await fillDisk(t, resources, folder)
    if (!disk) return
    const { severity, subject } = await appears('disk_nearly_full')
    assert.deepEqual([severity, subject], ['now', folder])
    await disk.makeRoom()
    await vanishes('disk_nearly_full')
  })

  test('is mails that do not go out', async (t) => {
    const smtp = new AsyncDisposableStack()
    cleanUp(t, () => smtp.disposeAsync())
    let isFull = true
    const { url, received } = await startSmtpServer(smtp, {
      onMailFrom: (_address, _session, done) =>
        isFull ? done(Object.assign(new Error('no room'), { responseCode: 452 })) : done(),
    })
    const mailer = smtp.use(createSmtpMailer(url))
    const { world, deps, db, resources, clock, post, root, find, appears, vanishes } = await watch(t, {
      mailer,
    })
    await idleWorker(world)
    const loop = startSendLoop(
      { ...deps, sender: async () => ({ from: 'video@example.org', name: null }) },
      { look_ms: 50 },
    )
    resources.defer(() => loop.stop(0))
    await post('/api/v1/auth/forgot-password', undefined, { email: root.email })
    await until(async () => {
      const mail = await db.selectFrom('mail_outbox').select('last_error').executeTakeFirst()
      return mail?.last_error ?? false
    })
    assert.equal(await find('mail_failing'), undefined, 'not at once: it is tried again')
    await db
      .updateTable('mail_outbox')
      .set({ created_at: ago(6) })
      .execute()
    const { severity, message, text, params } = await appears('mail_failing')
    assert.equal(severity, 'now')
    assert.deepEqual([text, params?.['mails']], ['mails_wait', 1])
    assert.match(message, /^Mails do not go out\. Waiting: 1\. .*no room/)
    isFull = false
    clock.offset_ms = 60_000
    await vanishes('mail_failing')
    assert.equal(received.length, 1)
  })

  test('is a mail server that refuses one mail after the other, and not one wrong address', async (t) => {
    const smtp = new AsyncDisposableStack()
    cleanUp(t, () => smtp.disposeAsync())
    let refuses = true
    const { url } = await startSmtpServer(smtp, {
      onMailFrom: (_address, _session, done) =>
        refuses ? done(Object.assign(new Error('not you'), { responseCode: 550 })) : done(),
    })
    const mailer = smtp.use(createSmtpMailer(url))
    const { world, deps, db, resources, post, person, find, appears, vanishes } = await watch(t, { mailer })
    await idleWorker(world)
    const loop = startSendLoop(
      { ...deps, sender: async () => ({ from: 'video@example.org', name: null }) },
      { look_ms: 50 },
    )
    resources.defer(() => loop.stop(0))
    const settled = async () => {
      const rows = await db.selectFrom('mail_outbox').select(['sent_at', 'failed_at']).execute()
      return rows.filter(({ sent_at, failed_at }) => sent_at ?? failed_at).length
    }
    const ask = async (mails: number) => {
      const { email } = await person()
      await post('/api/v1/auth/forgot-password', undefined, { email })
      await until(async () => (await settled()) === mails)
    }
    await ask(1)
    await ask(2)
    assert.equal(await find('mail_failing'), undefined)
    await ask(3)
    assert.match((await appears('mail_failing')).message, /has refused the last 3 mails for good\. .*not you/)
    refuses = false
    await ask(4)
    await vanishes('mail_failing')
  })

  test('is webhooks that fail for an hour', async (t) => {
    let works = false
    const receiver = await receiveHooks(t, (response) => response.writeHead(works ? 204 : 500).end())
    const { world, deps, db, resources, clock, person, credits, find, appears, vanishes } = await watch(t, {
      env: hookEnv,
    })
    const ann = await person()
    await credits(ann, 1_000)
    await makeWebhook(world, ann, { url: receiver.url })
    const loop = startDeliveryLoop(deps)
    resources.defer(() => loop.stop(0))
    await happen(world, ann, 1)
    await until(async () => {
      const { failing_since } = await db
        .selectFrom('webhooks')
        .select('failing_since')
        .executeTakeFirstOrThrow()
      return failing_since !== null
    })
    assert.equal(await find('webhooks_failing'), undefined, 'not at once: it is tried again')
    await db
      .updateTable('webhooks')
      .set({ failing_since: ago(61) })
      .execute()
    assert.match(
      (await appears('webhooks_failing')).message,
      /for more than an hour: 1\. Users who own them: 1\./,
    )
    works = true
    clock.offset_ms = 60_000
    await vanishes('webhooks_failing')
  })

  test('is a queue that was paused and forgotten', async (t) => {
    const { root, db, post, find, appears, vanishes } = await watch(t)
    await post('/api/v1/admin/queues/preview/pause', root.token)
    assert.equal(await find('queue_paused'), undefined)
    await db
      .updateTable('queues')
      .set({ paused_at: ago(61) })
      .execute()
    const { severity, subject } = await appears('queue_paused')
    assert.deepEqual([severity, subject], ['soon', 'preview'])
    await post('/api/v1/admin/queues/preview/resume', root.token)
    await vanishes('queue_paused')
  })

  test('is a schedule that fails each time, not one that fails once', async (t) => {
    const { world, deps, db, find, appears, vanishes } = await watch(t)
    await idleWorker(world)
    let now = new Date('2026-11-22T03:00:30.000Z')
    let works = false
    let runs = 0
    const schedules = startSchedules(
      { ...deps, db, clock: () => now },
      { look_every_ms: 10, lease_ms: 60_000, retry_after_ms: 1, stop_within_ms: 50 },
    )
    cleanUp(t, () => schedules[Symbol.asyncDispose]())
    await schedules.schedule({
      name: 'tidy',
      cron: '* * * * *',
      run: async () => {
        runs++
        if (!works) throw new Error('no')
      },
    })
    const tick = async () => {
      now = new Date(now.getTime() + 60_000)
      const before = runs
      await until(() => runs > before)
    }
    await tick()
    await until(() => runs === 2)
    assert.equal(await find('schedule_failing'), undefined, 'it has another try')
    await until(async () => {
      const { failing_since } = await db
        .selectFrom('schedules')
        .select('failing_since')
        .executeTakeFirstOrThrow()
      return failing_since !== null
    })
    await db
      .updateTable('schedules')
      .set({ failing_since: ago(3) })
      .execute()
    await tick()
    const { subject, since } = await appears('schedule_failing')
    assert.equal(subject, 'tidy')
    assert.ok(Date.parse(since!) < Date.now() - 2 * 60_000, 'since the first failure')
    works = true
    await tick()
    await vanishes('schedule_failing')
  })

  test('is an engines file that was spoiled', async (t) => {
    const { deps, folder, resources, root } = await watch(t)
    const file = join(folder, 'engines', 'engines.yaml')
    await mkdir(join(folder, 'engines'))
    const good = `
models:
  wan:
    modes: [text-to-video]
    sizes: { 480p: { 16:9: 832x480 } }
    size_multiple_px: 16
    fps: 16
    seconds: { min: 1, max: 5, default: 5 }
    guidance: { min: 0, max: 10, default: 4.5 }
    prices: { '*': { unit: second, unit_price: '7.5' } }
engines:
  - { name: gpu-1, kind: sglang, url: 'http://10.0.0.5:8000', models: { wan: { upstream: a/b } } }
`
    await writeFile(file, good)
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, ENGINES_FILE: file })
    const inventory = resources.use(
      await openInventory(config, { log: deps.log, store: undefined, onLoad: async () => {} }),
    )
    const app = await createApp({ ...deps, config, inventory })
    resources.defer(() => app.close())
    const find = async () => {
      const response = await app.inject({ url: path, headers: { authorization: `Bearer ${root.token}` } })
      return response.json<{ items: Shown[] }>().items.find(({ code }) => code === 'engines_file_refused')
    }
    assert.equal(await find(), undefined)
    await writeFile(file, 'engines: [')
    assert.equal((await until(find)).subject, file)
    await writeFile(file, good)
    await until(async () => (await find()) === undefined)
  })
})

test('what is wrong is in the metrics too', async (t) => {
  const { deps } = await createWorld(t)
  observeSlices(deps, { version: '0', command: 'start' })
  assert.match(
    await deps.metrics.text(),
    /^clipwright_health_problems\{code="no_worker",severity="now",subject=""\} 1$/m,
  )
})

test('docs/operating/health.md explains every code, and no other', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/operating/health.md'), 'utf8')
  const listed = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code!)
  assert.deepEqual(listed, [...healthCodes])
})
