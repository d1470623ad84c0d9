import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { running, startFakeService } from './testing/fake-service.ts'
import { createHome } from './testing/run-cli.ts'

// `script` gives the command a terminal; elsewhere than on Linux it is called differently.
const onLinux = process.platform === 'linux' ? {} : { skip: 'needs the script command of Linux' }

/** `generate` on a terminal; `answer` sees what is shown so far, and types. */
async function generateOnTerminal(
  t: TestContext,
  url: string,
  options: string,
  answer: (shown: string, type: (keys: string) => void) => void,
) {
  const { folder, env } = createHome(t, url)
  // The terminal that `script` makes has no size by itself.
  const command = `stty cols 100 rows 30; exec '${process.execPath}' '${join(import.meta.dirname, 'main.ts')}' generate x ${options}`
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
    cwd: folder,
    env: { ...env, TERM: 'xterm-256color', CLIPWRIGHT_API_KEY: 'svck_test' },
    timeout: 90_000,
  })
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  let shown = ''
  const typed = new Set<string>()
  child.stdout.on('data', (part: Buffer) => {
    shown += String(part)
    answer(shown, (keys) => {
      if (!typed.has(keys)) child.stdin.write(keys)
      typed.add(keys)
    })
  })
  return { code: await code, shown }
}

test(
  'on a terminal a bar moves, and Ctrl-C ends it with 130 and gives the cursor back',
  onLinux,
  async (t) => {
    const service = await startFakeService(t)
    service.task = running
    const { code, shown } = await generateOnTerminal(t, service.url, '--yes', (shown, type) => {
      if (shown.includes('43 %')) type('\x03')
    })
    assert.equal(code, 130)
    assert.match(shown, /Rendering/)
    assert.match(shown, /goes on/)
    assert.ok(shown.lastIndexOf('\x1b[?25h') > shown.lastIndexOf('\x1b[?25l'))
  },
)

test('on a terminal nothing is spent before somebody has seen the price and said yes', onLinux, async (t) => {
  const service = await startFakeService(t)
  const submitted = () => service.calls('POST /api/v1/video/generate').length
  const say = (key: string) =>
    generateOnTerminal(t, service.url, '', (shown, type) => {
      if (shown.includes('Spend 0.50 credits?')) type(key)
    })
  const no = await say('n')
  assert.deepEqual([no.code, submitted()], [1, 0])
  assert.match(no.shown, /Nothing was done/)
  assert.deepEqual([(await say('\x03')).code, submitted()], [130, 0])
  assert.deepEqual([(await say('y')).code, submitted()], [0, 1])
  const unasked = await generateOnTerminal(t, service.url, '--yes', () => {})
  assert.ok(!unasked.shown.includes('Spend'))
  assert.deepEqual([unasked.code, submitted()], [0, 2])
})
