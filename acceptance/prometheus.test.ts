import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { parse, stringify } from 'yaml'
import { prometheusBinDir } from '../scripts/lib/programs.mjs'
import { cleanUp } from '../server/src/testing/clean-up.ts'
import {
  createAdministrator,
  createMaker,
  freePort,
  installProduct,
  makeVideo,
  until,
} from './lib/product.ts'

const deploy = join(import.meta.dirname, '../deploy/prometheus')
const rhythm = '1s'

/** Prometheus with our configuration and rules, each second instead of each fifteen, and without patience. */
async function startPrometheus(t: TestContext, target: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-prometheus-'))
  const config = parse(await readFile(join(deploy, 'prometheus.yaml'), 'utf8')) as {
    global: object
    scrape_configs: { static_configs: object[] }[]
  }
  config.global = { scrape_interval: rhythm, evaluation_interval: rhythm }
  config.scrape_configs[0]!.static_configs = [{ targets: [target] }]
  await writeFile(join(folder, 'prometheus.yaml'), stringify(config))
  const rules = await readFile(join(deploy, 'alerts.yaml'), 'utf8')
  await writeFile(join(folder, 'alerts.yaml'), rules.replaceAll(/^ {8}for: \w+$/gm, `        for: ${rhythm}`))
  const port = await freePort()
  const prometheus = spawn(
    join(prometheusBinDir()!, 'prometheus'),
    [
      '--config.file=prometheus.yaml',
      `--web.listen-address=127.0.0.1:${port}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
    ],
    { cwd: folder, stdio: 'ignore' },
  )
  cleanUp(t, async () => {
    prometheus.kill()
    if (prometheus.exitCode === null && prometheus.signalCode === null) await once(prometheus, 'exit')
    await rm(folder, { recursive: true })
  })
  return `http://127.0.0.1:${port}`
}

test('a real Prometheus is quiet while all is well, and sees alerts fire and clear', async (t) => {
  const port = await freePort()
  const product = await installProduct(t, { METRICS_PORT: String(port) })
  await product.start()
  const target = `127.0.0.1:${port}`
  const url = await startPrometheus(t, target)
  const get = async <T>(path: string): Promise<T | undefined> => {
    const response = await fetch(`${url}/api/v1/${path}`).catch(() => undefined)
    return response?.ok ? ((await response.json()) as { data: T }).data : undefined
  }
  const firing = async () =>
    (await get<{ alerts: { state: string; labels: { alertname: string } }[] }>('alerts'))?.alerts
      .filter(({ state }) => state === 'firing')
      .map(({ labels }) => labels.alertname)
      .toSorted()
  const value = async (query: string) => {
    const data = await get<{ result: { value: [number, string] }[] }>(
      `query?query=${encodeURIComponent(query)}`,
    )
    return data?.result.map((each) => Number(each.value[1]))
  }
  await until(
    () => value(`up{instance="${target}"}`),
    (up) => up?.[0] === 1,
  )
  const operator = await createAdministrator(product)
  await makeVideo(await createMaker(product.url), 1)
  await until(
    () => value('sum(clipwright_video_seconds_total)'),
    (made) => (made?.[0] ?? 0) > 0.9,
  )
  const rules = await get<{ groups: { rules: { health: string; name: string }[] }[] }>('rules')
  const broken = rules!.groups.flatMap((group) => group.rules).filter(({ health }) => health !== 'ok')
  assert.deepEqual(broken, [])
  assert.deepEqual(await firing(), [])

  const { items } = await operator.GET('/api/v1/admin/workers')
  const params = { path: { worker_id: items[0]!.worker_id } }
  await operator.POST('/api/v1/admin/workers/{worker_id}/drain', { params })
  await until(firing, (names) => names?.includes('ClipwrightNoWorker') === true)
  await operator.POST('/api/v1/admin/workers/{worker_id}/resume', { params })
  await until(firing, (names) => names?.length === 0)

  await product.kill()
  await until(firing, (names) => names?.includes('ClipwrightDown') === true)
  await product.start()
  await until(firing, (names) => names?.includes('ClipwrightDown') === false)
})
