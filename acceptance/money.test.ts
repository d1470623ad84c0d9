import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { installProduct, type Product, until } from './lib/product.ts'
import { type Answer, createSubmitter, price, submission, type Submitter } from './lib/submitter.ts'
import { cleanUp } from '../server/src/testing/clean-up.ts'

const zero = { R1: 0, R2: 0, R3: 0, R4: 0, R5: 0, R6: 0, R7: 0, R8: 0 }

/** A product that accepts tasks as fast as it can, and makes none. */
async function installShop(t: TestContext): Promise<Product> {
  const product = await installProduct(t, {
    PREVIEW_SLOTS: '0',
    MAX_ACTIVE_TASKS: '100000',
    GENERATE_PER_MINUTE: '100000',
  })
  await product.start()
  return product
}

const reconcile = async (product: Product): Promise<unknown> =>
  JSON.parse(await product.command('reconcile')) as unknown

/** Tries until the answer says what became of it; a server that is busy or away says so, or nothing. */
async function submitUntilAnswered(
  person: Submitter,
  key: string,
): Promise<{ answer: Answer; tries: number }> {
  for (let tries = 1; ; tries++) {
    const answer = await person.submit(key)
    if (answer && answer.status !== 503 && answer.body.code !== 'idempotency_in_progress')
      return { answer, tries }
    if (tries > 2000) throw new Error(`No answer to ${key}: ${JSON.stringify(answer)}`)
    await wait(20)
  }
}

test('T-133 of 1000 submissions at once with money for 300, 300 are accepted', async (t) => {
  const product = await installShop(t)
  const ann = await createSubmitter(product.url, 300 * price)
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, i) => submitUntilAnswered(ann, `key-${i}`)),
  )
  t.diagnostic(`${answers.filter(({ tries }) => tries > 1).length} were told to come back`)
  const refused = answers.filter(({ answer }) => answer.status === 402)
  assert.equal(answers.filter(({ answer }) => answer.status === 200).length, 300)
  assert.equal(refused.length, 700)
  for (const { answer } of refused) {
    assert.equal(answer.body.code, 'insufficient_balance')
    assert.equal(answer.body.required, price)
    assert.ok((answer.body.available ?? -1) >= 0)
  }
  const { balance, balance_held } = await ann.balance()
  assert.deepEqual([balance, balance_held], [0, 300 * price])
  assert.equal((await ann.tasks()).length, 300)
  assert.deepEqual(await reconcile(product), zero)
})

/** Submits over several connections until told to stop, each key until it is answered; who was told what. */
function submitEndlessly(people: readonly Submitter[]) {
  const acknowledged: { person: Submitter; task_id: string }[] = []
  let replayed = 0
  let stopped = false
  const loop = async (person: Submitter): Promise<void> => {
    while (!stopped) {
      const { answer } = await submitUntilAnswered(person, crypto.randomUUID())
      assert.equal(answer.status, 200, JSON.stringify(answer))
      if (answer.replayed) replayed += 1
      acknowledged.push({ person, task_id: answer.body.task_id! })
    }
  }
  const loops = people.flatMap((person) => [loop(person), loop(person), loop(person), loop(person)])
  return {
    acknowledged,
    stop: async () => {
      stopped = true
      await Promise.all(loops)
      return { replayed }
    },
  }
}

for (const victim of ['server', 'PostgreSQL'] as const) {
  test(`T-139 kill -9 of ${victim} under load loses no acknowledged submission and books none twice`, async (t) => {
    const product = await installShop(t)
    const people = await Promise.all([1, 2, 3].map(() => createSubmitter(product.url, 1_000_000)))
    const load = submitEndlessly(people)
    const reach = (count: number) =>
      until(
        async () => load.acknowledged.length,
        (answered) => answered >= count,
        180_000,
      )
    for (let round = 1; round <= 2; round++) {
      await reach(load.acknowledged.length + 200)
      if (victim === 'server') {
        await product.kill()
        await product.start()
      } else process.kill(await product.postgresPid(), 'SIGKILL')
    }
    await reach(load.acknowledged.length + 50) // it goes on by itself
    const { replayed } = await load.stop()
    t.diagnostic(
      `${load.acknowledged.length} answered, ${replayed} of them done before their answer was lost`,
    )
    for (const person of people) {
      const answered = load.acknowledged.filter((one) => one.person === person).map(({ task_id }) => task_id)
      const tasks = await person.tasks()
      assert.deepEqual(tasks.toSorted(), answered.toSorted())
      const { balance, balance_held } = await person.balance()
      assert.deepEqual([balance, balance_held], [1_000_000 - tasks.length * price, tasks.length * price])
    }
    assert.deepEqual(await reconcile(product), zero)
  })
}

test('T-116 a submission whose answer never arrived is told again after a crash, and charged once', async (t) => {
  const product = await installShop(t)
  const ann = await createSubmitter(product.url, 100)
  // Somebody who sends and never reads: the answer is lost with the server.
  const { hostname, port } = new URL(product.url)
  const socket = connect(Number(port), hostname)
  cleanUp(t, () => socket.destroy())
  socket.write(
    `POST /api/v1/video/generate HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${ann.access_token}\r\n` +
      `Content-Type: application/json\r\nIdempotency-Key: once\r\nContent-Length: ${submission.length}\r\n\r\n${submission}`,
  )
  const [task_id] = await until(
    () => ann.tasks(),
    (tasks) => tasks.length > 0,
  )
  await product.kill()
  await product.start()
  const again = await ann.submit('once')
  assert.deepEqual([again?.status, again?.replayed, again?.body.task_id], [200, true, task_id])
  assert.equal((await ann.tasks()).length, 1)
  const { balance, balance_held } = await ann.balance()
  assert.deepEqual([balance, balance_held], [100 - price, price])
  assert.deepEqual(await reconcile(product), zero)
})
