import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { suite, test } from 'node:test'
import { release } from '../wallet/wallet.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import { queuedMails } from '../testing/mails.ts'
import { createWorld, type World } from '../testing/world.ts'
import sharp from 'sharp'
import { eraseDueAccounts } from './account-data.ts'

const waiting = { template: 'test', subject: 'Hello', text: 'a link', html: '<p>a link</p>' }
const login = '/api/v1/auth/login'

/** The token in the newest mail to an address. */
async function mailedToken(world: World, recipient: string): Promise<string> {
  const mail = await world.db
    .selectFrom('mail_outbox')
    .select('body_text')
    .where('recipient', '=', recipient)
    .orderBy('mail_id', 'desc')
    .executeTakeFirstOrThrow()
  return /\/auth\/undo-deletion#t=([\w-]{43})/.exec(mail.body_text)![1]!
}

/** The video of a task, and its other objects. */
const storedOf = (task_id: string): Record<string, string> => ({
  [`videos/${task_id}.mp4`]: 'video/mp4',
  [`posters/${task_id}.webp`]: 'image/webp',
  [`previews/${task_id}.mp4`]: 'video/mp4',
  [`sprites/${task_id}.webp`]: 'image/webp',
  [`provenance/${task_id}.json`]: 'application/json',
})

/** A failed task with its money back, and a video that is still there. */
async function endedTask(world: World, token: string): Promise<string> {
  const response = await world.post('/api/v1/video/generate', token, {
    prompt: 'my secret idea',
    original_prompt: 'my secret idea, at first',
    duration_seconds: 1,
  })
  const { task_id } = response.json<{ task_id: string }>()
  await world.db.transaction().execute(async (trx) => {
    const ended = {
      status: 'failed',
      error_code: 'test',
      completed_at: new Date(),
      result_key: `videos/${task_id}.mp4`,
    }
    await trx
      .updateTable('tasks')
      .set(ended as never)
      .where('task_id', '=', task_id)
      .execute()
    await release(trx, task_id)
  })
  for (const [key, content_type] of Object.entries(storedOf(task_id)))
    await world.deps.storage.put(key, Readable.from(['x']), { content_type })
  return task_id
}

