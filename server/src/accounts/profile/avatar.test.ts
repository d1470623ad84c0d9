import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { until } from '../../testing/until.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { removeOrphans } from './avatar.ts'

const presign = '/api/v1/me/avatar/presign'
const complete = '/api/v1/me/avatar/complete'

type Format = 'png' | 'jpeg' | 'webp'
const extensions = { png: 'png', jpeg: 'jpg', webp: 'webp' }

async function picture(format: Format, side = 600, colour = 'crimson'): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer()
}

/** A black picture that says it is this large; its data are those of `rows` rows at least as long. */
function blankPng(width: number, height: number, rows = height): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8) // one bit a pixel, grey
  const data = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(Math.min(width, 20_000) / 8))))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Uploads by a signed URL, as a browser does. */
async function upload(
  world: World,
  of: Person,
  format: Format,
  bytes: Buffer,
  headers: Record<string, string> = {},
) {
  const signed = (await world.post(presign, of.token, { content_type: `image/${format}` })).json()
  const url = new URL(signed.upload_url)
  const response = await world.app.inject({
    method: 'PUT',
    url: url.pathname + url.search,
    headers: { ...signed.headers, ...headers },
    payload: bytes,
  })
  return { ...signed, url, response }
}

async function put(world: World, of: Person, object_key: string, bytes: Buffer) {
  return world.app.inject({
    method: 'POST',
    url: `/api/v1/me/avatar/put?object_key=${encodeURIComponent(object_key)}`,
    headers: { authorization: `Bearer ${of.token}`, 'content-type': 'application/octet-stream' },
    payload: bytes,
  })
}

async function served(world: World, user_id: string): Promise<Buffer> {
  const redirect = await world.app.inject({ url: `/api/v1/users/${user_id}/avatar` })
  assert.equal(redirect.statusCode, 302)
  const url = new URL(redirect.headers.location!)
  return (await world.app.inject({ url: url.pathname + url.search })).rawPayload
}

/** Bytes that this process and those which draw for it have. */
async function memoryWithChildren(): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '--ppid', String(process.pid)]).catch(
    () => ({
      stdout: '', // no child
    }),
  )
  const children_kib = stdout.split('\n').reduce((sum, line) => sum + Number(line), 0)
  return process.memoryUsage.rss() + children_kib * 1024
}

/** Keys of all avatars that are stored. */
async function stored({ folder }: World): Promise<string[]> {
  const names = await readdir(join(folder, 'objects', 'avatars')).catch(() => [])
  return names.map((name) => `avatars/${name}`)
}

