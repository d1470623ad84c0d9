import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

test('the last is undone first, and none is left because another failed', () => {
  const script = `
    import { test } from 'node:test'
    import { cleanUp } from ${JSON.stringify(join(import.meta.dirname, 'clean-up.ts'))}
    test('one', (t) => {
      cleanUp(t, () => console.log('folder'))
      cleanUp(t, () => { throw new Error('the server does not end') })
      cleanUp(t, async () => console.log('client'))
    })`
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
    env,
    encoding: 'utf8',
  })
  assert.equal(status, 1)
  assert.deepEqual(stdout.match(/^(client|folder)$|the server does not end/gm)?.slice(0, 2), [
    'client',
    'folder',
  ])
})