suite('account data', () => {
  test('an export holds what is known, once an hour, and nothing of others', async (t) => {
    const world = await createWorld(t)
    const [ann, eve] = [await world.person(), await world.person()]
    await world.credits(ann, 500)
    await world.credits(eve, 700)
    const ids: string[] = []
    for (let i = 0; i < 3; i++) ids.unshift(await world.task(ann))
    for (const { token } of [ann, eve])
      await world.post('/api/v1/agent/optimize-prompt', token, { prompt: `a cat of ${token}` })
    await world.post('/api/v1/me/prompts/starred', ann.token, { prompt: 'a {colour} cat of Ann' })
    const response = await world.get('/api/v1/me/export', ann.token)
    assert.equal(response.statusCode, 200)
    assert.match(
      String(response.headers['content-disposition']),
      /^attachment; filename="clipwright-account\.json"$/,
    )
    const data = response.json()
    assert.deepEqual(Object.keys(data), [
      'exported_at',
      'profile',
      'sessions',
      'api_keys',
      'webhooks',
      'tasks',
      'prompts',
      'starred_prompts',
      'transactions',
    ])
    assert.equal(data.profile.email, ann.email)
    assert.deepEqual(
      data.tasks.map((task: { task_id: string }) => task.task_id),
      ids,
    )
    assert.equal(data.transactions.length, 4)
    assert.deepEqual(
      data.prompts.map((prompt: { original_prompt: string }) => prompt.original_prompt),
      [`a cat of ${ann.token}`],
    )
    assert.deepEqual(
      data.starred_prompts.map(({ prompt }: { prompt: string }) => prompt),
      ['a {colour} cat of Ann'],
    )
    assert.ok(!response.body.includes(eve.user_id) && !response.body.includes('password'))
    const again = await world.get('/api/v1/me/export', ann.token)
    assert.deepEqual([again.statusCode, again.json().code], [429, 'rate_limited'])
    assert.ok(Number(again.headers['retry-after']) > 3000)
  })

  test('a closed account is out at once, and a mailed link opens it again', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const wrong = await world.post('/api/v1/me/delete', ann.token, { password: 'not the password' })
    assert.deepEqual([wrong.statusCode, wrong.json().code], [400, 'invalid_password'])
    const response = await world.post('/api/v1/me/delete', ann.token, { password: ann.password })
    assert.equal(response.statusCode, 202)
    const days = (Date.parse(response.json().deletion_at) - Date.now()) / 86_400_000
    assert.ok(days > 13.9 && days <= 14)
    assert.equal((await world.get('/api/v1/me', ann.token)).statusCode, 401)
    const refused = await world.post(login, undefined, { email: ann.email, password: ann.password })
    assert.equal(refused.json().code, 'invalid_credentials')

    const token = await mailedToken(world, ann.email)
    assert.equal((await world.post('/api/v1/auth/undo-delete', undefined, { token })).statusCode, 200)
    assert.equal(
      (await world.post(login, undefined, { email: ann.email, password: ann.password })).statusCode,
      200,
    )
    const twice = await world.post('/api/v1/auth/undo-delete', undefined, { token })
    assert.deepEqual([twice.statusCode, twice.json().code], [400, 'invalid_or_expired_token'])
  })

  test('after two weeks words and videos are gone, the balance is closed, and the books still agree', async (t) => {
    const world = await createWorld(t)
    const [ann, eve] = [await world.person(), await world.person()]
    await world.credits(ann, 500)
    const task_id = await endedTask(world, ann.token)
    const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const sent = await world.app.inject({
      method: 'POST',
      url: '/api/v1/uploads/put',
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'image/png' },
      payload: bytes,
    })
    const picture = `inputs/${ann.user_id}/${sent.json().image_key.slice('uploads/'.length)}.png`
    assert.ok(await world.deps.storage.head(picture))
    for (const { token } of [ann, eve])
      await world.post('/api/v1/agent/optimize-prompt', token, { prompt: 'a cat' })
    await world.post('/api/v1/me/delete', ann.token, { password: ann.password })
    const token = await mailedToken(world, ann.email)
    await world.db.transaction().execute(async (trx) => {
      for (const to of [ann.email.toUpperCase(), eve.email]) await enqueueMail(trx, to, waiting)
    })
    assert.equal(await eraseDueAccounts(world.deps), 0, 'not before its time')
    world.clock.offset_ms = 15 * 86_400_000
    assert.equal(await eraseDueAccounts(world.deps), 1)
    assert.equal(await eraseDueAccounts(world.deps), 0, 'and once')

    for (const key of Object.keys(storedOf(task_id)))
      assert.equal(await world.deps.storage.head(key), undefined, key)
    assert.equal(await world.deps.storage.head(picture), undefined)
    for (const table of ['users', 'tasks', 'sessions', 'mail_tokens', 'mail_outbox'] as const) {
      const rows = JSON.stringify(await world.db.selectFrom(table).selectAll().execute())
      assert.ok(!rows.toLowerCase().includes(ann.email) && !rows.includes('my secret idea'), table)
    }
    const prompts = await world.db.selectFrom('prompts').select('user_id').execute()
    assert.deepEqual(prompts, [{ user_id: eve.user_id }])
    const left = await queuedMails(world)
    assert.deepEqual(
      left.map(({ recipient }) => recipient),
      [eve.email],
    )
    const undone = await world.post('/api/v1/auth/undo-delete', undefined, { token })
    assert.equal(undone.statusCode, 400)
    const account = world.db
      .selectFrom('ledger_accounts')
      .select('balance')
      .where('owner_user_id', '=', ann.user_id)
    assert.deepEqual(
      (await account.execute()).map((row) => row.balance),
      [0, 0],
    )
    assert.equal(
      (await world.post('/api/v1/auth/register', undefined, { email: ann.email, password: 'a long secret' }))
        .statusCode,
      201,
    )
    assert.equal(
      (
        await world.db
          .selectFrom('users')
          .select('email')
          .where('user_id', '=', eve.user_id)
          .executeTakeFirstOrThrow()
      ).email,
      eve.email,
    )
  })

  test('every account that is due is erased in one run, but one whose object can’t be removed', async (t) => {
    const world = await createWorld(t)
    const people = []
    for (let i = 0; i < 22; i++) people.push(await world.person())
    await world.credits(people[0]!, 500)
    await endedTask(world, people[0]!.token)
    for (const { token, password } of people) await world.post('/api/v1/me/delete', token, { password })
    world.clock.offset_ms = 15 * 86_400_000
    const { storage } = world.deps
    const remove = storage.remove.bind(storage)
    storage.remove = () => Promise.reject(new Error('not this one'))
    assert.equal(await eraseDueAccounts(world.deps), 21)
    storage.remove = remove
    assert.equal(await eraseDueAccounts(world.deps), 1)
  })
})
