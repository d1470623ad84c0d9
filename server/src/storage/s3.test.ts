import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
} from '@aws-sdk/client-s3'
import { openLine } from '../testing/neighbours/line.ts'
import { testStorageContract } from '../testing/contracts/storage-contract.ts'
import { createSwiftBucket, swiftClient } from '../testing/neighbours/swift/swift.ts'
import { createS3Storage, type S3StorageOptions } from './s3.ts'
import { StorageUnavailable } from './unavailable.ts'
import { cleanUp } from '../testing/clean-up.ts'

const MIB = 2 ** 20
const mp4 = { content_type: 'video/mp4' }
const png = { content_type: 'image/png', max_bytes: 5 * MIB }
const stream = (content: string | Buffer) => Readable.from([Buffer.from(content)])
const hour = { expires_in_s: 3600 }

async function open(t: TestContext, options: Partial<S3StorageOptions> = {}) {
  const account = await createSwiftBucket()
  const create = (changed: Partial<S3StorageOptions> = {}) => {
    const storage = createS3Storage({ ...account, ...options, ...changed })
    cleanUp(t, () => storage[Symbol.dispose]())
    return storage
  }
  const client = swiftClient(account)
  cleanUp(t, () => client.destroy())
  const unfinished = async () => {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket: account.bucket }))
    return (page.Uploads ?? []).map(({ Key }) => Key)
  }
  return {
    storage: create(),
    account,
    create,
    client,
    unfinished,
    pass: (ms: number) => wait(ms),
  }
}

testStorageContract('s3', open)

/** As `fetch` can't: any headers, also ones that do not fit the body. */
function send(url: string, headers: Record<string, string | number>, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'PUT', headers }, (answer) => {
      resolve(answer.statusCode!)
      answer.resume()
    })
    call.on('error', reject)
    call.end(body)
  })
}

