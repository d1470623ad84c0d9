import assert from 'node:assert/strict'
import fc from 'fast-check'
import * as attempts from '../tasks/run/attempt-queries.ts'
import { failTask } from '../tasks/run/end-task.ts'
import { claimNext } from './claim.ts'
import type { Person, World } from './world.ts'

// Money as a few numbers, and the product beside it: whatever is done to both, they agree.

interface ModelUser {
  balance: number
  held: number
}

interface ModelTask {
  task_id: string
  owner: number
  cost: number
  status: 'queued' | 'running' | 'completed' | 'failed'
  attempt: number
  refunded: number
  deleted: boolean
}

export interface Model {
  users: ModelUser[]
  tasks: ModelTask[]
}

export interface Real {
  world: World
  people: Person[]
  admin: Person
}

type Command = fc.AsyncCommand<Model, Real>

/** In minor units, for each second of the cheapest resolution: the price list's. */
const perSecond = 10
const reason = 'the model says so'

/** After each command every balance is what the model says. */
async function agree(model: Model, { world, people }: Real): Promise<void> {
  for (const [index, { token }] of people.entries()) {
    const { balance, balance_held } = (await world.get('/api/v1/me', token)).json()
    assert.deepEqual({ balance, held: balance_held }, model.users[index])
  }
}

