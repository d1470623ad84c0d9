import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ObjectStorage } from '../../storage/storage.ts'
import {
  keyFor,
  mp4,
  type StorageUnderTest,
  stream,
  testSignedUrlContract,
  text,
} from './storage-url-contract.ts'

const MIB = 2 ** 20
const LARGE_BYTES = 64 * MIB
/** What may be held while a large object goes by: buffers of streams and sockets, not the object. */
const HELD_BYTES = 8 * MIB

const hour = { expires_in_s: 3600 }

async function contentOf(storage: ObjectStorage, key: string): Promise<string | undefined> {
  const found = await storage.get(key)
  return found && (await buffer(found)).toString()
}

/** Pseudo-random, so that neither a hole nor a swapped block goes unnoticed. */
function* largeContent(): Generator<Buffer> {
  let block = createHash('sha512').update('large').digest()
  for (let sent = 0; sent < LARGE_BYTES; sent += 64 * 1024) {
    block = createHash('sha512').update(block).digest()
    yield Buffer.alloc(64 * 1024, block)
  }
}

/** The most that buffers outside of the heap grew by, not counting what nobody holds any more. */
function watchMemory(): { look(): void; grew_bytes(): number } {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const held = () => {
    collectGarbage()
    return process.memoryUsage().arrayBuffers
  }
  const before = held()
  let most = before
  let looks = 0
  return {
    look: () => {
      if (looks++ % 16 === 0) most = Math.max(most, held())
    },
    grew_bytes: () => most - before,
  }
}

