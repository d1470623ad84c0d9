import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { readConfig } from './config/config.ts'
import { createDeps } from './deps.ts'
import { createLog } from './platform/log.ts'
import { createTestDatabase } from './testing/database.ts'
import { createSwiftBucket } from './testing/neighbours/swift/swift.ts'
import { cleanUp } from './testing/clean-up.ts'

const mp4 = { content_type: 'video/mp4' }

test('from the disk to a bucket: what was stored before stays, what comes later is in the bucket', async (t) => {
  await using resources = new AsyncDisposableStack()
  const { host, port, user, database } = await createTestDatabase(resources)
  const data_dir = await mkdtemp(join(tmpdir(), 'clipwright-deps-'))
  cleanUp(t, () => rm(data_dir, { recursive: true, force: true }))
  const bucket = await createSwiftBucket()
  const base = {
    NODE_ENV: 'test',
    DATA_DIR: data_dir,
    DATABASE_URL: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
  }
  const s3 = {
    S3_BUCKET: bucket.bucket,
    S3_ENDPOINT: bucket.endpoint,
    S3_ACCESS_KEY_ID: bucket.access_key_id,
    S3_SECRET_ACCESS_KEY: bucket.secret_access_key,
  }
  const start = (env: Record<string, string>) =>
    createDeps(readConfig({ ...base, ...env }), createLog({ level: 'silent' }))
  const objects = join(data_dir, 'objects')
  const originOf = async ({ storage }: Awaited<ReturnType<typeof start>>, key: string) =>
    new URL(await storage.signedUrl(key, { expires_in_s: 60 })).origin

  {
    await using fresh = await start(s3)
    assert.deepEqual([fresh.disk, existsSync(objects)], [null, false], 'no folder is made for a bucket')
    await fresh.storage.check()
    await fresh.storage.put('videos/fresh.mp4', Readable.from(['fresh']), mp4)
  }
  {
    await using disk = await start({})
    assert.equal(await disk.storage.head('videos/fresh.mp4'), undefined)
    await disk.storage.put('videos/before.mp4', Readable.from(['before']), mp4)
  }
  await using both = await start(s3)
  await both.storage.put('videos/after.mp4', Readable.from(['after']), mp4)
  for (const name of ['fresh', 'before', 'after']) {
    assert.equal((await buffer((await both.storage.get(`videos/${name}.mp4`))!)).toString(), name)
  }
  assert.equal(await originOf(both, 'videos/after.mp4'), bucket.endpoint)
  assert.equal(await originOf(both, 'videos/before.mp4'), both.config.public_base_url)
  assert.ok(!existsSync(join(objects, 'videos/after.mp4')))
})

test('a bucket that refuses for good stops the start and names the setting; one that is away does not', async (t) => {
  await using resources = new AsyncDisposableStack()
  const { host, port, user, database } = await createTestDatabase(resources)
  const data_dir = await mkdtemp(join(tmpdir(), 'clipwright-deps-'))
  cleanUp(t, () => rm(data_dir, { recursive: true, force: true }))
  const bucket = await createSwiftBucket()
  const start = (env: Record<string, string>) =>
    createDeps(
      readConfig({
        NODE_ENV: 'test',
        DATA_DIR: data_dir,
        DATABASE_URL: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
        S3_BUCKET: bucket.bucket,
        S3_ENDPOINT: bucket.endpoint,
        S3_ACCESS_KEY_ID: bucket.access_key_id,
        S3_SECRET_ACCESS_KEY: bucket.secret_access_key,
        ...env,
      }),
      createLog({ level: 'silent' }),
    )
  await assert.rejects(start({ S3_BUCKET: 'no-such-bucket' }), {
    name: 'ConfigError',
    message: `S3_BUCKET: there is no bucket no-such-bucket at ${bucket.endpoint}.`,
  })
  await assert.rejects(
    start({ S3_SECRET_ACCESS_KEY: 'wrong' }),
    /^ConfigError: S3_ACCESS_KEY_ID: .* does not let this key/,
  )
  await using deps = await start({ S3_ENDPOINT: 'http://127.0.0.1:9' })
  await assert.rejects(deps.storage.check(), { name: 'StorageUnavailable' })
})
