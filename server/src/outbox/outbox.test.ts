import assert from 'node:assert/strict'
import { createServer, type AddressInfo } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import PostalMime from 'postal-mime'
import { createSmtpMailer, type Mail, MailError, type Mailer } from '../mail/mail.ts'
import { createNotifier, type Notifier } from '../platform/db/notifier.ts'
import { queuedMails, sendAll } from '../testing/mails.ts'
import { startSmtpServer } from '../testing/neighbours/smtp-server.ts'
import { createWorld, type World } from '../testing/world.ts'
import { until } from '../testing/until.ts'
import { deleteOldMails, enqueueMail, mailChannel, sendDueMails, startSendLoop } from './outbox.ts'
import { cleanUp } from '../testing/clean-up.ts'

const mail: Mail = { template: 'test', subject: 'Hello', text: 'a link', html: '<p>a link</p>' }
const enqueue = ({ db }: World, to = 'ann@example.org') =>
  db.transaction().execute((trx) => enqueueMail(trx, to, mail))
const hours = (count: number) => count * 3_600_000

/** A mailer that does what the test says. */
function scripted(send: Mailer['send']): Mailer & { calls: number } {
  const mailer = {
    calls: 0,
    send: (...args: Parameters<Mailer['send']>) => {
      mailer.calls++
      return send(...args)
    },
    check: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }
  return mailer
}

function stack(t: TestContext): AsyncDisposableStack {
  const resources = new AsyncDisposableStack()
  cleanUp(t, () => resources.disposeAsync())
  return resources
}

test('a mail is sent once to a real mail server, and its body is forgotten', async (t) => {
  const resources = stack(t)
  const { url, received } = await startSmtpServer(resources)
  const world = await createWorld(t, { mailer: resources.use(createSmtpMailer(url)) })
  await enqueue(world)
  await sendAll(world)
  await sendAll(world)
  assert.deepEqual(
    received.map(({ to }) => to),
    [['ann@example.org']],
  )
  assert.equal((await PostalMime.parse(received[0]!.raw)).text?.trim(), 'a link')
  const [row] = await queuedMails(world)
  assert.ok(row?.sent_at)
  assert.deepEqual([row.body_text, row.body_html, row.attempts], ['', '', 1])
})

test('a transaction that is rolled back mails nothing', async (t) => {
  const world = await createWorld(t)
  await assert.rejects(
    world.db.transaction().execute(async (trx) => {
      await enqueueMail(trx, 'ann@example.org', mail)
      throw new Error('no')
    }),
  )
  assert.deepEqual(await queuedMails(world), [])
})

test('workers at once send different mails', async (t) => {
  const sent: string[] = []
  const mailer = scripted(async (_mail, { id }) => void sent.push(id))
  const world = await createWorld(t, { mailer })
  for (let index = 0; index < 40; index++) await enqueue(world)
  // All workers claim at once, while the first ten rows are locked.
  await world.db.transaction().execute(async (trx) => {
    await trx.selectFrom('mail_outbox').select('mail_id').orderBy('mail_id').limit(10).forUpdate().execute()
    const workers = Array.from({ length: 6 }, () =>
      sendDueMails({ ...world.deps, sender: async () => ({ from: 'a@example.com', name: null }) }),
    )
    const taken = await Promise.all(workers)
    assert.deepEqual(taken, [5, 5, 5, 5, 5, 5], 'nobody waits for rows that are taken')
  })
  await sendAll(world)
  assert.equal(sent.length, 40)
  assert.equal(new Set(sent).size, 40)
})

test('an unreachable server is tried eight times over hours, then the mail is given up and its body deleted', async (t) => {
  const mailer = scripted(async () => {
    throw new MailError('away', { retryable: true })
  })
  const world = await createWorld(t, { mailer })
  await enqueue(world)
  const waits: number[] = []
  for (let attempt = 1; attempt <= 8; attempt++) {
    await sendAll(world)
    assert.equal(mailer.calls, attempt)
    await sendAll(world)
    assert.equal(mailer.calls, attempt, 'not before its time')
    const [row] = await queuedMails(world)
    if (attempt < 8) {
      assert.equal(row?.failed_at, null)
      const wait = row.send_after.getTime() - world.deps.clock().getTime()
      waits.push(wait)
      world.clock.offset_ms += wait + 1
    } else {
      assert.ok(row?.failed_at)
      assert.deepEqual([row.body_text, row.body_html, row.last_error], ['', '', 'away'])
    }
  }
  const total = waits.reduce((sum, wait) => sum + wait, 0)
  assert.ok(total > hours(5) && total < hours(12), `${total}`)
  assert.deepEqual(
    waits,
    waits.toSorted((a, b) => a - b),
  )
  world.clock.offset_ms += hours(48)
  await sendAll(world)
  assert.equal(mailer.calls, 8)
  assert.ok(!world.logged().includes('ann@example.org'))
})

test('a mail that the server refuses is given up at once', async (t) => {
  const mailer = scripted(async () => {
    throw new MailError('550 no such user', { retryable: false })
  })
  const world = await createWorld(t, { mailer })
  await enqueue(world)
  await sendAll(world)
  const [row] = await queuedMails(world)
  assert.ok(row?.failed_at)
  assert.deepEqual([row.attempts, row.body_text], [1, ''])
})