suite('s3: signed URLs', () => {
  test('T-109 a link to a result is good for 24 hours, to the second', async (t) => {
    const { storage, create } = await open(t)
    await storage.put('videos/a.mp4', stream('x'), mp4)
    const day = { expires_in_s: 86_400 }
    const signed = async (age_ms: number) => {
      const url = new URL(await create({ now: () => Date.now() - age_ms }).signedUrl('videos/a.mp4', day))
      return { url, status: (await fetch(url)).status }
    }
    const { url } = await signed(0)
    assert.equal(url.searchParams.get('X-Amz-Expires'), '86400')
    assert.equal((await signed(86_400_000 - 4_000)).status, 200)
    assert.equal((await signed(86_400_000 + 1_000)).status, 403)
  })

  test('T-109 a link is refused for another bucket, and says nothing of who has the secret', async (t) => {
    const { storage, account } = await open(t)
    const other = await open(t)
    for (const each of [storage, other.storage]) await each.put('videos/a.mp4', stream('x'), mp4)
    const url = await storage.signedUrl('videos/a.mp4', hour)
    assert.equal((await fetch(url)).status, 200)
    assert.equal((await fetch(url.replace(account.bucket, other.account.bucket))).status, 403)
    assert.ok(!url.includes(account.secret_access_key))
    assert.ok((await fetch(url.split('?')[0]!)).status >= 400, 'the bucket is private')
  })

  test('T-089 an upload of another type or length than was signed is refused, and nothing is stored', async (t) => {
    const { storage } = await open(t)
    const { url, headers } = await storage.signedUpload('staging/a.png', {
      ...hour,
      ...png,
      content_length: 10,
    })
    assert.equal(new URL(url).searchParams.get('X-Amz-SignedHeaders'), 'content-length;content-type;host')
    assert.equal(
      await send(url, { 'content-type': 'text/html', 'content-length': 10 }, Buffer.alloc(10)),
      403,
    )
    assert.equal(await send(url, { 'content-length': 10 }, Buffer.alloc(10)), 403)
    assert.equal(await send(url, { ...headers, 'content-length': 11 }, Buffer.alloc(11)), 403)
    assert.equal(await send(url, { ...headers, 'content-length': 9 }, Buffer.alloc(9)), 403)
    assert.equal(await send(url, { ...headers, 'transfer-encoding': 'chunked' }, Buffer.alloc(10)), 403)
    assert.equal(await storage.head('staging/a.png'), undefined)
    assert.equal(await send(url, { ...headers, 'content-length': 10 }, Buffer.alloc(10)), 200)
    assert.deepEqual(await storage.head('staging/a.png'), { size_bytes: 10, content_type: 'image/png' })
  })

  test('nothing is signed into a link but what it allows: no checksum of bytes that are still to come', async (t) => {
    const { storage } = await open(t)
    const always = [
      'Algorithm',
      'Content-Sha256',
      'Credential',
      'Date',
      'Expires',
      'Signature',
      'SignedHeaders',
    ]
    const expected = [...always.map((name) => `X-Amz-${name}`), 'x-id']
    const upload = await storage.signedUpload('staging/a.png', { ...hour, ...png, content_length: 10 })
    for (const url of [upload.url, await storage.signedUrl('a.mp4', hour)]) {
      assert.deepEqual([...new URL(url).searchParams.keys()].toSorted(), expected)
    }
  })

  test('T-089 without a signed length any length is taken, but the type is still bound', async (t) => {
    const { storage } = await open(t)
    const { url, headers } = await storage.signedUpload('staging/a.png', { ...hour, ...png })
    assert.equal(await send(url, { 'content-type': 'text/html', 'content-length': 3 }, Buffer.alloc(3)), 403)
    assert.equal(await send(url, { ...headers, 'content-length': 3 }, Buffer.alloc(3)), 200)
    assert.equal((await storage.head('staging/a.png'))?.size_bytes, 3)
    await assert.rejects(storage.signedUpload('staging/a.mp4', { ...hour, ...png }), TypeError)
  })

  test('T-090 an upload URL that is changed, used otherwise, or late is refused', async (t) => {
    const { storage, create } = await open(t)
    const { url, headers } = await storage.signedUpload('staging/a.png', { expires_in_s: 300, ...png })
    const bytes = Buffer.alloc(8)
    const put = (to: string) => send(to, { ...headers, 'content-length': 8 }, bytes)
    for (const name of new URL(url).searchParams.keys()) {
      const changed = new URL(url)
      const value = changed.searchParams.get(name)!
      changed.searchParams.set(
        name,
        value.endsWith('1') ? `${value.slice(0, -1)}2` : `${value.slice(0, -1)}1`,
      )
      assert.ok([400, 403].includes(await put(changed.href)), name)
    }
    assert.equal(await put(url.replace('staging/a.png', 'avatars/a.png')), 403)
    assert.equal((await fetch(url)).status, 403, 'a URL for writing reads nothing')
    assert.equal((await fetch(url, { method: 'DELETE' })).status, 403)
    const late = await create({ now: () => Date.now() - 302_000 }).signedUpload('staging/a.png', {
      expires_in_s: 300,
      ...png,
    })
    assert.equal(await put(late.url), 403)
    assert.equal(await storage.head('staging/a.png'), undefined)
    assert.equal(await storage.head('avatars/a.png'), undefined)
  })

  test('links lead to the address that everybody can reach', async (t) => {
    const { storage, create, account } = await open(t)
    const line = await openLine(t, account.endpoint)
    const both = create({ public_endpoint: line.endpoint })
    await both.put('a.mp4', stream('x'), mp4)
    assert.equal(line.opened(), 0, 'the server itself uses the other one')
    const url = await both.signedUrl('a.mp4', hour)
    assert.equal(new URL(url).origin, line.endpoint)
    assert.equal(await (await fetch(url)).text(), 'x')
    assert.equal(new URL(await storage.signedUrl('a.mp4', hour)).origin, account.endpoint)
  })
})