/** What every object storage promises. `open` gives a fresh storage for each test and cleans up after it. */
export function testStorageContract(name: string, open: (t: TestContext) => Promise<StorageUnderTest>): void {
  test(`${name}: what is stored is there, with its size and type, until it is removed`, async (t) => {
    const { storage } = await open(t)
    const key = keyFor()
    const info = { size_bytes: text.length, content_type: 'video/mp4' }
    assert.deepEqual(await storage.put(key, stream(text), mp4), info)
    assert.deepEqual(await storage.head(key), info)
    assert.equal(await contentOf(storage, key), text)
    await storage.remove(key)
    assert.equal(await storage.head(key), undefined)
    assert.equal(await storage.get(key), undefined)
    await storage.remove(key)
  })

  test(`${name}: it is empty until something is stored, and once all of that is removed`, async (t) => {
    const { storage } = await open(t)
    assert.equal(await storage.isEmpty(), true)
    const keys = [keyFor(), keyFor()]
    for (const key of keys) await storage.put(key, stream(text), mp4)
    for (const key of keys) {
      assert.equal(await storage.isEmpty(), false)
      await storage.remove(key)
    }
    assert.equal(await storage.isEmpty(), true)
  })

  test(`${name}: an object of no bytes is an object`, async (t) => {
    const { storage } = await open(t)
    const key = keyFor('json')
    await storage.put(key, stream(''), { content_type: 'application/json' })
    assert.deepEqual(await storage.head(key), { size_bytes: 0, content_type: 'application/json' })
    assert.equal(await contentOf(storage, key), '')
  })

  test(`${name}: a key that is stored again has the new content, in a reader's hands the old one`, async (t) => {
    const { storage } = await open(t)
    const key = keyFor()
    await storage.put(key, stream('old and rather long'), mp4)
    const reader = await storage.get(key)
    await storage.put(key, stream('new'), mp4)
    assert.equal((await buffer(reader!)).toString(), 'old and rather long')
    assert.equal(await contentOf(storage, key), 'new')
    assert.equal((await storage.head(key))?.size_bytes, 3)
  })

  test(`${name}: a source that fails leaves nothing, and what was there before stays`, async (t) => {
    const { storage } = await open(t)
    const failing = () =>
      Readable.from(
        (function* () {
          yield Buffer.alloc(MIB)
          throw new Error('the engine went away')
        })(),
      )
    const [fresh, stored] = [keyFor(), keyFor()]
    await storage.put(stored, stream(text), mp4)
    await assert.rejects(storage.put(fresh, failing(), mp4), /the engine went away/)
    await assert.rejects(storage.put(stored, failing(), mp4), /the engine went away/)
    assert.equal(await storage.head(fresh), undefined)
    assert.equal(await contentOf(storage, stored), text)
  })

  test(`${name}: an upload that is called off leaves nothing`, async (t) => {
    const { storage } = await open(t)
    const key = keyFor()
    const calledOff = new AbortController()
    const body = new Readable({ read() {} })
    body.push(Buffer.alloc(MIB))
    const put = storage.put(key, body, { ...mp4, signal: calledOff.signal })
    calledOff.abort()
    await assert.rejects(put, { name: 'AbortError' })
    assert.equal(body.destroyed, true)
    assert.equal(await storage.head(key), undefined)

    const late = storage.put(key, stream(text), { ...mp4, signal: AbortSignal.abort() })
    await assert.rejects(late, { name: 'AbortError' })
    assert.equal(await storage.head(key), undefined)
  })

  test(`${name}: of many that store one key at once, one wins whole`, async (t) => {
    const { storage } = await open(t)
    const key = keyFor()
    const contents = Array.from({ length: 8 }, (_, index) => String(index).repeat(200_000 + index))
    await Promise.all(contents.map((content) => storage.put(key, stream(content), mp4)))
    const winner = await contentOf(storage, key)
    assert.ok(contents.includes(winner!))
    assert.equal((await storage.head(key))?.size_bytes, winner!.length)
  })

  test(`${name}: a key that is none is a TypeError everywhere`, async (t) => {
    const { storage } = await open(t)
    const keys = [
      '',
      '/a.mp4',
      'a.mp4/',
      'a//b.mp4',
      '../a.mp4',
      'a/../b.mp4',
      './a.mp4',
      'a/./b.mp4',
      'a\\b.mp4',
      'a%2e.mp4',
      'ä.mp4',
      'a b.mp4',
      'a\0.mp4',
      'a\n.mp4',
      'a.mp4?x',
      `${'a'.repeat(252)}.mp4`,
    ]
    for (const key of keys) {
      await assert.rejects(storage.put(key, stream(text), mp4), TypeError, key)
      await assert.rejects(storage.head(key), TypeError, key)
      await assert.rejects(storage.get(key), TypeError, key)
      await assert.rejects(storage.remove(key), TypeError, key)
      await assert.rejects(storage.signedUrl(key, hour), TypeError, key)
    }
    const longest = `${'a'.repeat(251)}.mp4`
    await storage.put(longest, stream(text), mp4)
    assert.equal(await contentOf(storage, longest), text)
    await storage.remove(longest)
  })

  test(`${name}: a type that the key's extension does not stand for is a TypeError`, async (t) => {
    const { storage } = await open(t)
    for (const [key, content_type] of [
      ['a.mp4', 'text/html'],
      ['a.png', 'video/mp4'],
      ['a.html', 'text/html'],
      ['a.svg', 'image/svg+xml'],
      ['a', 'video/mp4'],
    ] as const) {
      await assert.rejects(storage.put(key, stream(text), { content_type }), TypeError, key)
      assert.equal(await storage.head(key), undefined)
    }
  })

  testSignedUrlContract(name, open)

  test(`${name}: a large object goes in and out without being held in memory`, async (t) => {
    const { storage } = await open(t)
    const key = keyFor()
    const [sent, received] = [createHash('sha256'), createHash('sha256')]
    const storing = watchMemory()
    const source = Readable.from(
      (function* () {
        for (const block of largeContent()) {
          sent.update(block)
          storing.look()
          yield block
        }
      })(),
    )
    assert.equal((await storage.put(key, source, mp4)).size_bytes, LARGE_BYTES)

    const loading = watchMemory()
    const answer = await fetch(await storage.signedUrl(key, hour))
    for await (const chunk of answer.body!) {
      received.update(chunk)
      loading.look()
    }
    assert.equal(received.digest('hex'), sent.digest('hex'))
    const held = { storing: storing.grew_bytes(), loading: loading.grew_bytes() }
    assert.ok(Math.max(held.storing, held.loading) < HELD_BYTES, JSON.stringify(held))
    await storage.remove(key)
  })

  test(`${name}: it says that it can store`, async (t) => {
    const { storage } = await open(t)
    await storage.check()
  })
}
