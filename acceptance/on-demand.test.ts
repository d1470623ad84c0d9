import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createMaker, freePort, installProduct, until, waitForEnd } from './lib/product.ts'
import { cleanUp } from '../server/src/testing/clean-up.ts'

// An engine that is started by a command when a task waits, and stopped by another when it is idle.

const models = `
models:
  wan:
    modes: [text-to-video]
    sizes: { 128p: { '16:9': 224x128 } }
    size_multiple_px: 32
    fps: 8
    seconds: { min: 1, max: 5, default: 1 }
    prices: { '*': { unit: second, unit_price: '10' } }
`

test('a task that waits starts its engine, and an idle engine is stopped, as often as needed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-on-demand-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  const [port, pid, log] = [await freePort(), join(folder, 'pid'), join(folder, 'log')]
  const fake = join(import.meta.dirname, 'fakes/run-sglang.ts')
  // As an operator writes one: the server goes on when the command has ended.
  await writeFile(
    join(folder, 'start.sh'),
    `echo start >> ${log}\n${process.execPath} ${fake} ${port} > /dev/null 2>&1 &\necho $! > ${pid}\n`,
  )
  await writeFile(join(folder, 'stop.sh'), `echo stop >> ${log}\nkill $(cat ${pid})\n`)
  cleanUp(t, async () => {
    const running = Number(await readFile(pid, 'utf8').catch(() => '0'))
    if (running > 0)
      try {
        process.kill(running)
      } catch {
        // stopped already
      }
  })
  const bounds = 'wait_s: 1, idle_s: 3, start_s: 5, give_up_s: 60'
  const commands = ['start', 'stop'].map((what) => `${what}: { command: [sh, ${join(folder, what)}.sh] }`)
  await writeFile(
    join(folder, 'engines.yaml'),
    `${models}engines:
  - name: cloud
    kind: sglang
    url: http://127.0.0.1:${port}
    models: { wan: {} }
    on_demand: { ${commands.join(', ')}, ${bounds} }
`,
  )
  const product = await installProduct(t, { ENGINES_FILE: join(folder, 'engines.yaml'), PREVIEW_SLOTS: '0' })
  await product.start()
  const maker = await createMaker(product.url)
  const submit = () => maker.POST('/api/v1/video/generate', { body: { prompt: 'a calm sea', model: 'wan' } })
  const said = async () => (await readFile(log, 'utf8').catch(() => '')).trim().split('\n')

  for (let round = 1; round <= 2; round++) {
    const { task_id } = await submit()
    const { queue } = await maker.GET('/api/v1/tasks/{task_id}', { params: { path: { task_id } } })
    assert.equal(queue?.reason, 'engine_starting')
    assert.ok(queue.estimated_seconds! > 0)
    assert.equal((await waitForEnd(maker, task_id)).status, 'completed')
    await until(said, (lines) => lines.length === round * 2, 60_000)
  }
  assert.deepEqual(await said(), ['start', 'stop', 'start', 'stop'])
})