suite('s3: objects', () => {
  test('every character of keys arrives as it is, also in links', async (t) => {
    const { storage } = await open(t)
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ/abcdefghijklmnopqrstuvwxyz/0123456789/_-..-/...x/-/_'
    for (const key of [`${letters}.mp4`, '-.mp4', 'a..b/c.mp4', '.hidden/x.mp4']) {
      await storage.put(key, stream(key), mp4)
      assert.equal((await buffer((await storage.get(key))!)).toString(), key)
      assert.equal(await (await fetch(await storage.signedUrl(key, hour))).text(), key)
      await storage.remove(key)
      assert.equal(await storage.head(key), undefined)
    }
  })

  test('objects around the size of a part arrive whole', async (t) => {
    const { storage, unfinished } = await open(t)
    for (const size_bytes of [5 * MIB - 1, 5 * MIB, 5 * MIB + 1, 10 * MIB]) {
      const content = randomBytes(size_bytes)
      const body = Readable.from([content.subarray(0, 7), content.subarray(7)])
      assert.equal((await storage.put('a.mp4', body, mp4)).size_bytes, size_bytes)
      assert.deepEqual(await storage.head('a.mp4'), { size_bytes, ...mp4 })
      assert.ok((await buffer((await storage.get('a.mp4'))!)).equals(content))
    }
    assert.deepEqual(await unfinished(), [])
  })

  test('an upload in parts that fails or is called off leaves no parts, and the old object', async (t) => {
    const { storage, unfinished } = await open(t)
    await storage.put('a.mp4', stream('old'), mp4)
    const calledOff = new AbortController()
    const body = (end: () => void) =>
      Readable.from(
        (function* () {
          for (let sent = 0; sent < 7; sent++) yield Buffer.alloc(MIB)
          end()
          yield Buffer.alloc(MIB)
        })(),
      )
    const failing = body(() => {
      throw new Error('the engine went away')
    })
    await assert.rejects(storage.put('a.mp4', failing, mp4), /the engine went away/)
    const left = body(() => calledOff.abort())
    await assert.rejects(storage.put('a.mp4', left, { ...mp4, signal: calledOff.signal }), {
      name: 'AbortError',
    })
    assert.ok(failing.destroyed && left.destroyed)
    assert.deepEqual(await unfinished(), [])
    assert.equal((await buffer((await storage.get('a.mp4'))!)).toString(), 'old')
  })

  test('parts of a writer that crashed are removed after a day, those of one at work are not', async (t) => {
    const { storage, create, client, account, unfinished } = await open(t)
    for (const Key of ['videos/a.mp4', 'videos/b.mp4'])
      await client.send(new CreateMultipartUploadCommand({ Bucket: account.bucket, Key }))
    await storage.removeUnfinished()
    assert.deepEqual(await unfinished(), ['videos/a.mp4', 'videos/b.mp4'])
    await create({ now: () => Date.now() + 25 * 3_600_000 }).removeUnfinished()
    assert.deepEqual(await unfinished(), [])
  })
})

const away = { name: 'StorageUnavailable' }

/** Every call, each as a function. */
function callsOf(storage: ReturnType<typeof createS3Storage>) {
  return {
    put: () => storage.put('a.mp4', stream('x'), mp4),
    large: () => storage.put('a.mp4', stream(Buffer.alloc(6 * MIB)), mp4),
    head: () => storage.head('a.mp4'),
    get: () => storage.get('a.mp4'),
    remove: () => storage.remove('a.mp4'),
    check: () => storage.check(),
    removeUnfinished: () => storage.removeUnfinished(),
  }
}