function command(
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Command {
  return {
    check,
    run: async (model, real) => {
      await run(model, real)
      await agree(model, real)
    },
    toString: () => name,
  }
}

const pick = <T>(items: readonly T[], index: number): T => items[index % items.length]!

function topUp(user: number, amount: number): Command {
  return command(`topUp(${user}, ${amount})`, async (model, { world, people }) => {
    await world.credits(people[user]!, amount)
    model.users[user]!.balance += amount
  })
}

function adjust(user: number, amount: number): Command {
  return command(`adjust(${user}, ${amount})`, async (model, { world, people, admin }) => {
    const path = `/api/v1/admin/users/${people[user]!.user_id}/adjust`
    const { statusCode } = await world.post(path, admin.token, { amount, reason })
    const { balance } = model.users[user]!
    assert.equal(statusCode, amount === 0 ? 422 : balance + amount < 0 ? 409 : 200)
    if (statusCode === 200) model.users[user]!.balance += amount
  })
}

function submit(user: number, seconds: number): Command {
  return command(`submit(${user}, ${seconds})`, async (model, { world, people }) => {
    const body = { prompt: 'a calm sea', duration_seconds: seconds }
    const response = await world.post('/api/v1/video/generate', people[user]!.token, body)
    const cost = perSecond * seconds
    const owner = model.users[user]!
    if (owner.balance < cost) {
      const { required, available } = response.json()
      assert.deepEqual([response.statusCode, required, available], [402, cost, owner.balance])
      return
    }
    assert.equal(response.statusCode, 200, response.body)
    assert.equal(response.json().balance, owner.balance - cost)
    owner.balance -= cost
    owner.held += cost
    const { task_id } = response.json<{ task_id: string }>()
    model.tasks.push({
      task_id,
      owner: user,
      cost,
      status: 'queued',
      attempt: 0,
      refunded: 0,
      deleted: false,
    })
  })
}

const claim = (): Command =>
  command('claim()', async (model, { world }) => {
    const claimed = await claimNext(world)
    const queued = model.tasks.filter(({ status }) => status === 'queued')
    assert.equal(claimed !== undefined, queued.length > 0)
    if (!claimed) return
    const task = model.tasks.find(({ task_id }) => task_id === claimed.task_id)!
    assert.equal(task.status, 'queued')
    task.status = 'running'
    task.attempt = claimed.attempt
  })

const hasRunning = (model: Readonly<Model>): boolean => model.tasks.some(({ status }) => status === 'running')
const running = (model: Model, index: number): ModelTask =>
  pick(
    model.tasks.filter(({ status }) => status === 'running'),
    index,
  )

function complete(index: number): Command {
  return command(
    `complete(${index})`,
    async (model, { world }) => {
      const task = running(model, index)
      assert.ok(await attempts.complete(world.db, task, `videos/${task.task_id}.mp4`))
      assert.ok(
        !(await attempts.complete(world.db, task, 'videos/again.mp4')),
        'a second report changes nothing',
      )
      model.users[task.owner]!.held -= task.cost
      task.status = 'completed'
    },
    hasRunning,
  )
}

function fail(index: number): Command {
  return command(
    `fail(${index})`,
    async (model, { world }) => {
      const task = running(model, index)
      const why = {
        reason: { code: 'test', message: reason, error_class: 'engine' },
        frees_slot: true,
      } as const
      const end = () => world.db.transaction().execute((trx) => failTask(trx, task, why))
      assert.deepEqual([await end(), await end()], [true, false])
      model.users[task.owner]!.held -= task.cost
      model.users[task.owner]!.balance += task.cost
      task.status = 'failed'
    },
    hasRunning,
  )
}

/** The attempt is lost; what its worker still reports afterwards changes nothing. */
function lose(index: number): Command {
  return command(
    `lose(${index})`,
    async (model, { world }) => {
      const task = running(model, index)
      const lost = { outcome: 'handed_back', delay_s: 0, frees_slot: true } as const
      await world.db.transaction().execute((trx) => attempts.requeue(trx, task, lost))
      assert.ok(!(await attempts.complete(world.db, task, 'videos/late.mp4')))
      task.status = 'queued'
    },
    hasRunning,
  )
}

function refund(index: number, amount: number): Command {
  return command(
    `refund(${index}, ${amount})`,
    async (model, { world, admin }) => {
      const task = pick(model.tasks, index)
      const path = `/api/v1/admin/tasks/${task.task_id}/refund`
      const response = await world.post(path, admin.token, { amount, reason })
      const code: string | undefined = response.json().code
      if (task.status !== 'completed') return assert.equal(code, 'task_not_charged')
      if (task.refunded + amount > task.cost) return assert.equal(code, 'refund_exceeds_charge')
      assert.equal(response.statusCode, 200, response.body)
      task.refunded += amount
      model.users[task.owner]!.balance += amount
    },
    (model) => model.tasks.length > 0,
  )
}

function remove(index: number): Command {
  return command(
    `delete(${index})`,
    async (model, { world, people }) => {
      const task = pick(model.tasks, index)
      const { statusCode } = await world.remove(`/api/v1/tasks/${task.task_id}`, people[task.owner]!.token)
      const ended = task.status === 'completed' || task.status === 'failed'
      assert.equal(statusCode, task.deleted ? 404 : ended ? 204 : 409)
      if (statusCode === 204) task.deleted = true
    },
    (model) => model.tasks.length > 0,
  )
}

/** Sequences of at most `maxCommands` for two users; amounts lean to where money just fits, or just does not. */
export function moneyCommands(maxCommands: number) {
  const user = fc.nat({ max: 1 })
  const index = fc.nat({ max: 20 })
  const amount = fc.oneof(fc.constantFrom(1, 9, 10, 11, 29, 30, 31, 100), fc.integer({ min: 1, max: 200 }))
  const signed = fc.oneof(
    amount,
    fc.constant(0),
    amount.map((value) => -value),
  )
  return fc.commands(
    [
      fc.tuple(user, amount).map(([who, value]) => topUp(who, value)),
      fc.tuple(user, signed).map(([who, value]) => adjust(who, value)),
      fc.tuple(user, fc.integer({ min: 1, max: 10 })).map(([who, seconds]) => submit(who, seconds)),
      fc.tuple(user, fc.integer({ min: 1, max: 3 })).map(([who, seconds]) => submit(who, seconds)),
      fc.constant(claim()),
      index.map(complete),
      index.map(fail),
      index.map(lose),
      fc.tuple(index, amount).map(([which, value]) => refund(which, value)),
      index.map(remove),
    ],
    { maxCommands, size: 'max' },
  )
}
