import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import type { ObjectStorage, SignedUrlOptions } from '../../storage/storage.ts'

export interface StorageUnderTest {
  storage: ObjectStorage
  /** Lets this time pass for whoever judges URLs: by moving a clock, or by waiting. */
  pass: (ms: number) => Promise<void>
}

export const text = 'The quick brown fox jumps over the lazy dog.'
export const mp4 = { content_type: 'video/mp4' }
const hour: SignedUrlOptions = { expires_in_s: 3600 }

export const keyFor = (extension = 'mp4') => `contract/${crypto.randomUUID()}.${extension}`
export const stream = (content: string | Uint8Array) => Readable.from([Buffer.from(content)])

/** The part of the contract that is about URLs; `storage-contract.ts` runs it with the rest. */
export function testSignedUrlContract(
  name: string,
  open: (t: TestContext) => Promise<StorageUnderTest>,
): void {
  test(`${name}: a signed URL serves the object to anyone`, async (t) => {
    const { storage } = await open(t)
    const key = keyFor()
    await storage.put(key, stream(text), mp4)
    const answer = await fetch(await storage.signedUrl(key, hour))
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'video/mp4')
    assert.equal(answer.headers.get('content-length'), String(text.length))
    assert.equal(answer.headers.get('content-disposition'), null)
    assert.equal(await answer.text(), text)

    const empty = keyFor()
    await storage.put(empty, stream(''), mp4)
    assert.equal(await (await fetch(await storage.signedUrl(empty, hour))).text(), '')
  })

  test(`${name}: a signed URL says as what the object is sent, and under which name it is saved`, async (t) => {
    const { storage } = await open(t)
    const key = keyFor('bin')
    await storage.put(key, stream(text), { content_type: 'application/octet-stream' })
    const options = { ...hour, content_type: 'video/mp4', download_as: 'my clip (1).mp4' }
    const answer = await fetch(await storage.signedUrl(key, options))
    assert.equal(answer.headers.get('content-type'), 'video/mp4')
    assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="my clip (1).mp4"')
    await answer.body?.cancel()

    for (const wrong of ['a"b.mp4', 'a\r\nb.mp4', 'ä.mp4', '../a.mp4', '']) {
      await assert.rejects(storage.signedUrl(key, { ...hour, download_as: wrong }), TypeError, wrong)
    }
    await assert.rejects(storage.signedUrl(key, { ...hour, content_type: 'text/html' }), TypeError)
  })

  test(`${name}: a part of an object is served as asked, and a part that is not there is refused`, async (t) => {
    const { storage } = await open(t)
    const key = keyFor()
    await storage.put(key, stream(text), mp4)
    const url = await storage.signedUrl(key, hour)
    const size = text.length
    const parts: [string, number, number][] = [
      ['bytes=0-2', 0, 2],
      ['bytes=4-8', 4, 8],
      [`bytes=${size - 4}-`, size - 4, size - 1],
      ['bytes=-4', size - 4, size - 1],
      [`bytes=10-${size + 100}`, 10, size - 1],
      [`bytes=-${size + 100}`, 0, size - 1],
    ]
    for (const [range, first, last] of parts) {
      const answer = await fetch(url, { headers: { range } })
      assert.equal(answer.status, 206, range)
      assert.equal(answer.headers.get('content-range'), `bytes ${first}-${last}/${size}`)
      assert.equal(answer.headers.get('content-length'), String(last - first + 1))
      assert.equal(await answer.text(), text.slice(first, last + 1))
    }
    const beyond = await fetch(url, { headers: { range: `bytes=${size}-` } })
    assert.equal(beyond.status, 416)
    await beyond.body?.cancel()
  })

  test(`${name}: what a client has already is not sent again, and a broken download goes on only with the same object`, async (t) => {
    const { storage } = await open(t)
    const key = keyFor()
    await storage.put(key, stream(text), mp4)
    const url = await storage.signedUrl(key, hour)
    const first = await fetch(url)
    await first.body?.cancel()
    const etag = first.headers.get('etag')
    assert.ok(etag)
    // Without this, `fetch` asks for a copy that no cache has judged.
    const judged = { 'if-none-match': etag, 'cache-control': 'max-age=0' }
    const again = await fetch(url, { headers: judged })
    assert.deepEqual([again.status, await again.text()], [304, ''])

    await storage.put(key, stream(`${text} Twice.`), mp4)
    const changed = await fetch(url, { headers: judged })
    assert.deepEqual([changed.status, await changed.text()], [200, `${text} Twice.`])
    const stale = await fetch(url, { headers: { range: 'bytes=4-8', 'if-match': etag } })
    assert.equal(stale.status, 412)
    await stale.body?.cancel()
  })

  test(`${name}: a signed URL that is changed anywhere is refused, and so is another method`, async (t) => {
    const { storage } = await open(t)
    const [key, other] = [keyFor(), keyFor()]
    for (const stored of [key, other]) await storage.put(stored, stream(text), mp4)
    const signed = await storage.signedUrl(key, { ...hour, download_as: 'a.mp4', content_type: 'video/webm' })
    const names = [...new URL(signed).searchParams.keys()]
    assert.ok(names.length > 0)

    const refused: string[] = [signed.replace(key, other), signed.split('?')[0]!]
    for (const param of names) {
      const [changed, missing] = [new URL(signed), new URL(signed)]
      const value = changed.searchParams.get(param)!
      changed.searchParams.set(
        param,
        value.endsWith('1') ? `${value.slice(0, -1)}2` : `${value.slice(0, -1)}1`,
      )
      missing.searchParams.delete(param)
      refused.push(changed.href, missing.href)
    }
    for (const url of refused) {
      const answer = await fetch(url)
      assert.ok([400, 403].includes(answer.status), `${answer.status} ${url}`)
      assert.ok(!(await answer.text()).includes(text))
    }
    for (const method of ['PUT', 'POST', 'DELETE']) {
      const answer = await fetch(signed, { method })
      assert.ok(answer.status >= 400, `${method} ${answer.status}`)
      await answer.body?.cancel()
    }
    assert.equal((await buffer((await storage.get(key))!)).toString(), text)
    assert.equal(await (await fetch(signed)).text(), text)
  })

  test(`${name}: a signed URL is refused when its time is over, and when its object is gone`, async (t) => {
    const { storage, pass } = await open(t)
    const key = keyFor()
    await storage.put(key, stream(text), mp4)
    const [short, long] = [
      await storage.signedUrl(key, { expires_in_s: 2 }),
      await storage.signedUrl(key, hour),
    ]
    assert.equal((await fetch(short)).status, 200)
    await pass(2_000)
    assert.equal((await fetch(short)).status, 403)
    assert.equal((await fetch(long)).status, 200)
    await storage.remove(key)
    assert.equal((await fetch(long)).status, 404)
  })
}
