import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { cleanUp } from '../server/src/testing/clean-up.ts'
import { startFakeComfyui } from './fakes/comfyui.ts'
import { startFakeFastvideo } from './fakes/fastvideo.ts'
import { startFakeLightx2v } from './fakes/lightx2v.ts'
import type { Line } from './fakes/recorded/compare.ts'
import { startFakeSglang } from './fakes/sglang.ts'
import { startFakeVllmOmni } from './fakes/vllm-omni.ts'

// `npm run real-engines` runs whole against our fakes, and records what they answer.

const program = join(import.meta.dirname, '../server/src/testing/real-engines/run.ts')
const small = ['--size', '64x64', '--frames', '5', '--steps', '2', '--patience', '80']

const servers = {
  comfyui: () => startFakeComfyui(),
  sglang: () => startFakeSglang(),
  'vllm-omni': () => startFakeVllmOmni(),
  fastvideo: () => startFakeFastvideo(),
  lightx2v: () => startFakeLightx2v(),
}

for (const [kind, start] of Object.entries(servers)) {
  test(`${kind}: every part of the run against a server passes, and is recorded`, async (t) => {
    await using fake = await start()
    const folder = await mkdtemp(join(tmpdir(), 'clipwright-real-engines-'))
    cleanUp(t, () => rm(folder, { recursive: true, force: true }))
    const control = createServer((_, response) => {
      fake.restart()
      response.end()
    })
    await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve))
    cleanUp(t, () => control.close())
    const restart = `${process.execPath} -e "await fetch('http://127.0.0.1:${(control.address() as AddressInfo).port}')" --input-type=module`
    const record = join(folder, 'lines.jsonl')
    const args = ['--test-reporter=tap', program, '--kind', kind, '--url', fake.url, '--record', record]
    const child = spawn(process.execPath, [...args, '--restart', restart, ...small], {
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const code = new Promise((resolve) => child.once('exit', resolve))
    const told = await text(child.stdout)
    assert.equal(await code, 0, told)
    assert.match(told, /^# fail 0$/m)
    assert.match(
      told,
      /^ *ok .* what a restarted server has lost is told as lost, and the next job is made$/m,
    )
    const lines = (await readFile(record, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
    assert.ok(lines.some(({ request, status }) => request.startsWith('POST ') && status === 200))
    assert.ok(lines.some(({ type, bytes }) => type === 'video/mp4' && bytes === 'not kept'))
    assert.ok(!JSON.stringify(lines).includes(new URL(fake.url).host), 'no address is told')
  })
}