suite('s3: a server that is away or wrong', () => {
  test('no keys, no bucket, no server: every call says so, and none says that an object is not there', async (t) => {
    const { storage, create, account } = await open(t)
    await storage.put('a.mp4', stream('old'), mp4)
    const wrong = {
      secret: create({ secret_access_key: 'wrong' }),
      user: create({ access_key_id: 'test:nobody' }),
      bucket: create({ bucket: `${account.bucket}-x` }),
      server: create({ endpoint: 'http://127.0.0.1:9' }),
    }
    for (const [what, each] of Object.entries(wrong)) {
      for (const [name, call] of Object.entries(callsOf(each)))
        await assert.rejects(call(), away, `${what} ${name}`)
    }
    assert.equal((await buffer((await storage.get('a.mp4'))!)).toString(), 'old')
  })

  test('a server that takes calls and never answers holds none of them for longer than it may', async (t) => {
    const { create, account } = await open(t)
    const line = await openLine(t, account.endpoint)
    line.break('silent', { sent_bytes: 0 })
    const times = { call_ms: 400, check_ms: 150, complete_ms: 400 }
    const calls = callsOf(create({ endpoint: line.endpoint, times }))
    for (const [name, call] of Object.entries(calls)) {
      const began = performance.now()
      await assert.rejects(call(), away, name)
      const took_ms = performance.now() - began
      assert.ok(took_ms < (name === 'check' ? 1_500 : 10_000), `${name} took ${took_ms} ms`)
    }
    const began = performance.now()
    const stopped = create({ endpoint: line.endpoint }).put('a.mp4', stream('x'), {
      ...mp4,
      signal: AbortSignal.timeout(100),
    })
    await assert.rejects(stopped, { name: 'AbortError' })
    assert.ok(performance.now() - began < 10_000)
  })

  test('a line that is cut once costs time and not the upload', async (t) => {
    const { create, account, unfinished } = await open(t)
    const line = await openLine(t, account.endpoint)
    const storage = create({ endpoint: line.endpoint })
    const content = randomBytes(11 * MIB)
    line.break('cut', { sent_bytes: 2 * MIB }, 1)
    await storage.put('a.mp4', stream(content), mp4)
    assert.equal(line.broke(), 1)
    assert.ok((await buffer((await storage.get('a.mp4'))!)).equals(content))
    assert.deepEqual(await unfinished(), [])
  })

  test('a line that is cut in every upload stores nothing, and what was there stays', async (t) => {
    const { storage: direct, create, account } = await open(t)
    await direct.put('a.mp4', stream('old'), mp4)
    const line = await openLine(t, account.endpoint)
    const storage = create({ endpoint: line.endpoint })
    line.break('cut', { sent_bytes: MIB })
    for (const size_bytes of [3 * MIB, 6 * MIB]) {
      const body = stream(Buffer.alloc(size_bytes))
      await assert.rejects(storage.put('a.mp4', body, mp4), away)
      assert.equal(body.destroyed, true)
    }
    assert.ok(line.broke() >= 2)
    assert.equal((await buffer((await direct.get('a.mp4'))!)).toString(), 'old')
  })

  test('a download that is cut off or falls silent is an error, never a shorter object', async (t) => {
    const { storage: direct, create, account } = await open(t)
    await direct.put('a.mp4', stream(randomBytes(4 * MIB)), mp4)
    for (const how of ['cut', 'silent'] as const) {
      const line = await openLine(t, account.endpoint)
      const storage = create({ endpoint: line.endpoint, times: { idle_ms: 500 } })
      line.break(how, { received_bytes: MIB })
      const body = await storage.get('a.mp4')
      const began = performance.now()
      await assert.rejects(buffer(body!), StorageUnavailable)
      assert.ok(performance.now() - began < 15_000, how)
    }
  })

  test('a missing object is told from a missing bucket', async (t) => {
    const { create, account, client } = await open(t)
    const bucket = `${account.bucket}-later`
    const storage = create({ bucket })
    await assert.rejects(storage.head('a.mp4'), /there is no bucket/)
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    assert.equal(await storage.head('a.mp4'), undefined)
  })
})
