import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { withLock } from './file-lock.ts'
import { cleanUp } from '../../server/src/testing/clean-up.ts'

function lockPath(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'clipwright-lock-'))
  cleanUp(t, () => rmSync(folder, { recursive: true, force: true }))
  return { folder, path: join(folder, 'lock') }
}

/** Of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['--version']).pid

test('work under a lock never overlaps, and the lock goes with it', async (t) => {
  const { path } = lockPath(t)
  let running = 0
  const work = async () => {
    running += 1
    assert.equal(running, 1)
    await new Promise(setImmediate)
    running -= 1
  }
  await Promise.all(Array.from({ length: 10 }, () => withLock(path, work)))
  await assert.rejects(
    withLock(path, () => Promise.reject(new Error('no'))),
    /no/,
  )
  assert.ok(!existsSync(path))
})

test('the lock of a process that died is taken over, by one at a time', async (t) => {
  const { folder, path } = lockPath(t)
  writeFileSync(path, `${hostname()} ${deadPid()} x`)
  let running = 0
  const work = async () => {
    running += 1
    assert.equal(running, 1)
    await new Promise(setImmediate)
    running -= 1
  }
  await Promise.all([withLock(path, work), withLock(path, work), withLock(path, work)])
  assert.deepEqual(readdirSync(folder), [])
})
