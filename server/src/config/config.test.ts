import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { inspect } from 'node:util'
import { cleanUp } from '../testing/clean-up.ts'
import { readConfig, readVariable } from './config.ts'
import { ConfigError } from '../platform/setting.ts'

suite('configuration', () => {
  test('with nothing set everything has a value, and none can be changed', () => {
    const config = readConfig({})
    assert.deepEqual(
      [config.port, config.public_base_url, config.database_url],
      [8080, 'http://127.0.0.1:8080', null],
    )
    assert.ok(Object.values(config).every((value) => value !== undefined))
    assert.throws(() => ((config as { port: number }).port = 1), TypeError)
  })

  test('every fault is named at once', () => {
    const env = {
      PORT: '80a',
      MAX_ACTIVE_TASKS: '0',
      TOPUP_ENABLED: 'yes',
      TRUSTED_ORIGINS: 'https://a.example/path',
      TRUSTED_PROXIES: '10.0.0.0/99',
      SIGNING_KEY: 'c2hvcnQ=',
      DATABASE_URL: 'mysql://x',
      SMTP_URL: 'https://mail.example.org',
      MAIL_FROM: 'nobody',
    }
    assert.throws(
      () => readConfig(env),
      (error) =>
        error instanceof ConfigError && Object.keys(env).every((name) => error.message.includes(name)),
    )
  })

  test('T-156 production refuses what is only safe on a laptop', () => {
    const production = { NODE_ENV: 'production' }
    assert.throws(() => readConfig(production), /PUBLIC_BASE_URL must be https/)
    const https = { ...production, PUBLIC_BASE_URL: 'https://video.example.org/' }
    assert.equal(readConfig(https).public_base_url, 'https://video.example.org')
    assert.equal(readConfig({ ...production, ALLOW_INSECURE_HTTP: 'true' }).env, 'production')
    assert.throws(() => readConfig({ ...https, ARGON2_MEMORY_KIB: '1024' }), /ARGON2_MEMORY_KIB/)
    assert.throws(() => readConfig({ ...https, ARGON2_PASSES: '1' }), /ARGON2_PASSES/)
  })

  test('a mail server needs a sender, which is one address', () => {
    const SMTP_URL = 'smtps://user:hunter2@mail.example.org'
    assert.throws(() => readConfig({ SMTP_URL }), /MAIL_FROM must be set/)
    for (const MAIL_FROM of ['a@example.org', 'Clipwright <no-reply@example.org>']) {
      const config = readConfig({ SMTP_URL, MAIL_FROM })
      assert.equal(config.mail_from, MAIL_FROM)
      assert.ok(!inspect(config, { depth: 9 }).includes('hunter2'))
    }
    for (const MAIL_FROM of ['a@example.org\r\nBcc: b@example.org', 'Ann', 'a@b@example.org']) {
      assert.throws(() => readConfig({ SMTP_URL, MAIL_FROM }), /MAIL_FROM must be an address/)
    }
  })

  test('a setting may stand in a file, as secrets of systemd, Docker and Kubernetes do', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'clipwright-settings-'))
    cleanUp(t, () => rm(folder, { recursive: true }))
    const inFile = async (name: string, content: string) => {
      await writeFile(join(folder, name), content)
      return join(folder, name)
    }
    const SMTP_URL_FILE = await inFile('smtp', 'smtps://user:hunter2@mail.example.org\n')
    const S3_BUCKET_FILE = await inFile('bucket', 'videos')
    const config = readConfig({
      SMTP_URL_FILE,
      MAIL_FROM: 'a@example.org',
      S3_BUCKET_FILE,
      S3_ENDPOINT: 'https://s3.example.org',
      S3_ACCESS_KEY_ID: 'x',
      S3_SECRET_ACCESS_KEY_FILE: await inFile('key', 'y\r\n'),
    })
    assert.equal(config.smtp_url?.reveal(), 'smtps://user:hunter2@mail.example.org')
    assert.equal(config.s3_bucket, 'videos')
    assert.equal(config.s3_secret_access_key?.reveal(), 'y')
    assert.equal(readVariable('GPU_KEY', { GPU_KEY_FILE: S3_BUCKET_FILE })?.reveal(), 'videos')
    assert.throws(
      () => readConfig({ PORT: '1', PORT_FILE: S3_BUCKET_FILE }),
      /PORT and PORT_FILE are both set/,
    )
    assert.throws(() => readConfig({ PORT_FILE: join(folder, 'none') }), /PORT_FILE can't be read: ENOENT/)
    assert.throws(() => readConfig({ PORT_FILE: S3_BUCKET_FILE }), /PORT must be a whole number/)
  })

  test('S3 is set in full or not at all, with static keys, on an origin of its own', () => {
    const keys = { S3_ACCESS_KEY_ID: 'AKIAEXAMPLE', S3_SECRET_ACCESS_KEY: 'hunter2' }
    const aws = { ...keys, S3_BUCKET: 'videos', S3_REGION: 'eu-central-1' }
    const own = { ...keys, S3_BUCKET: 'videos', S3_ENDPOINT: 'http://127.0.0.1:9000/' }
    const config = readConfig(own)
    assert.deepEqual([config.s3_endpoint, config.s3_force_path_style], ['http://127.0.0.1:9000', true])
    assert.equal(readConfig(aws).s3_force_path_style, false)
    assert.equal(readConfig({}).s3_bucket, null)
    assert.ok(!inspect(config, { depth: 9 }).includes('hunter2'))
    for (const name of Object.keys(aws)) {
      assert.throws(() => readConfig({ ...aws, [name]: '' }), /S3_BUCKET/, `without ${name}`)
    }
    for (const [wrong, message] of [
      [{ S3_ACCESS_KEY_ID: 'ASIAEXAMPLE' }, /temporary/],
      [{ S3_BUCKET: 'Videos_1' }, /bucket name/],
      [{ S3_ENDPOINT: 'http://127.0.0.1:9000/path' }, /S3_ENDPOINT/],
      [{ S3_ENDPOINT: 'ftp://127.0.0.1' }, /S3_ENDPOINT/],
      [{ S3_PUBLIC_ENDPOINT: 'https://a:b@s3.example.org' }, /S3_PUBLIC_ENDPOINT/],
      [{ S3_ENDPOINT: 'http://127.0.0.1:8080' }, /another origin/],
      [{ S3_FORCE_PATH_STYLE: 'yes' }, /true or false/],
    ] as const) {
      assert.throws(() => readConfig({ ...own, ...wrong }), message)
    }
    const production = { ...own, NODE_ENV: 'production', PUBLIC_BASE_URL: 'https://video.example.org' }
    assert.throws(() => readConfig(production), /must be https in production/)
    assert.ok(readConfig({ ...production, S3_PUBLIC_ENDPOINT: 'https://files.example.org' }))
  })

  test('a wildcard address is no address to reach the service by', () => {
    assert.equal(readConfig({ HOST: '0.0.0.0', PORT: '99' }).public_base_url, 'http://127.0.0.1:99')
    assert.equal(readConfig({ HOST: '::1' }).public_base_url, 'http://[::1]:8080')
  })

  test('a secret never prints', () => {
    const config = readConfig({ DATABASE_URL: 'postgresql://user:hunter2@host/db' })
    const printed = inspect(config, { depth: 9 }) + JSON.stringify(config) + String(config.database_url)
    assert.ok(!printed.includes('hunter2'))
    assert.equal(config.database_url?.reveal(), 'postgresql://user:hunter2@host/db')
  })
})