suite('avatar', () => {
  test('a picture is uploaded to a signed URL, redrawn, and served to anybody', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const { response, object_key, method, expires_in, max_bytes } = await upload(
      world,
      ann,
      'png',
      await picture('png'),
    )
    assert.deepEqual([response.statusCode, method, expires_in, max_bytes], [200, 'PUT', 300, 5_242_880])
    assert.equal(object_key, `avatars/${ann.user_id}.png`)
    const me = (await world.post(complete, ann.token, { object_key })).json()
    assert.deepEqual([me.avatar, me.avatar_url], [object_key, `/api/v1/users/${ann.user_id}/avatar?v=1`])
    const { width, height, format } = await sharp(await served(world, ann.user_id)).metadata()
    assert.deepEqual([width, height, format], [512, 512, 'png'])
    assert.equal(await world.deps.storage.head(`staging/${object_key}`), undefined)
  })

  test('T-083, T-095 only exactly one’s own keys are taken', async (t) => {
    const world = await createWorld(t)
    const [ann, eve] = [await world.person(), await world.person()]
    const own = `avatars/${ann.user_id}.png`
    const bad = [
      `avatars/${eve.user_id}.png`,
      `avatars/${ann.user_id}.png/../${eve.user_id}.png`,
      `avatars/${ann.user_id}.svg`,
      `/avatars/${ann.user_id}.png`,
      `avatars%2f${ann.user_id}.png`,
      own.toUpperCase(),
      `staging/${own}`,
      'x'.repeat(255),
    ]
    const bytes = await picture('png')
    for (const object_key of bad) {
      for (const response of [
        await put(world, ann, object_key, bytes),
        await world.post(complete, ann.token, { object_key }),
      ]) {
        assert.deepEqual(
          [response.statusCode, response.json().code],
          [403, 'object_key_forbidden'],
          object_key,
        )
      }
    }
    for (const object_key of ['', 'x'.repeat(256), 'a\u0000']) {
      assert.equal((await put(world, ann, object_key, bytes)).statusCode, 422)
      assert.equal((await world.post(complete, ann.token, { object_key })).statusCode, 422)
    }
    assert.equal((await world.post(complete, ann.token, {})).statusCode, 422)
    assert.equal((await put(world, ann, own, Buffer.alloc(0))).statusCode, 422)
  })

  test('T-084, T-085 anything but a picture of its type is refused, decompression bombs included', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const png = await picture('png', 64)
    const bomb = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const cases: [Format, Buffer][] = [
      ['png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
      ['png', Buffer.from('<html><script>alert(1)</script></html>')],
      ['png', await picture('jpeg')],
      ['jpeg', Buffer.concat([Buffer.from('GIF89a'), png])],
      ['jpeg', (await picture('jpeg')).subarray(0, 900)],
      ['png', bomb],
      ['webp', png],
    ]
    for (const [format, bytes] of cases) {
      const { object_key } = await upload(world, ann, format, bytes)
      const response = await world.post(complete, ann.token, { object_key })
      assert.equal(response.statusCode, 422, `${format} of ${bytes.length}`)
      assert.deepEqual(response.json().detail[0].loc, ['body', 'object_key'])
    }
    const large = await put(world, ann, `avatars/${ann.user_id}.png`, Buffer.alloc(5 * 1024 * 1024 + 1))
    assert.deepEqual([large.statusCode, large.json().code], [413, 'payload_too_large'])
    assert.equal((await world.get('/api/v1/me', ann.token)).json().avatar, null)
  })

  test('T-085 a picture too large to decode, an animation and half a picture cost little memory', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const finish = async (format: Format, bytes: Buffer) => {
      const { object_key } = await upload(world, ann, format, bytes)
      return world.post(complete, ann.token, { object_key })
    }
    const photo = await picture('jpeg', 2000)
    const bombs: [string, Format, Buffer][] = [
      ['400 million pixels in 50 kB', 'png', blankPng(20_000, 20_000)],
      ['a side of two billion', 'png', blankPng(2_147_483_647, 1, 64)],
      ['half a photo', 'jpeg', photo.subarray(0, photo.length / 2)],
      ['a photo without its end', 'jpeg', photo.subarray(0, -200)],
    ]
    await finish('png', await picture('png')) // what the library takes once is not the bomb's
    const before = await memoryWithChildren()
    let most = before
    const watch = setInterval(
      () => void memoryWithChildren().then((bytes) => (most = Math.max(most, bytes))),
      5,
    )
    try {
      for (const [name, format, bytes] of bombs) {
        const response = await finish(format, bytes)
        assert.deepEqual(
          [response.statusCode, response.json().detail[0].loc],
          [422, ['body', 'object_key']],
          name,
        )
      }
      const film = await Promise.all(['red', 'lime', 'blue'].map((colour) => picture('png', 300, colour)))
      const animated = await sharp(film, { join: { animated: true } })
        .webp({ loop: 0 })
        .toBuffer()
      assert.equal((await sharp(animated).metadata()).pages, 3)
      assert.equal((await finish('webp', animated)).statusCode, 200)
      const { pages, width, height } = await sharp(await served(world, ann.user_id)).metadata()
      assert.deepEqual([pages ?? 1, width, height], [1, 300, 300], 'one frame of it')
    } finally {
      clearInterval(watch)
    }
    const grown_mib = (most - before) / 2 ** 20
    assert.ok(grown_mib < 256, `${grown_mib} MiB`)
  })

  test('T-084, T-093 nothing that hid in the file is stored: no metadata, nothing after the picture', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const exif = { IFD0: { Copyright: 'hidden-owner' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
    const photo = await sharp(await picture('jpeg'))
      .withExif(exif)
      .jpeg()
      .toBuffer()
    assert.ok((await sharp(photo).metadata()).exif)
    const bytes = Buffer.concat([photo, Buffer.from('PK\u0003\u0004<script>alert(1)</script>')])
    const { object_key } = await upload(world, ann, 'jpeg', bytes)
    assert.equal((await world.post(complete, ann.token, { object_key })).statusCode, 200)
    const stored = await served(world, ann.user_id)
    assert.equal((await sharp(stored).metadata()).exif, undefined)
    for (const trace of ['script', 'hidden-owner', 'PK\u0003']) assert.ok(!stored.includes(trace), trace)
  })

  test('T-086, T-087 another type replaces the old object; two at once leave one', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const key = (format: Format) => `avatars/${ann.user_id}.${extensions[format]}`
    const exists = async (format: Format) =>
      (await stored(world)).some((name) => name.endsWith(`.${extensions[format]}`))
    const set = async (format: Format) => {
      await upload(world, ann, format, await picture(format))
      return world.post(complete, ann.token, { object_key: key(format) })
    }
    assert.equal((await set('png')).statusCode, 200)
    assert.equal((await set('png')).json().avatar_url.endsWith('?v=2'), true)
    assert.equal((await stored(world)).length, 1)
    await set('jpeg')
    assert.deepEqual([await exists('png'), await exists('jpeg')], [false, true])

    await Promise.all([
      upload(world, ann, 'png', await picture('png')),
      upload(world, ann, 'webp', await picture('webp')),
    ])
    const both = (['png', 'webp'] as const).map((format) =>
      world.post(complete, ann.token, { object_key: key(format) }),
    )
    assert.deepEqual(
      (await Promise.all(both)).map((response) => response.statusCode),
      [200, 200],
    )
    const { avatar } = (await world.get('/api/v1/me', ann.token)).json()
    const left = [await exists('png'), await exists('jpeg'), await exists('webp')]
    assert.deepEqual(left, [avatar === key('png'), false, avatar === key('webp')])
  })

  test('T-088, T-089, T-090 an upload URL is good for its key, type and size, until it expires, and changes no avatar', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const first = await upload(world, ann, 'png', await picture('png', 64, 'crimson'))
    await world.post(complete, ann.token, { object_key: first.object_key })
    const before = await served(world, ann.user_id)
    const send = (url: URL, payload: Buffer, type = 'image/png') =>
      world.app.inject({
        method: 'PUT',
        url: url.pathname + url.search,
        payload,
        headers: { 'content-type': type },
      })
    assert.equal((await send(first.url, await picture('png', 64, 'blue'))).statusCode, 200)
    assert.deepEqual(await served(world, ann.user_id), before)

    assert.equal((await send(first.url, await picture('png'), 'image/jpeg')).statusCode, 403)
    assert.equal((await send(first.url, Buffer.alloc(5 * 1024 * 1024 + 1))).statusCode, 413)
    for (const name of first.url.searchParams.keys()) {
      const changed = new URL(first.url)
      changed.searchParams.set(name, `${changed.searchParams.get(name)!}1`)
      assert.equal((await send(changed, await picture('png'))).statusCode, 403, name)
    }
    const elsewhere = new URL(first.url)
    elsewhere.pathname = elsewhere.pathname.replace('staging/', '')
    assert.equal((await send(elsewhere, await picture('png'))).statusCode, 403)
    const read = await world.app.inject({ url: first.url.pathname + first.url.search })
    assert.equal(read.statusCode, 403, 'a URL for writing reads nothing')

    const exact = (
      await world.post(presign, ann.token, { content_type: 'image/png', content_length: 10 })
    ).json()
    assert.equal((await send(new URL(exact.upload_url), Buffer.alloc(11))).statusCode, 403)
    assert.equal((await send(new URL(exact.upload_url), Buffer.alloc(10))).statusCode, 200)
    for (const bad of [
      { content_type: 'image/svg+xml' },
      { content_type: 'image/png', content_length: 5_242_881 },
      {},
    ]) {
      assert.equal((await world.post(presign, ann.token, bad)).statusCode, 422)
    }
  })

  test('T-091 completing nothing changes nothing', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const { object_key } = await upload(world, ann, 'png', await picture('png', 64))
    await world.post(complete, ann.token, { object_key })
    const missing = await world.post(complete, ann.token, { object_key })
    assert.deepEqual([missing.statusCode, missing.json().code], [409, 'object_missing'])
    assert.equal((await world.get('/api/v1/me', ann.token)).json().avatar, object_key)
  })

  test('T-092 an old picture that can not be removed now is removed later', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const png = await upload(world, ann, 'png', await picture('png', 64))
    await world.post(complete, ann.token, { object_key: png.object_key })
    const { storage } = world.deps
    const remove = storage.remove.bind(storage)
    storage.remove = () => Promise.reject(new Error('storage is away'))
    const webp = await upload(world, ann, 'webp', await picture('webp', 64))
    assert.equal((await world.post(complete, ann.token, { object_key: webp.object_key })).statusCode, 200)
    storage.remove = remove
    assert.equal((await stored(world)).length, 2)
    await removeOrphans(world.deps)
    const [left, ...others] = await stored(world)
    assert.deepEqual([left!.endsWith('.webp'), others], [true, []])
    assert.deepEqual(await world.db.selectFrom('orphaned_objects').selectAll().execute(), [])
  })

  test('while storage is unreachable an avatar is 503 with retry-after, and the old one stays', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const first = await upload(world, ann, 'png', await picture('png', 64))
    await world.post(complete, ann.token, { object_key: first.object_key })
    const before = (await world.get('/api/v1/me', ann.token)).json().avatar_url
    const again = await upload(world, ann, 'png', await picture('png', 64, 'blue'))
    const away = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1'))
    Object.assign(world.deps.storage, { put: away, signedUpload: away, head: away, signedUrl: away })
    const answers = [
      await world.post(presign, ann.token, { content_type: 'image/png' }),
      await put(world, ann, again.object_key, Buffer.from('x')),
      await world.post(complete, ann.token, { object_key: again.object_key }),
      await world.get(`/api/v1/users/${ann.user_id}/avatar`),
    ]
    for (const answer of answers) {
      assert.deepEqual([answer.statusCode, answer.json().code], [503, 'storage_unavailable'])
      assert.ok(Number(answer.headers['retry-after']) > 0 && !answer.body.includes('10.0.0.1'))
    }
    assert.equal((await world.get('/api/v1/me', ann.token)).json().avatar_url, before)
  })

  test('however slow storage is, nobody else waits for the pictures of one user', async (t) => {
    const world = await createWorld(t)
    const [ann, stranger] = [await world.person(), await world.person()]
    const { object_key } = await upload(world, ann, 'png', await picture('png', 64))
    const { storage } = world.deps
    const store = storage.put.bind(storage)
    const { promise: away, resolve: back } = Promise.withResolvers<void>()
    let storing = 0
    storage.put = async (...call) => {
      storing++
      await away
      return store(...call)
    }
    const all = Array.from({ length: 40 }, () => world.post(complete, ann.token, { object_key }))
    await until(() => storing >= 8, 'more pictures being stored than there are connections')
    assert.equal((await world.get('/api/v1/me', stranger.token)).statusCode, 200)
    back()
    const statuses = (await Promise.all(all)).map(({ statusCode }) => statusCode)
    assert.ok(statuses.includes(200) && statuses.every((status) => [200, 409, 503].includes(status)))
    const { avatar_object } = await world.db
      .selectFrom('users')
      .select('avatar_object')
      .where('user_id', '=', ann.user_id)
      .executeTakeFirstOrThrow()
    assert.deepEqual(await stored(world), [avatar_object])
    assert.deepEqual(await world.db.selectFrom('orphaned_objects').selectAll().execute(), [])
  })

  test('an object that a process stored before it died is removed after an hour', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const { object_key } = await upload(world, ann, 'png', await picture('png', 64))
    const { storage } = world.deps
    const store = storage.put.bind(storage)
    storage.put = async (...call) => {
      await store(...call)
      throw new Error('the process is gone')
    }
    await world.post(complete, ann.token, { object_key })
    await removeOrphans(world.deps)
    assert.equal((await stored(world)).length, 1, 'somebody may still be at it')
    world.clock.offset_ms += 3_600_000
    await removeOrphans(world.deps)
    assert.deepEqual(await stored(world), [])
  })

  test('T-094 a user without an avatar looks like an unknown one', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const bodies = new Set<string>()
    for (const id of [ann.user_id, crypto.randomUUID(), 'x', '%00', 'x'.repeat(300)]) {
      const response = await world.app.inject({ url: `/api/v1/users/${id}/avatar` })
      assert.equal(response.statusCode, 404)
      bodies.add(JSON.stringify({ ...response.json(), request_id: '' }))
    }
    assert.equal(bodies.size, 1)
    assert.match([...bodies][0]!, /avatar_not_found/)
  })
})
