import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import { prometheusBinDir } from '../scripts/lib/programs.mjs'
import { cleanUp } from '../server/src/testing/clean-up.ts'
import { createReader } from './lib/promql.ts'

interface Panel {
  id: number
  type: string
  title: string
  gridPos: { h: number; w: number; x: number; y: number }
  datasource?: { uid: string }
  targets?: { expr: string; legendFormat: string; refId: string; datasource: { uid: string } }[]
}
interface Dashboard {
  schemaVersion: number
  templating: { list: { name: string; type: string }[] }
  panels: Panel[]
}

const path = join(import.meta.dirname, '../deploy/grafana/clipwright.json')
const read = async () => JSON.parse(await readFile(path, 'utf8')) as Dashboard
/** As Grafana asks: its variables have values. */
const asked = (expr: string) => expr.replaceAll('$__rate_interval', '1m').replaceAll('$model', '.*')

suite('the dashboard for Grafana', () => {
  test('asks for nothing but valid PromQL over metrics and labels that a process has', async (t) => {
    const { panels } = await read()
    const targets = panels.flatMap((panel) => panel.targets ?? [])
    assert.ok(targets.length > 30)
    const folder = await mkdtemp(join(tmpdir(), 'clipwright-dashboard-'))
    cleanUp(t, () => rm(folder, { recursive: true }))
    const rules = targets.map(({ expr }, at) => ({ record: `asked:${at}`, expr: asked(expr) }))
    await writeFile(join(folder, 'rules.json'), JSON.stringify({ groups: [{ name: 'asked', rules }] }))
    await promisify(execFile)(join(prometheusBinDir()!, 'promtool'), ['check', 'rules', 'rules.json'], {
      cwd: folder,
    })
    const reader = await createReader()
    assert.deepEqual(
      targets.flatMap(({ expr }) => reader.unknownIn(asked(expr))),
      [],
    )
    for (const { expr, legendFormat } of targets) {
      const labels = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!)
      const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, all]) => all!.split(', '))
      if (grouped.length > 0)
        assert.ok(
          labels.every((label) => grouped.includes(label)),
          `${legendFormat}: ${expr}`,
        )
    }
  })

  test('takes its data from the source that one chooses, and no panel lies on another', async () => {
    const { panels, templating, schemaVersion } = await read()
    assert.ok(schemaVersion >= 39)
    assert.ok(templating.list.some(({ name, type }) => name === 'datasource' && type === 'datasource'))
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
    for (const { type, datasource, targets, title } of panels) {
      if (type === 'row') continue
      const sources = [datasource, ...targets!.map((target) => target.datasource)].map(
        (source) => source?.uid,
      )
      assert.ok(
        sources.every((uid) => uid === '${datasource}'),
        title,
      )
      assert.equal(new Set(targets!.map(({ refId }) => refId)).size, targets!.length, title)
    }
    const fields = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    )
    assert.equal(new Set(fields).size, fields.length)
    assert.ok(panels.every(({ gridPos: { x, w } }) => x + w <= 24))
  })
})
