import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { createWorld, type World } from '../testing/world.ts'
import { reconcile, recordRecent, recordReconciliation } from './reconciliation/reconcile.ts'
import * as wallet from './wallet.ts'

const ledger = '/api/v1/admin/ledger/transactions'
const zero = { R1: 0, R2: 0, R3: 0, R4: 0, R5: 0, R6: 0, R7: 0, R8: 0 }

/** Rows of a CSV without quoted cells. */
const table = (csv: string): string[][] =>
  csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

suite('history as a table', () => {
  test('a user exports what moved the balance, oldest first, in credits, and nobody else', async (t) => {
    const { person, credits, task, get } = await createWorld(t)
    const [ann, eve] = [await person(), await person()]
    await credits(eve, 7)
    await credits(ann, 123_456)
    const task_id = await task(ann, { duration_seconds: 2 })
    const response = await get('/api/v1/me/transactions/export', ann.token)
    assert.equal(response.statusCode, 200)
    assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8')
    assert.equal(
      response.headers['content-disposition'],
      'attachment; filename="clipwright-transactions.csv"',
    )
    const [titles, ...rows] = table(response.body)
    assert.deepEqual(titles, [
      'created_at',
      'type',
      'status',
      'amount',
      'balance_after',
      'currency',
      'description',
      'task_id',
      'transaction_id',
    ])
    assert.deepEqual(
      rows.map((row) => row.slice(1, 8)),
      [
        ['topup', 'settled', '1234.56', '1234.56', 'CREDIT', '', ''],
        ['task_charge', 'pending', '-0.20', '1234.36', 'CREDIT', 'preview', task_id],
      ],
    )
  })

  test('an export reaches over many batches, within its span, and tells nothing twice', async (t) => {
    const { person, get, db } = await createWorld(t)
    const ann = await person()
    for (let i = 0; i < 30; i++) {
      await db.transaction().execute(async (trx) => {
        for (let j = 0; j < 40; j++) await wallet.topUp(trx, ann.user_id, 100 * (i * 40 + j + 1))
      })
    }
    const rows = table((await get('/api/v1/me/transactions/export', ann.token)).body).slice(1)
    assert.deepEqual(
      rows.map((row) => Number(row[3])),
      Array.from({ length: 1200 }, (_, i) => i + 1),
    )
    const none = await get('/api/v1/me/transactions/export?to=2020-01-01T00:00:00Z', ann.token)
    assert.equal(table(none.body).length, 1)
    const wrong = await get('/api/v1/me/transactions/export?from=yesterday', ann.token)
    assert.deepEqual(wrong.json().detail[0].loc, ['query', 'from'])
    const admin = wallet.eachLedgerMovement(db, { user_id: ann.user_id })
    const seen = new Set<string>()
    for await (const { transaction_id } of admin) seen.add(transaction_id)
    assert.equal(seen.size, 1200)
  })

  test('an export holds what the list with the same filter holds', async (t) => {
    const { person, credits, task, get } = await createWorld(t)
    const ann = await person()
    await credits(ann, 1_000)
    await task(ann)
    await credits(ann, 2_000)
    const kept = async (path: string): Promise<string> => (await get(path, ann.token)).body
    for (const filter of ['type=topup', 'type=task_charge', 'type=topup&to=2020-01-01T00:00:00Z', '']) {
      const list = JSON.parse(await kept(`/api/v1/me/transactions?${filter}`)) as {
        items: { transaction_id: string }[]
      }
      const [, ...rows] = table(await kept(`/api/v1/me/transactions/export?${filter}`))
      assert.deepEqual(
        rows.map((row) => row.at(-1)),
        list.items.map(({ transaction_id }) => transaction_id).toReversed(),
        filter,
      )
    }
  })

  test('a text that a spreadsheet would run is written as a text', async (t) => {
    const { person, admin, post, get } = await createWorld(t)
    const [root, ann] = [await admin(), await person()]
    for (const reason of ['=HYPERLINK("http://evil")', '+1+1', '@SUM(A1)', '-2+3'])
      await post(`/api/v1/admin/users/${ann.user_id}/adjust`, root.token, { amount: 5, reason })
    const { body } = await get('/api/v1/me/transactions/export', ann.token)
    assert.match(body, /,"?'=HYPERLINK/)
    assert.match(body, /,'\+1\+1,/)
    assert.match(body, /,'@SUM/)
    assert.match(body, /,'-2\+3,/)
    assert.ok(!/,"?[=+@]/.test(body))
  })
})

suite('the ledger for administrators', () => {
  test('movements stand there with entries that add up to zero, by user, kind and time', async (t) => {
    const world = await createWorld(t)
    const { admin, person, credits, task, get } = world
    const [root, ann, eve] = [await admin(), await person(), await person()]
    await credits(ann, 100)
    await credits(eve, 7)
    const task_id = await task(ann)
    const list = async (query: string) => (await get(`${ledger}?${query}`, root.token)).json()
    const all = await list('')
    assert.equal(all.total, 3)
    const [hold] = all.items
    assert.deepEqual(
      [hold.kind, hold.user_id, hold.task_id, hold.actor],
      ['hold', ann.user_id, task_id, 'system'],
    )
    assert.deepEqual(hold.entries, [
      { account: 'user_available', amount: -10, balance_after: 90 },
      { account: 'user_held', amount: 10, balance_after: 10 },
    ])
    assert.equal((await list(`user_id=${eve.user_id}`)).total, 1)
    assert.equal((await list('type=topup')).total, 2)
    assert.equal((await list('from=2100-01-01T00:00:00Z')).total, 0)
    assert.deepEqual((await list('page=9')).items, [])
    assert.equal((await get(`${ledger}?type=theft`, root.token)).statusCode, 422)
  })

  test('the whole ledger is a table in which every transaction adds up to zero', async (t) => {
    const { admin, person, credits, task, get } = await createWorld(t)
    const [root, ann] = [await admin(), await person()]
    await credits(ann, 100)
    await task(ann)
    const response = await get(`${ledger}/export`, root.token)
    const [titles, ...rows] = table(response.body)
    const [id, amount] = [titles!.indexOf('transaction_id'), titles!.indexOf('amount')]
    const sums = new Map<string, number>()
    for (const row of rows) sums.set(row[id]!, (sums.get(row[id]!) ?? 0) + Number(row[amount]))
    assert.deepEqual([rows.length, [...sums.values()]], [4, [0, 0]])
  })
})

suite('reconciliation', () => {
  test('an administrator sees at once that the ledger adds up, and when it was checked', async (t) => {
    const { admin, get, db } = await createWorld(t)
    const response = await get('/api/v1/admin/ledger/reconciliation', (await admin()).token)
    const { checked_at, ...told } = response.json()
    assert.deepEqual(told, { is_clean: true, checks: zero })
    assert.ok(Math.abs(Date.parse(checked_at) - Date.now()) < 60_000)
    assert.equal((await db.selectFrom('reconciliations').selectAll().execute()).length, 1)
  })

  test('what does not add up is told, kept, and stands in the audit log', async (t) => {
    const world = await createWorld(t)
    const { admin, person, credits, get, db, deps } = world
    const root = await admin()
    await credits(await person(), 10)
    await tamper(world, 'update ledger_accounts set balance = balance + 1 where balance > 0')
    const { is_clean, checks } = (await get('/api/v1/admin/ledger/reconciliation', root.token)).json()
    assert.deepEqual([is_clean, checks], [false, { ...zero, R1: 1 }])
    const audit = (await get('/api/v1/admin/audit?event=reconciliation_failed', root.token)).json()
    assert.deepEqual([audit.total, audit.items[0].actor, audit.items[0].details], [1, 'system', checks])
    await tamper(world, 'update ledger_accounts set balance = balance - 1 where balance > 0')
    assert.deepEqual(await reconcile(db), zero)
    const later = new Date(deps.clock().getTime() + 91 * 86_400_000)
    await recordReconciliation(db, later)
    assert.equal((await db.selectFrom('reconciliations').selectAll().execute()).length, 1)
  })
})

suite('the reconciliation of what is new', () => {
  const minute_ms = 60_000
  const checkNow = ({ deps }: World) => recordRecent(deps.db, deps.clock())
  const newest = async ({ deps }: World) =>
    deps.db.selectFrom('reconciliations').selectAll().orderBy('checked_at', 'desc').executeTakeFirstOrThrow()
  /** Makes everything so far older than the last report looks back. */
  const age = (world: World) =>
    tamper(world, `update ledger_transactions set created_at = created_at - interval '1 hour'`)

  test('looks at what was booked since the newest report, and the whole at what was there before', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    await world.credits(ann, 100)
    await age(world)
    assert.deepEqual((await checkNow(world)).checks, zero)
    assert.equal((await newest(world)).is_whole, true, 'the first one is')
    await tamper(world, 'update ledger_entries set amount = amount + 1 where amount = 100')
    assert.deepEqual((await checkNow(world)).checks, zero)
    assert.equal((await newest(world)).is_whole, false)
    assert.notDeepEqual((await recordReconciliation(world.db, world.deps.clock())).checks, zero)
    await tamper(world, 'update ledger_entries set amount = amount - 1 where amount = 101')
  })

  test('finds what is wrong with that, and says so until it is mended', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    await world.credits(ann, 100)
    await age(world)
    await checkNow(world)
    await world.credits(ann, 50)
    await world.task(ann)
    assert.deepEqual((await checkNow(world)).checks, zero)
    await tamper(world, 'update ledger_entries set amount = amount + 1 where amount = 50')
    for (const is_whole of [false, true, true]) {
      const { is_clean, checks } = await checkNow(world)
      assert.deepEqual([is_clean, checks.R2, checks.R5], [false, 1, 1])
      assert.equal((await newest(world)).is_whole, is_whole)
    }
    await tamper(world, 'update ledger_entries set amount = amount - 1 where amount = 51')
    assert.equal((await checkNow(world)).is_clean, true)
    await checkNow(world)
    assert.equal((await newest(world)).is_whole, false)
  })

  test('looks again at what may be booked by a transaction that has not ended', async (t) => {
    const world = await createWorld(t)
    await world.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ began_at: Date }>`select now() as began_at`.execute(trx)
      await sql`select pg_sleep(0.05)`.execute(trx)
      await checkNow(world)
      const { complete_to } = await newest(world)
      assert.ok(complete_to!.getTime() + minute_ms <= rows[0]!.began_at.getTime())
    })
    await checkNow(world)
    const { complete_to, checked_at } = await newest(world)
    assert.ok(complete_to!.getTime() + 2 * minute_ms > checked_at.getTime(), 'and not for ever')
  })
})

/** What no code of ours can do: a row changed behind the triggers. */
async function tamper({ db }: World, statement: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql.raw(statement).execute(trx)
  })
}
