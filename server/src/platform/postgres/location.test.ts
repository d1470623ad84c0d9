import assert from 'node:assert/strict'
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { usableBinaries } from './binaries.ts'
import { rotateIfLarge, tailOf } from './log-file.ts'
import {
  closedFolder,
  defaultDataDir,
  makeOpenFolder,
  makePrivateFolder,
  serverUser,
  socketDirOf,
} from './location.ts'
import { cleanUp } from '../../testing/clean-up.ts'

const stranger = { uid: 65534, gid: 65534 }

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'clipwright-test-'))
  cleanUp(t, () => rm(path, { recursive: true, force: true }))
  await chmod(path, 0o755)
  return path
}

/** What npm installs, with its install script not run: programs, a library, a list of links. */
async function installation(parent: string): Promise<{ native: string; version: string }> {
  const native = join(parent, 'package', 'native')
  await mkdir(join(native, 'bin'), { recursive: true })
  await mkdir(join(native, 'lib'))
  await mkdir(join(native, 'share', 'postgresql', 'extension'), { recursive: true })
  await writeFile(join(native, 'bin', 'postgres'), '#!/bin/sh\n', { mode: 0o700 })
  await writeFile(join(native, 'lib', 'libpq.so.5.18'), 'library')
  await writeFile(join(native, 'lib', 'libpq.a'), 'not needed')
  await writeFile(join(native, 'share', 'postgresql', 'postgres.bki'), 'catalog')
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links))
  return { native, version: '18.4.0' }
}

test('links that an install without scripts leaves out are made in place', async (t) => {
  const installed = await installation(await folder(t))
  const { postgres, major } = await usableBinaries(installed, undefined, '/nowhere')
  assert.deepEqual([postgres, major], [join(installed.native, 'bin', 'postgres'), 18])
  assert.equal(await readlink(join(installed.native, 'lib', 'libpq.so.5')), 'libpq.so.5.18')
  await usableBinaries(installed, undefined, '/nowhere')
})

test('programs in a closed folder are copied once to where everyone may run them', async (t) => {
  const parent = await folder(t)
  const closed = join(parent, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const installed = await installation(closed)
  const copies = join(parent, 'a', 'b')

  const [{ postgres }, again] = await Promise.all([
    usableBinaries(installed, stranger, copies),
    usableBinaries(installed, stranger, copies),
  ])
  assert.equal(postgres, join(copies, 'postgres-18.4.0', 'native', 'bin', 'postgres'))
  assert.equal(again.postgres, postgres)
  assert.equal(await closedFolder(postgres, stranger), undefined)
  assert.equal((await stat(postgres)).mode & 0o777, 0o755)
  const lib = join(copies, 'postgres-18.4.0', 'native', 'lib')
  assert.deepEqual((await readdir(lib)).toSorted(), ['libpq.so.5', 'libpq.so.5.18'])
  assert.deepEqual(await readdir(copies), ['postgres-18.4.0'])

  const { ino } = await stat(postgres)
  await usableBinaries(installed, stranger, copies)
  assert.equal((await stat(postgres)).ino, ino)
})

test('a file closed by a strict umask is reason enough for a copy', async (t) => {
  const parent = await folder(t)
  const installed = await installation(parent)
  await chmod(join(installed.native, 'bin', 'postgres'), 0o755)
  const copies = join(parent, 'copies')
  assert.match((await usableBinaries(installed, stranger, copies)).postgres, /package\/native/)
  await chmod(join(installed.native, 'share', 'postgresql', 'postgres.bki'), 0o600)
  assert.match((await usableBinaries(installed, stranger, copies)).postgres, /copies\/postgres-18/)
})

test('the first closed folder on the way is named, for a path that does not exist yet as well', async (t) => {
  const parent = await folder(t)
  await mkdir(join(parent, 'closed', 'inside'), { recursive: true })
  await chmod(join(parent, 'closed'), 0o750)
  assert.equal(
    await closedFolder(join(parent, 'closed', 'inside', 'new', 'data'), stranger),
    join(parent, 'closed'),
  )
  assert.equal(await closedFolder(join(parent, 'new', 'data'), stranger), undefined)
})

test('folders that are made for others to pass through can be, whatever the umask', async (t) => {
  const umask = process.umask(0o077)
  cleanUp(t, () => process.umask(umask))
  const parent = await folder(t)
  await makeOpenFolder(join(parent, 'a', 'b'))
  assert.equal(await closedFolder(join(parent, 'a', 'b', 'c'), stranger), undefined)
  assert.equal((await stat(parent)).mode & 0o777, 0o755)
})

test('a folder for one user alone is not shared with who made it first', async (t) => {
  const path = join(await folder(t), 'socket')
  await makePrivateFolder(path, serverUser())
  await chmod(path, 0o777)
  await makePrivateFolder(path, serverUser())
  assert.equal((await lstat(path)).mode & 0o777, 0o700)
  await assert.rejects(makePrivateFolder(path, { uid: 12_345, gid: 12_345 }), /belongs to user id|EPERM/)
})

test('data of root lies where every user may pass, data of others in the checkout', () => {
  assert.equal(defaultDataDir(0, '/root/clipwright'), '/var/lib/clipwright')
  assert.equal(defaultDataDir(1000, '/home/ann/clipwright'), '/home/ann/clipwright/data')
})

test('sockets lie beside the data unless the path is too long or unusual', () => {
  assert.equal(socketDirOf('/srv/data/pg18'), '/srv/data/pg18-socket')
  for (const dataDir of [`/srv/${'x'.repeat(100)}/pg18`, '/srv/my, data/pg18']) {
    assert.match(socketDirOf(dataDir), /^\/tmp\/clipwright-[0-9a-f]{16}$/)
  }
})

test('a log that has grown is emptied, and its writer goes on in the same file', async (t) => {
  const path = join(await folder(t), 'server.log')
  const append = (text: string) => writeFile(path, text, { flag: 'a' })
  await append('x'.repeat(100))
  await rotateIfLarge(path, 100)
  assert.equal((await stat(path)).size, 100)
  await append('y')
  await rotateIfLarge(path, 100)
  await append('after')
  assert.equal(await readFile(path, 'utf8'), 'after')
  assert.equal((await stat(`${path}.1`)).size, 101)
  assert.equal(await tailOf(path, 2), 'ter')
  assert.equal(await tailOf(`${path}.missing`, 0), '')
})
