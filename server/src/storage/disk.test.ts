import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { createHttpApp } from '../platform/http/app.ts'
import { createLog } from '../platform/log.ts'
import { testStorageContract } from '../testing/contracts/storage-contract.ts'
import { createDiskStorage } from './disk.ts'
import { publicRoutes } from './routes.ts'
import { cleanUp } from '../testing/clean-up.ts'

const mp4 = { content_type: 'video/mp4' }
const stream = (content: string) => Readable.from([Buffer.from(content)])

/** A folder, a server on a port of its own that serves it, and a storage whose URLs lead there. */
async function open(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-disk-'))
  const root_dir = join(folder, 'objects')
  const clock = { ms: Date.parse('2026-01-01T00:00:00Z') }
  const shared = { root_dir, signing_key: Buffer.alloc(32, 1), now: () => clock.ms }
  const app = createHttpApp({
    log: createLog({ level: 'silent' }),
    trusted_proxies: [],
    body_limit_bytes: 1024,
    https: false,
  })
  // As two processes would: one serves what the other one signs.
  publicRoutes(app, await createDiskStorage({ ...shared, base_url: 'http://unused.example' }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  cleanUp(t, async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })
  const base_url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const storage = await createDiskStorage({ ...shared, base_url })
  const pass = async (ms: number) => void (clock.ms += ms)
  return { storage, pass, root_dir, shared: { ...shared, base_url } }
}

testStorageContract('disk', open)

test('an upload in progress or failed is nowhere to be seen, and its bytes are gone', async (t) => {
  const { storage, root_dir } = await open(t)
  const body = new Readable({ read() {} })
  body.push('some')
  const put = storage.put('videos/a.mp4', body, mp4)
  assert.equal(await storage.head('videos/a.mp4'), undefined)
  body.destroy(new Error('no more'))
  await assert.rejects(put, /no more/)
  assert.deepEqual(await readdir(join(root_dir, '~unfinished')), [])
  assert.equal(await storage.head('videos/a.mp4'), undefined)
})

test('what a crashed writer left is removed at the next start, what others still write is not', async (t) => {
  const { storage, root_dir, shared } = await open(t)
  const ended = spawnSync('true').pid
  const old = new Date(Date.now() - 25 * 60 * 60_000)
  const files: [name: string, stays: boolean, at: Date][] = [
    [`${hostname()}.${ended}.crashed`, false, new Date()],
    [`${hostname()}.${process.pid}.writing`, true, new Date()],
    [`other.example.${ended}.writing-elsewhere`, true, new Date()],
    ['other.example.1.crashed-elsewhere', false, old],
  ]
  for (const [name, , at] of files) {
    const path = join(root_dir, '~unfinished', name)
    await writeFile(path, 'part')
    await utimes(path, at, at)
  }
  await storage.put('a.mp4', stream('a'), mp4)
  await createDiskStorage(shared)
  const left = await readdir(join(root_dir, '~unfinished'))
  assert.deepEqual(new Set(left), new Set(files.filter(([, stays]) => stays).map(([name]) => name)))
  assert.equal((await storage.head('a.mp4'))?.size_bytes, 1)
})

test('a link in the folder leads nowhere: not to read, not to write, not to remove', async (t) => {
  const { storage, root_dir } = await open(t)
  const outside = join(root_dir, '..', 'outside')
  await mkdir(outside)
  await writeFile(join(outside, 'secret.mp4'), 'secret')
  await symlink(outside, join(root_dir, 'folder'))
  await symlink(join(outside, 'secret.mp4'), join(root_dir, 'file.mp4'))
  for (const key of ['folder/secret.mp4', 'file.mp4']) {
    assert.equal(await storage.head(key), undefined)
    assert.equal(await storage.get(key), undefined)
    await storage.remove(key)
    assert.equal((await fetch(await storage.signedUrl(key, { expires_in_s: 60 }))).status, 404)
  }
  await assert.rejects(storage.put('folder/new.mp4', stream('x'), mp4), /links are not followed/)
  assert.deepEqual(await readdir(outside), ['secret.mp4'])
  await storage.put('file.mp4', stream('mine'), mp4)
  assert.equal((await stat(join(outside, 'secret.mp4'))).size, 6)
})

test('a folder of objects is no object, and nothing is below an object', async (t) => {
  const { storage } = await open(t)
  await storage.put('a.mp4/b.mp4', stream('x'), mp4)
  await storage.put('c.mp4', stream('x'), mp4)
  for (const key of ['a.mp4', 'c.mp4/d.mp4']) {
    assert.equal(await storage.head(key), undefined)
    assert.equal(await storage.get(key), undefined)
    await storage.remove(key)
    await assert.rejects(storage.put(key, stream('x'), mp4))
  }
  assert.equal((await fetch(await storage.signedUrl('a.mp4', { expires_in_s: 60 }))).status, 404)
})

test('objects are for us alone to read on this machine', async (t) => {
  const { storage, root_dir } = await open(t)
  await storage.put('videos/a.mp4', stream('x'), mp4)
  for (const path of ['', 'videos', '~unfinished']) {
    assert.equal((await stat(join(root_dir, path))).mode & 0o777, 0o700)
  }
  assert.equal((await stat(join(root_dir, 'videos/a.mp4'))).mode & 0o777, 0o600)
})

test('a URL for a day is good for 86,400 seconds to the millisecond', async (t) => {
  const { storage, pass } = await open(t)
  await storage.put('a.mp4', stream('x'), mp4)
  const url = await storage.signedUrl('a.mp4', { expires_in_s: 86_400 })
  await pass(86_400_000 - 1)
  assert.equal((await fetch(url)).status, 200)
  await pass(1)
  const late = await fetch(url)
  const { code, detail, request_id } = (await late.json()) as Record<string, string>
  assert.deepEqual([late.status, code], [403, 'url_expired'])
  assert.match(detail!, /expired/)
  assert.equal(request_id, late.headers.get('x-request-id'))
})

test('who changed a URL is not told whether it has expired', async (t) => {
  const { storage, pass } = await open(t)
  const url = await storage.signedUrl('a.mp4', { expires_in_s: 1 })
  await pass(5_000)
  const codes = await Promise.all(
    [url, `${url}x`, url.replace('a.mp4', 'b.mp4'), `${url}&expires=9999999999999`, `${url}&x=1`].map(
      async (each) => ((await (await fetch(each)).json()) as { code: string }).code,
    ),
  )
  assert.deepEqual(codes, ['url_expired', ...Array.from({ length: 4 }, () => 'invalid_signature')])
})

test('a download is asked about without being sent, and nothing in it can run', async (t) => {
  const { storage } = await open(t)
  await storage.put('a.txt', stream('<script>'), { content_type: 'text/plain; charset=utf-8' })
  const url = await storage.signedUrl('a.txt', { expires_in_s: 60, download_as: 'notes.txt' })
  const [head, get] = [await fetch(url, { method: 'HEAD' }), await fetch(url)]
  assert.deepEqual([head.status, await head.text(), await get.text()], [200, '', '<script>'])
  for (const answer of [head, get]) {
    const expected: Record<string, string> = {
      'content-length': '8',
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="notes.txt"',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    }
    for (const [name, value] of Object.entries(expected)) assert.equal(answer.headers.get(name), value)
    assert.match(answer.headers.get('content-security-policy')!, /default-src 'none'/)
  }
})

test('errors are ours, not the library’s', async (t) => {
  const { storage } = await open(t)
  await storage.put('a.mp4', stream('0123456789'), mp4)
  const url = await storage.signedUrl('a.mp4', { expires_in_s: 60 })
  const beyond = await fetch(url, { headers: { range: 'bytes=10-' } })
  assert.equal(beyond.headers.get('content-range'), 'bytes */10')
  assert.equal(((await beyond.json()) as { code: string }).code, 'range_not_satisfiable')
  const other = await fetch(url, { headers: { 'if-match': '"another"' } })
  assert.deepEqual(
    [other.status, ((await other.json()) as { code: string }).code],
    [412, 'precondition_failed'],
  )
  const traversal = await fetch(url.replace('/files/a.mp4', '/files/..%2f..%2fetc%2fpasswd'))
  assert.deepEqual(
    [traversal.status, ((await traversal.json()) as { code: string }).code],
    [403, 'invalid_signature'],
  )
})

test('a broken download that asks to go on only with the same object gets all of the new one', async (t) => {
  const { storage } = await open(t)
  await storage.put('a.mp4', stream('0123456789'), mp4)
  const url = await storage.signedUrl('a.mp4', { expires_in_s: 60 })
  const etag = (await fetch(url)).headers.get('etag')!
  const part = { range: 'bytes=4-8', 'if-range': etag }
  const same = await fetch(url, { headers: part })
  assert.deepEqual([same.status, await same.text()], [206, '45678'])
  await storage.put('a.mp4', stream('abcdefghijk'), mp4)
  const other = await fetch(url, { headers: part })
  assert.deepEqual([other.status, await other.text()], [200, 'abcdefghijk'])
})

test('an object that is replaced again and again is always served whole', async (t) => {
  const { storage } = await open(t)
  const contents = ['a'.repeat(1_000), 'b'.repeat(300_000)]
  await storage.put('a.mp4', stream(contents[0]!), mp4)
  const url = await storage.signedUrl('a.mp4', { expires_in_s: 60 })
  const ended = new AbortController()
  const replacing = (async () => {
    for (let turn = 1; !ended.signal.aborted; turn++)
      await storage.put('a.mp4', stream(contents[turn % 2]!), mp4)
  })()
  try {
    for (let asked = 0; asked < 200; asked++) {
      const answer = await fetch(url)
      assert.equal(answer.status, 200)
      assert.ok(contents.includes(await answer.text()))
    }
  } finally {
    ended.abort()
  }
  await replacing
})

test('a storage that can’t be written to says so', async (t) => {
  const { storage, root_dir } = await open(t)
  await rm(root_dir, { recursive: true })
  await assert.rejects(storage.check(), { code: 'ENOENT' })
  await mkdir(join(root_dir, '~unfinished'), { recursive: true })
  await storage.check()
})

test('a short signing key is refused', async (t) => {
  const { shared } = await open(t)
  await assert.rejects(createDiskStorage({ ...shared, signing_key: Buffer.alloc(16) }), TypeError)
})
