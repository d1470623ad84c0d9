import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { writeCursor } from '../../platform/cursor.ts'
import { longestCounted } from '../../platform/db/page.ts'
import { findFreeSlot } from '../../tasks/fleet/slot-queries.ts'
import { observeSlices } from '../../monitoring/monitoring.ts'
import { countHours as countVideos } from '../../tasks/figures/hours.ts'
import { claim } from '../../tasks/queue/claim-queries.ts'
import { countHours as countMoney } from '../../wallet/hours/hours.ts'
import { addFreeSlot } from '../claim.ts'
import { addAccounts, fillAccounts, fillQueue } from '../many-rows.ts'
import { inTime } from '../until.ts'
import { createWorld, type Person, type World } from '../world.ts'

// What a page costs does not depend on how much there is: PostgreSQL tells how many pages of its tables the very statements of a
// request touch, planned for their values and planned for any.

interface Sent {
  text: string
  values: unknown[]
  /** Its transaction wants a plan for these values each time. */
  isNeverGeneric: boolean
}

/** Notes what is read while `work` runs. */
async function statementsOf(t: TestContext, work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = []
  const wantCustom = new WeakSet<pg.Client>()
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its client
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown
  const noted = t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]) {
    const asked = args[0] as Partial<Sent> | string
    const { text = '', values = [] } = typeof asked === 'object' ? asked : { text: asked }
    if (text.includes("'force_custom_plan'")) wantCustom.add(this)
    else if (/^(commit|rollback)$/.test(text)) wantCustom.delete(this)
    else if (typeof asked === 'object' && /^\s*(select|with)/.test(text))
      sent.push({ text, values, isNeverGeneric: wantCustom.has(this) })
    return query.apply(this, args)
  })
  try {
    await work()
  } finally {
    noted.mock.restore()
  }
  return sent
}

