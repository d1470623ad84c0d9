import assert from 'node:assert/strict'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { cleanUp } from '../../../server/src/testing/clean-up.ts'
import { isSetting, repository, said, settingNames } from './tools.ts'

const units = join(repository, 'deploy/systemd')
const names = readdirSync(units).filter((name) => /\.(service|socket|target)$/.test(name))

/** A root in which the units lie where install.sh puts them, and what they start. */
async function installedRoot(t: TestContext): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'clipwright-units-'))
  cleanUp(t, () => rm(root, { recursive: true }))
  await cp(units, join(root, 'usr/local/lib/systemd/system'), { recursive: true })
  await cp('/lib/systemd/system', join(root, 'usr/lib/systemd/system'), { recursive: true })
  const node = join(root, 'opt/clipwright/current/node_modules/node/bin/node')
  await mkdir(dirname(node), { recursive: true })
  await writeFile(node, '')
  await chmod(node, 0o755)
  return root
}

test('systemd takes every unit', async (t) => {
  const root = await installedRoot(t)
  const own = names.map((name) => name.replace('@.', '@1.'))
  const complaints = await said('systemd-analyze', [
    'verify',
    '--man=no',
    '--recursive-errors=no',
    `--root=${root}`,
    ...own,
  ])
  assert.equal(complaints, '')
})

test('what a service may do is little: systemd rates it 2 or better of 10', async (t) => {
  const root = await installedRoot(t)
  for (const name of ['clipwright-serve.service', 'clipwright-work@1.service']) {
    // The program fails when the exposure is above the threshold, in tenths.
    const report = await said('systemd-analyze', [
      'security',
      '--offline=true',
      '--threshold=20',
      '--no-pager',
      `--root=${root}`,
      name,
    ])
    t.diagnostic(report.trim().split('\n').at(-1)!)
  }
})

test('a unit waits for a stop as long as the program takes: STOP_PATIENCE_SECONDS and what it is forced after', async () => {
  const common = await readFile(join(units, 'clipwright-.service.d/10-common.conf'), 'utf8')
  const [, timeout] = /^TimeoutStopSec=(\d+)$/m.exec(common)!
  const page = await readFile(join(repository, 'docs/config.md'), 'utf8')
  const [, patience] = /^\| `STOP_PATIENCE_SECONDS` \| (\d+) \|/m.exec(page)!
  const main = await readFile(join(repository, 'server/src/main.ts'), 'utf8')
  const [, forced] = /stopWithin_ms = ([\d_]+)/.exec(main)!
  const longest_s = Number(patience) + Number(forced!.replace('_', '')) / 1000
  assert.ok(Number(timeout) > longest_s, `${timeout} s is not more than ${longest_s} s`)
})

test('every shell script of deploy passes shellcheck', async () => {
  const scripts = ['install.sh', 'compose/secrets.sh', 'systemd/clipwright-server', 'image/clipwright-server']
  assert.equal(
    await said(
      'shellcheck',
      scripts.map((name) => join('deploy', name)),
    ),
    '',
  )
})

test('the file of settings that install.sh puts down names settings that there are', async () => {
  const known = await settingNames()
  const text = await readFile(join(repository, 'deploy/clipwright.env'), 'utf8')
  const named = [...text.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!)
  assert.ok(named.length > 5)
  assert.deepEqual(
    named.filter((name) => !isSetting(name, known)),
    [],
  )
})
