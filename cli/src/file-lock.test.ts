import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { withLock, withLongLock } from './file-lock.ts'
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

test('a lock names its owner from its first moment, and what a killed process left beside it is removed', async (t) => {
  const { folder, path } = lockPath(t)
  writeFileSync(`${path}.new-0b6f5c1e`, `${hostname()} ${deadPid()} x`)
  const seen = new Set<string>()
  const look = setInterval(() => {
    if (existsSync(path)) seen.add(readFileSync(path, 'utf8').split(' ')[1] ?? '')
  }, 0)
  for (let i = 0; i < 50; i++)
    await withLock(path, async () => seen.add(readFileSync(path, 'utf8').split(' ')[1]!))
  clearInterval(look)
  assert.deepEqual([...seen], [String(process.pid)])
  assert.deepEqual(readdirSync(folder), [])
})

test('a long lock is refused to others at once, unless its owner has died', async (t) => {
  const { folder, path } = lockPath(t)
  writeFileSync(path, `${hostname()} ${deadPid()} x`)
  await withLongLock(path, async () => {
    await assert.rejects(
      withLongLock(path, async () => undefined),
      { code: 'locked' },
    )
  })
  assert.deepEqual(readdirSync(folder), [])
})
