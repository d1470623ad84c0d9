import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import sharp from 'sharp'
import { createS3Storage } from '../../storage/s3.ts'
import { openLine } from '../../testing/neighbours/line.ts'
import { createSwiftBucket } from '../../testing/neighbours/swift/swift.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { removeOrphans } from './avatar.ts'
import { cleanUp } from '../../testing/clean-up.ts'

// The cases of `avatar.test.ts` in which S3 may differ from a disk: everything that the storage itself has to refuse.

const presign = '/api/v1/me/avatar/presign'
const complete = '/api/v1/me/avatar/complete'

const picture = (side = 64, colour = 'crimson') =>
  sharp({ create: { width: side, height: side, channels: 3, background: colour } })
    .png()
    .toBuffer()

async function open(t: TestContext) {
  const account = await createSwiftBucket()
  const line = await openLine(t, account.endpoint)
  const storage = createS3Storage({ ...account, endpoint: line.endpoint, times: { call_ms: 1_000 } })
  cleanUp(t, () => storage[Symbol.dispose]())
  const world = await createWorld(t, { storage })
  return { world, storage, line, ann: await world.person() }
}

const put = (url: string | URL, body: Buffer, type = 'image/png') =>
  fetch(url, { method: 'PUT', body: new Uint8Array(body), headers: { 'content-type': type } })

async function upload(world: World, of: Person, body: Buffer, type = 'image/png') {
  const signed = (await world.post(presign, of.token, { content_type: type })).json()
  const { status } = await put(signed.upload_url, body, type)
  return { ...signed, status } as { object_key: string; upload_url: string; status: number }
}

async function served(world: World, user_id: string) {
  const redirect = await world.app.inject({ url: `/api/v1/users/${user_id}/avatar` })
  assert.equal(redirect.statusCode, 302)
  const answer = await fetch(redirect.headers.location!)
  return { status: answer.status, type: answer.headers.get('content-type'), bytes: await answer.bytes() }
}

suite('avatar in S3', () => {
  test('T-093 a picture is uploaded straight to the bucket, redrawn, and served to anybody', async (t) => {
    const { world, storage, ann } = await open(t)
    const photo = await sharp(await picture(600))
      .withExif({ IFD0: { Copyright: 'hidden-owner' } })
      .png()
      .toBuffer()
    const { status, object_key } = await upload(world, ann, Buffer.concat([photo, Buffer.from('<script>')]))
    assert.equal(status, 200)
    assert.equal((await world.post(complete, ann.token, { object_key })).statusCode, 200)
    const { bytes, type } = await served(world, ann.user_id)
    const { width, height, format, exif } = await sharp(bytes).metadata()
    assert.deepEqual([type, width, height, format, exif], ['image/png', 512, 512, 'png', undefined])
    assert.ok(!Buffer.from(bytes).includes('script'))
    assert.equal(await storage.head(`staging/${object_key}`), undefined)
  })

  test('T-088, T-089, T-090 an upload URL can neither change what is served nor carry anything else', async (t) => {
    const { world, storage, ann } = await open(t)
    const { object_key, upload_url } = await upload(world, ann, await picture())
    await world.post(complete, ann.token, { object_key })
    const before = await served(world, ann.user_id)
    assert.equal((await put(upload_url, await picture(64, 'blue'))).status, 200)
    assert.deepEqual(await served(world, ann.user_id), before)
    await storage.remove(`staging/${object_key}`)

    assert.equal((await put(upload_url, Buffer.from('<script>'), 'text/html')).status, 403)
    assert.equal((await put(upload_url.replace('staging/', ''), await picture())).status, 403)
    const exact = { content_type: 'image/png', content_length: 10 }
    const bound = (await world.post(presign, ann.token, exact)).json().upload_url as string
    assert.equal((await put(bound, Buffer.alloc(11))).status, 403)
    assert.equal(await storage.head(`staging/${object_key}`), undefined)
    assert.equal((await put(bound, Buffer.alloc(10))).status, 200)
  })

  test('what is too large for an avatar is refused without being read', async (t) => {
    const { world, ann } = await open(t)
    const { object_key } = await upload(world, ann, Buffer.alloc(5 * 1024 * 1024 + 1))
    assert.equal((await world.post(complete, ann.token, { object_key })).statusCode, 422)
    assert.equal((await world.get('/api/v1/me', ann.token)).json().avatar, null)
  })

  test('T-091 completing nothing changes nothing', async (t) => {
    const { world, ann } = await open(t)
    const { object_key } = await upload(world, ann, await picture())
    await world.post(complete, ann.token, { object_key })
    const missing = await world.post(complete, ann.token, { object_key })
    assert.deepEqual([missing.statusCode, missing.json().code], [409, 'object_missing'])
    assert.equal((await served(world, ann.user_id)).status, 200)
  })

  test('T-092 an unreachable bucket changes nothing, and its old objects are removed later', async (t) => {
    const { world, storage, line, ann } = await open(t)
    const first = await upload(world, ann, await picture())
    await world.post(complete, ann.token, { object_key: first.object_key })
    const second = await upload(
      world,
      ann,
      await sharp(await picture())
        .webp()
        .toBuffer(),
      'image/webp',
    )
    const healed = line.break('cut', { sent_bytes: 0 })
    for (const path of [complete, `/api/v1/me/avatar/put?object_key=${second.object_key}`]) {
      const away = await world.app.inject({
        method: 'POST',
        url: path,
        headers: {
          authorization: `Bearer ${ann.token}`,
          'content-type': path === complete ? 'application/json' : 'image/webp',
        },
        payload: path === complete ? JSON.stringify({ object_key: second.object_key }) : 'x',
      })
      assert.deepEqual([away.statusCode, away.json().code], [503, 'storage_unavailable'])
    }
    healed()
    assert.equal((await world.get('/api/v1/me', ann.token)).json().avatar, first.object_key)

    const { avatar_object } = await world.db
      .selectFrom('users')
      .select('avatar_object')
      .where('user_id', '=', ann.user_id)
      .executeTakeFirstOrThrow()
    const replaced = avatar_object!
    const kept = { ...world.deps.storage }
    world.deps.storage.remove = () => Promise.reject(new Error('storage is away'))
    await upload(
      world,
      ann,
      await sharp(await picture())
        .webp()
        .toBuffer(),
      'image/webp',
    )
    const done = await world.post(complete, ann.token, { object_key: second.object_key })
    assert.equal(done.statusCode, 200)
    Object.assign(world.deps.storage, kept)
    assert.notEqual(await storage.head(replaced), undefined)
    await removeOrphans(world.deps)
    assert.equal(await storage.head(replaced), undefined)
    assert.equal((await served(world, ann.user_id)).type, 'image/webp')
  })
})