test('a worker that dies before it records a sent mail sends it twice, and no mail is lost', async (t) => {
  const sent: string[] = []
  const mailer = scripted(async (_mail, { id }) => void sent.push(id))
  const world = await createWorld(t, { mailer })
  await enqueue(world)
  const dying: World['db'] = new Proxy(world.db, {
    get: (db, name) => {
      // The first update claims the mail; the second would record that it was sent.
      if (name === 'updateTable' && sent.length > 0) throw new Error('killed')
      const value: unknown = Reflect.get(db, name, db)
      return typeof value === 'function' ? (value.bind(db) as unknown) : value
    },
  })
  await assert.rejects(
    sendDueMails({ ...world.deps, db: dying, sender: async () => ({ from: 'a@example.com', name: null }) }),
    /killed/,
  )
  await sendAll(world)
  assert.equal(sent.length, 1, 'somebody may still be sending it')
  world.clock.offset_ms += 121_000
  await sendAll(world)
  assert.equal(sent.length, 2)
  assert.equal(new Set(sent).size, 1, 'as one and the same mail')
  assert.ok((await queuedMails(world))[0]?.sent_at)
})

test('a mail server that hangs holds up neither the loop for ever nor its end', async (t) => {
  const resources = stack(t)
  const server = createServer((socket) => {
    socket.on('error', () => {})
    resources.defer(() => void socket.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  resources.defer(() => void server.close())
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  const mailer = resources.use(createSmtpMailer(url, { step_ms: 60_000, whole_ms: 400 }))
  const world = await createWorld(t, { mailer })
  await enqueue(world)
  const loop = startSendLoop({ ...world.deps, sender: async () => ({ from: 'a@example.com', name: null }) })
  await until(async () => (await queuedMails(world))[0]?.last_error != null, 'the end of the try')
  const started = performance.now()
  await loop.stop(30_000)
  assert.ok(performance.now() - started < 20_000)
})

test('a month later nothing remains of a mail', async (t) => {
  const world = await createWorld(t)
  await enqueue(world)
  await sendAll(world)
  await enqueue(world, 'bob@example.org')
  await deleteOldMails(world.db, new Date(Date.now() + hours(24 * 29)))
  assert.equal((await queuedMails(world)).length, 2)
  await deleteOldMails(world.db, new Date(Date.now() + hours(24 * 31)))
  assert.deepEqual(
    (await queuedMails(world)).map(({ recipient }) => recipient),
    ['bob@example.org'],
    'what waits stays',
  )
})

test('a mail says what the site is called when it is sent', async (t) => {
  const said: string[] = []
  const mailer = scripted(async ({ text, html }, { from }) => void said.push(from, text, html))
  const world = await createWorld(t, { mailer })
  const root = await world.admin()
  await world.post('/api/v1/auth/forgot-password', undefined, { email: root.email })
  await world.post('/api/v1/admin/settings', root.token, { site_name: 'Night Lab' })
  await sendAll(world)
  assert.equal(said.length, 3)
  for (const each of said) assert.match(each, /Night Lab/)
  for (const each of said) assert.doesNotMatch(each, /Clipwright/)
})

suite('the hint', () => {
  /** Loops that poll only every ten minutes, each with a connection of its own. */
  async function sleeping(t: TestContext, notifier?: Pick<Notifier, 'listen'>) {
    const sent: string[] = []
    const mailer = scripted(async (_mail, { to }) => void sent.push(to))
    const env = { EMAIL_VERIFICATION_REQUIRED: 'true' }
    const world = await createWorld(t, { mailer, env })
    const worker = {
      ...world.deps,
      notifier: notifier ?? createNotifier({ ...world.deps, connection: world.connection }),
      sender: async () => ({ from: 'a@example.com', name: null }),
    }
    const loop = startSendLoop(worker, { look_ms: notifier ? 20 : 600_000 })
    world.resources.defer(async () => {
      await loop.stop(1_000)
      if (!notifier) await (worker.notifier as Notifier)[Symbol.asyncDispose]()
    })
    return { ...world, sent }
  }
  const register = ({ post }: Pick<World, 'post'>, email: string) =>
    post('/api/v1/auth/register', undefined, { email, password: 'a long secret' })

  test('a mail leaves when its transaction has committed, before the next poll', async (t) => {
    const world = await sleeping(t)
    for (let i = 0; i < 12; i++) {
      assert.equal((await register(world, `one${i}@example.org`)).statusCode, 201)
      await until(() => world.sent.length === i + 1)
    }
  })

  test('so does one that is queued while another is being sent', async (t) => {
    let release = (): void => {}
    const sent: string[] = []
    const mailer = scripted(async (_mail, { to }) => {
      if (sent.push(to) === 1) await new Promise<void>((resolve) => (release = resolve))
    })
    const world = await createWorld(t, { mailer, env: { EMAIL_VERIFICATION_REQUIRED: 'true' } })
    let hints = 0
    world.deps.notifier.listen(mailChannel, () => hints++)
    const loop = startSendLoop(
      { ...world.deps, sender: async () => ({ from: 'a@example.com', name: null }) },
      { look_ms: 600_000 },
    )
    world.resources.defer(() => loop.stop(1_000))
    await register(world, 'first@example.org')
    await until(() => sent.length === 1)
    const before = hints
    await register(world, 'second@example.org')
    await until(() => hints > before)
    release()
    await until(() => sent.includes('second@example.org'))
  })

  test('so do many that are queued at once', async (t) => {
    const world = await sleeping(t)
    await Promise.all(Array.from({ length: 30 }, (_, i) => register(world, `many${i}@example.org`)))
    await until(() => new Set(world.sent).size === 30)
  })

  test('a mail whose hint is lost leaves a moment later', async (t) => {
    const world = await sleeping(t, { listen: () => () => {} })
    await register(world, 'late@example.org')
    await until(() => world.sent.includes('late@example.org'))
  })
})