interface PlanNode {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** How many pages a statement touches as it is planned for these values, or for any. */
async function buffersOf(client: pg.Client, { text, values }: Sent, mode: 'custom' | 'generic') {
  await client.query(`set plan_cache_mode = force_${mode}_plan`)
  await client.query('begin')
  await client.query(`prepare measured as ${text}`)
  const written = values.map((value) => (value === null ? 'null' : pg.escapeLiteral(toText(value))))
  const given = written.length > 0 ? `(${written.join(', ')})` : ''
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, buffers, format json) execute measured${given}`,
  )
  await client.query('deallocate measured')
  await client.query('rollback')
  const { Plan } = rows[0]!['QUERY PLAN'][0]
  return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
}

function toText(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (Array.isArray(value)) return `{${value.map((part) => JSON.stringify(toText(part))).join(',')}}`
  return String(value)
}

interface Cost {
  statements: number
  custom: number
  generic: number
}

/** What the statements of a request touch. */
function costOf(t: TestContext, world: World, path: string, { token }: Person): Promise<Cost> {
  return costOfWork(t, world, async () => {
    const response = await world.get(path, token)
    assert.equal(response.statusCode, 200, response.body)
  })
}

async function costOfWork(t: TestContext, world: World, work: () => Promise<unknown>): Promise<Cost> {
  const sent = await statementsOf(t, work)
  const client = new pg.Client(world.connection)
  await client.connect()
  try {
    let [custom, generic] = [0, 0]
    for (const statement of sent) {
      const pages = await buffersOf(client, statement, 'custom')
      custom += pages
      generic += statement.isNeverGeneric ? pages : await buffersOf(client, statement, 'generic')
    }
    return { statements: sent.length, custom, generic }
  } finally {
    await client.end()
  }
}

/** Trees of a larger table are higher by a page, which each step down them touches. */
const slack = 1.25
/** Pages of an index with the rows that are counted, while there are fewer than a list counts. */
const counting = 100

/** To count a list up to its end, and a page of it. */
const most = longestCounted * 1.1
const tasks = '/api/v1/tasks'
const movements = '/api/v1/me/transactions'
const ofAll = '/api/v1/admin/tasks'
const ledger = '/api/v1/admin/ledger/transactions'

test('a page of a list touches as many pages of the database, however much there is', async (t) => {
  const world = await createWorld(t)
  const [few, counted, many] = [await world.person(), await world.person(), await world.person()]
  const admin = await world.admin()
  const compare = (path: string, small: Cost, large: Cost, most = 0) => {
    t.diagnostic(`${path}: ${JSON.stringify(small)} ${JSON.stringify(large)}`)
    for (const plan of ['custom', 'generic'] as const)
      assert.ok(
        large[plan] <= Math.max(small[plan] * slack + counting, most),
        `${path}, ${plan} plan: ${small[plan]} pages for few rows, ${large[plan]} for many`,
      )
  }
  // What PostgreSQL plans for any account it plans for one of these.
  const usual = await addAccounts(world.db, 'usual', 2_000)
  await fillAccounts(world.db, [
    ...usual.map((user_id) => ({ user_id, tasks: 3 })),
    { user_id: few.user_id, tasks: 1_000 },
    // Of what is filtered more than a list counts.
    { user_id: counted.user_id, tasks: 14_000 },
  ])
  const paths = [
    ...['', 'status=failed', 'model=wan2.2&status=running', 'model=nobody'].map(
      (query) => `${ofAll}?${query}`,
    ),
    ...['', 'type=hold', 'type=topup', 'type=adjustment', 'from=2000-01-01T00:00:00Z'].map(
      (query) => `${ledger}?${query}`,
    ),
    '/api/v1/admin/users',
    '/api/v1/admin/audit',
    '/api/v1/admin/queues',
    '/api/v1/admin/health',
    '/api/v1/admin/overview',
    '/api/v1/admin/capacity',
    '/api/v1/admin/capacity?model=preview',
  ]
  await addWorker(world)
  // As every hour: what is over is counted once.
  await countVideos(world.db, new Date(), inTime())
  await countMoney(world.db, new Date(), inTime())
  const before = new Map<string, Cost>()
  for (const path of paths) before.set(path, await costOf(t, world, path, admin))
  await fillAccounts(world.db, [{ user_id: many.user_id, tasks: 70_000 }])
  for (const path of paths) compare(path, before.get(path)!, await costOf(t, world, path, admin))

  const alike = async (path: string, less: Person) =>
    compare(path, await costOf(t, world, path, less), await costOf(t, world, path, many))
  for (const query of [
    '',
    'status=failed',
    'resolution=1080p',
    'model=nobody',
    'q=nowhere',
    'page=7&page_size=100',
  ])
    await alike(`${tasks}?${query}`, few)
  // What is filtered is counted up to an end, in the worst case one page of the table for each.
  for (const query of ['aspect_ratio=9:16', 'status=completed&resolution=480p', 'enhanced=false'])
    compare(
      query,
      await costOf(t, world, `${tasks}?${query}`, counted),
      await costOf(t, world, `${tasks}?${query}`, many),
      most,
    )
  for (const query of ['', 'page=10', 'type=topup', 'type=adjustment', 'type=task_refund'])
    await alike(`${movements}?${query}`, few)
  for (const query of ['type=task_charge', 'from=2000-01-01T00:00:00Z', 'type=task_charge&page=5'])
    await alike(`${movements}?${query}`, counted)
  for (const path of ['/api/v1/me', '/api/v1/me/prompts/used', '/api/v1/config']) await alike(path, few)
})

test('a page of a list of operators touches as many pages of the database at any depth', async (t) => {
  const world = await createWorld(t)
  const [few, many] = [await world.person(), await world.person()]
  const admin = await world.admin()
  await fillAccounts(world.db, [
    ...(await addAccounts(world.db, 'usual', 500)).map((user_id) => ({ user_id, tasks: 3 })),
    { user_id: few.user_id, tasks: 1_000 },
    { user_id: many.user_id, tasks: 60_000 },
  ])
  await sql`
    insert into audit_events (event, actor, subject, created_at)
    select case when i % 3 = 0 then 'login_failed' else 'login_ok' end, ${many.user_id}, ${many.user_id},
           now() - (i / 4) * interval '1 minute'
      from generate_series(1, 60000) as i`.execute(world.db)
  await sql`vacuum analyze audit_events`.execute(world.db)
  /** Deep inside each list, and at its end. */
  const deep = [40_000, 59_000, 100_000].map((minutes) =>
    String((Date.now() - minutes * 60_000) * 1000 + 123),
  )
  for (const [path, id, queries] of [
    [
      ofAll,
      'a',
      [
        '',
        'status=completed',
        'status=failed',
        'model=wan2.2',
        `user_id=${few.user_id}`,
        `user_id=${many.user_id}`,
      ],
    ],
    [
      ledger,
      many.user_id,
      [
        '',
        'type=hold',
        'type=topup',
        `user_id=${few.user_id}`,
        `user_id=${many.user_id}`,
        `type=hold&user_id=${many.user_id}`,
      ],
    ],
    [
      '/api/v1/admin/audit',
      '1',
      ['', 'event=login_failed', 'event=topup', `actor=${many.user_id}`, `subject=${many.user_id}`],
    ],
  ] as const)
    for (const query of queries) {
      const first = await costOf(t, world, `${path}?${query}`, admin)
      for (const instant of deep)
        for (const isNewer of [false, true]) {
          const cursor = writeCursor({ instant, id, isNewer, page: 1_000 })
          const cost = await costOf(t, world, `${path}?${query}&cursor=${cursor}`, admin)
          for (const plan of ['custom', 'generic'] as const)
            assert.ok(
              // A first page may be empty, or all of it in a page of the index.
              cost[plan] <= first[plan] * slack + counting,
              `${path}?${query}, ${plan} plan: ${first[plan]} pages for the first page, ${cost[plan]} for a deep one`,
            )
        }
    }
})

/** One that is heard of: without any, nobody asks what it does. */
async function addWorker({ db }: World): Promise<void> {
  const seen_at = sql<Date>`now() + interval '1 hour'`
  await db
    .insertInto('workers')
    .values({ worker_id: 'alive', version: '1', host: 'here', pid: 1, seen_at })
    .execute()
}

test('what operators see at a glance touches as many pages of the database however many tasks wait', async (t) => {
  const world = await createWorld(t)
  const admin = await world.admin()
  await addWorker(world)
  const ann = await world.person()
  const paths = ['health', 'overview', 'capacity'].map((name) => `/api/v1/admin/${name}`)
  const measure = async () => {
    await sql`vacuum analyze tasks`.execute(world.db)
    const costs: Cost[] = []
    for (const path of paths) costs.push(await costOf(t, world, path, admin))
    return costs
  }
  await fillQueue(world.db, ann.user_id, longestCounted + 1)
  const few = await measure()
  await fillQueue(world.db, ann.user_id, 40_000)
  const many = await measure()
  t.diagnostic(`${JSON.stringify(few)} ${JSON.stringify(many)}`)
  for (const [at, path] of paths.entries())
    for (const plan of ['custom', 'generic'] as const)
      assert.ok(
        many[at]![plan] <= few[at]![plan] * slack + counting,
        `${path}, ${plan} plan: ${few[at]![plan]} pages for a short queue, ${many[at]![plan]} for a long one`,
      )
})

test('a scrape of the metrics touches as many pages of the database however many tasks and movements there are', async (t) => {
  const world = await createWorld(t)
  const { deps, db } = world
  observeSlices(deps, { version: '0', command: 'start' })
  await addWorker(world)
  const [ann, bob] = [await world.person(), await world.person()]
  const measure = async () => {
    await sql`vacuum analyze tasks, ledger_transactions, ledger_entries`.execute(db)
    for (let scrapes = 0; scrapes < 6; scrapes++) await deps.metrics.text() // what was booked meanwhile is counted once
    return costOfWork(t, world, () => deps.metrics.text())
  }
  await fillAccounts(db, [{ user_id: ann.user_id, tasks: 1_000 }])
  await fillQueue(db, ann.user_id, longestCounted + 1)
  const few = await measure()
  await fillAccounts(db, [{ user_id: bob.user_id, tasks: 70_000 }])
  await fillQueue(db, ann.user_id, 40_000)
  const many = await measure()
  t.diagnostic(`${JSON.stringify(few)} ${JSON.stringify(many)}`)
  assert.ok(few.statements > 10)
  for (const plan of ['custom', 'generic'] as const)
    assert.ok(
      many[plan] <= few[plan] * slack + counting,
      `${plan} plan: ${few[plan]} pages for few rows, ${many[plan]} for many`,
    )
})

test('a look for work, and a claim, touch as many pages of the database however many tasks wait', async (t) => {
  const world = await createWorld(t)
  const [ann, bob] = [await world.person(), await world.person()]
  const engine = { engine: 'measured', owner: '', worker_id: 'measuring' }
  for (let slots = 0; slots < 8; slots++) await addFreeSlot(world.db, engine.engine)
  const look = () => findFreeSlot(world.db, { ...engine, models: ['preview'] })
  const take = () =>
    claim(world.db, {
      ...engine,
      lease_s: 60,
      limits: { user: 100, admin: 100 },
      of: { model: 'preview', modes: ['text-to-video'] },
    })
  const measure = async () => ({
    look: await costOfWork(t, world, look),
    claim: await costOfWork(t, world, take),
  })
  await fillAccounts(world.db, [{ user_id: ann.user_id, tasks: 1_000 }])
  await fillQueue(world.db, ann.user_id, 20)
  await measure() // what a connection reads once
  const few = await measure()
  // PostgreSQL may plan for the queue that it saw last.
  await fillQueue(world.db, bob.user_id, 10_000)
  const many = await measure()
  t.diagnostic(`${JSON.stringify(few)} ${JSON.stringify(many)}`)
  for (const what of ['look', 'claim'] as const)
    for (const plan of ['custom', 'generic'] as const) {
      assert.ok(few[what][plan] > 0)
      assert.ok(
        many[what][plan] <= few[what][plan] * slack + 20,
        `${what}, ${plan} plan: ${few[what][plan]} pages for a short queue, ${many[what][plan]} for a long one`,
      )
    }
})
