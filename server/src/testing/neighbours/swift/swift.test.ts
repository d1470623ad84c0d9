import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '../../until.ts'
import { cleanUp } from '../../clean-up.ts'

test('a test that is killed leaves no S3 server behind, and none of its files', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-leash-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  const program = `
    import { createSwiftBucket } from '${import.meta.dirname}/swift.ts'
    console.log((await createSwiftBucket()).endpoint)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const endpoint = line.toString().trim()
  assert.ok((await fetch(endpoint)).status > 0)
  assert.equal((await readdir(folder)).length, 1)
  child.kill('SIGKILL')
  await until(() =>
    fetch(endpoint).then(
      () => false,
      () => true,
    ),
  )
  await until(async () => (await readdir(folder)).length === 0)
})
