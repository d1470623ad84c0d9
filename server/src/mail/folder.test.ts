import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { testMailContract } from '../testing/contracts/mail-contract.ts'
import { createFolderMailer } from './folder.ts'
import { cleanUp } from '../testing/clean-up.ts'

async function open(t: TestContext) {
  const parent = await mkdtemp(join(tmpdir(), 'clipwright-mail-'))
  cleanUp(t, () => rm(parent, { recursive: true, force: true }))
  const folder = join(parent, 'mail')
  const logged: string[] = []
  const log = { info: (about: object, message: string) => void logged.push(JSON.stringify([about, message])) }
  /** Empty before the first mail, which makes the folder. */
  const files = async () =>
    (await readdir(folder).catch((): string[] => [])).toSorted().map((name) => join(folder, name))
  return { mailer: createFolderMailer({ folder, log }), folder, files, logged }
}

testMailContract('folder', async (t) => {
  const { mailer, folder, files } = await open(t)
  return {
    mailer,
    arrived: async () => Promise.all((await files()).map((file) => readFile(file))),
    breakDown: () => writeFile(folder, 'a file where the folder should be'),
  }
})

test('folder: people can read the file, other users can not, and the log names it without its content', async (t) => {
  const { mailer, folder, files, logged } = await open(t)
  const text = 'Confirm 确认: https://video.example.org/verify#t=SECRET'
  await mailer.send(
    { template: 'verify_email', subject: 'Confirm 确认', text, html: '' },
    { to: 'ann@example.org', from: 'no-reply@example.com', id: '7.1' },
  )
  const [file] = await files()
  assert.ok((await readFile(file!, 'utf8')).includes(text))
  assert.equal((await stat(file!)).mode & 0o077, 0)
  assert.equal((await stat(folder)).mode & 0o077, 0)
  assert.equal(logged.length, 1)
  assert.ok(logged[0]!.includes(file!) && !logged[0]!.includes('SECRET'))
})
