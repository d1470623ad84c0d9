import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { running, startFakeService } from './testing/fake-service.ts'
import { createHome } from './testing/run-cli.ts'

// `script` gives the command a terminal; elsewhere than on Linux it is called differently.
const onLinux = process.platform === 'linux' ? {} : { skip: 'needs the script command of Linux' }

test(
  'on a terminal a bar moves, and Ctrl-C ends it with 130 and gives the cursor back',
  onLinux,
  async (t) => {
    const service = await startFakeService(t)
    service.task = running
    const { folder, env } = createHome(t, service.url)
    const command = `'${process.execPath}' '${join(import.meta.dirname, 'main.ts')}' generate x`
    const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
      cwd: folder,
      env: { ...env, TERM: 'xterm-256color', CLIPWRIGHT_API_KEY: 'svck_test' },
      timeout: 90_000,
    })
    const code = new Promise<number | null>((resolve) => child.once('close', resolve))
    let shown = ''
    child.stdout.on('data', (part: Buffer) => {
      const isFirst = !shown.includes('43 %')
      shown += String(part)
      if (isFirst && shown.includes('43 %')) child.stdin.write('\x03')
    })
    assert.equal(await code, 130)
    assert.match(shown, /Rendering/)
    assert.match(shown, /goes on/)
    assert.ok(shown.lastIndexOf('\x1b[?25h') > shown.lastIndexOf('\x1b[?25l'))
  },
)
