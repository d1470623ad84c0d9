import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { cleanUp } from '../server/src/testing/clean-up.ts'
import { openPage } from './lib/browser.ts'
import { installProduct } from './lib/product.ts'
import { fillForm } from './lib/studio-page.ts'
import { inspectVideo } from './lib/video.ts'

const root = join(import.meta.dirname, '..')
const hasPython = spawnSync('python3', ['--version']).status === 0

/** What runs the blocks of a language, once a reader has put them into one file, in their order. */
const programs = {
  curl: ['sh', '-e', 'program.sh'],
  TypeScript: [process.execPath, 'program.mts'],
  Python: ['python3', 'program.py'],
  CLI: ['sh', '-e', 'program.sh'],
}

test('each program of the quickstart, pasted as it is shown, makes and fetches a video', async (t) => {
  const product = await installProduct(t)
  await product.start()
  const page = await openPage(t, `${product.url}/auth/register`)
  await fillForm(page, 'Create account', {
    'E-mail address': 'dev@example.org',
    Password: 'correct horse battery',
  })
  await page.waitForURL('**/create')
  await page.goto(`${product.url}/wallet`)
  await page.getByRole('button', { name: 'Top up' }).click()
  await page.getByRole('link', { name: 'Balance: 10.00 credits' }).waitFor()
  await page.goto(`${product.url}/developers/keys`)
  await page.getByRole('button', { name: 'Create key' }).click()
  await fillForm(page, 'Create key', { Name: 'Quickstart' })
  const api_key = await page.getByLabel('Your new key', { exact: true }).locator('code').first().innerText()
  await page.goto(`${product.url}/developers/quickstart`)
  const guide = page.getByRole('link', { name: 'Guide', exact: true })
  assert.equal(await guide.evaluate((link: HTMLAnchorElement) => link.href), `${product.url}/guide/`)

  for (const [language, command] of Object.entries(programs)) {
    if (language === 'Python' && !hasPython) {
      t.diagnostic('there is no python3 here')
      continue
    }
    const folder = await mkdtemp(join(tmpdir(), 'clipwright-quickstart-'))
    cleanUp(t, () => rm(folder, { recursive: true, force: true }))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await symlink(join(root, 'cli/bin/clipwright.mjs'), join(folder, 'clipwright'))
    await page.getByText(language, { exact: true }).first().click()
    await page.getByRole('radio', { name: language, checked: true }).waitFor()
    const [setKey, ...blocks] = await page.locator('main ol pre').allInnerTexts()
    const set = setKey!.replace('svck_…', api_key)
    assert.notEqual(set, setKey)
    await writeFile(join(folder, command.at(-1)!), blocks.join('\n'))
    const path = `${folder}:${process.env['PATH']}`
    const env = { ...process.env, HOME: folder, PATH: path }
    const run = ['-c', `${set}\nexec "$0" "$@"`, ...command]
    await promisify(execFile)('sh', run, { cwd: folder, env, timeout: 120_000 })
    const { stream } = await inspectVideo(join(folder, 'balloon.mp4'))
    assert.equal(stream.codec_name, 'h264', language)
  }
})
