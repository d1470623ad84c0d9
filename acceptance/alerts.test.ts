import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { prometheusBinDir } from '../scripts/lib/programs.mjs'
import { createReader } from './lib/promql.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'deploy/prometheus')

interface Rule {
  alert?: string
  record?: string
  expr: string
  labels?: { severity: string }
  annotations?: { summary: string; description: string; runbook_url: string }
}
interface Case {
  input_series: { series: string }[]
  alert_rule_test: { alertname: string; exp_alerts: unknown[] }[]
}

const readRules = async (): Promise<Rule[]> => {
  const { groups } = parse(await readFile(join(folder, 'alerts.yaml'), 'utf8')) as {
    groups: { rules: Rule[] }[]
  }
  return groups.flatMap(({ rules }) => rules)
}
const readCases = async (): Promise<Case[]> =>
  (parse(await readFile(join(folder, 'alerts.test.yaml'), 'utf8')) as { tests: Case[] }).tests
const promtool = (...args: string[]) =>
  promisify(execFile)(join(prometheusBinDir()!, 'promtool'), args, { cwd: folder, timeout: 120_000 })

suite('the alerts', () => {
  test('are valid, as is the configuration that loads them, and each fires and clears', async () => {
    await promtool('check', 'config', 'prometheus.yaml')
    await promtool('check', 'rules', 'alerts.yaml')
    await promtool('test', 'rules', 'alerts.test.yaml')
    const tries = (await readCases()).flatMap((each) => each.alert_rule_test)
    for (const { alert } of await readRules()) {
      if (alert === undefined) continue
      const own = tries.filter(({ alertname }) => alertname === alert)
      assert.deepEqual(
        own.map(({ exp_alerts }) => exp_alerts.length),
        [1, 0],
        `${alert} is tried: that it fires, then that it clears`,
      )
    }
  })

  test('name metrics and labels that a process has, in their tests as well', async () => {
    const rules = await readRules()
    const recorded = new Map(rules.flatMap(({ record, expr }) => (record ? [[record, expr]] : [])))
    const reader = await createReader(recorded)
    const series = (await readCases()).flatMap((each) => each.input_series.map((input) => input.series))
    assert.deepEqual(
      [...rules.map(({ expr }) => expr), ...series].flatMap((each) => reader.unknownIn(each)),
      [],
    )
  })

  test('have words, a severity of ours, and each a runbook with all its parts', async () => {
    const alerts = (await readRules()).filter(({ alert }) => alert !== undefined)
    const page = await readFile(join(root, 'docs/operating/runbooks.md'), 'utf8')
    const sections = new Map(
      page
        .split(/^## /m)
        .slice(1)
        .map((section) => [section.slice(0, section.indexOf('\n')), section]),
    )
    assert.deepEqual([...sections.keys()].toSorted(), alerts.map(({ alert }) => alert!).toSorted())
    for (const { alert, labels, annotations } of alerts) {
      assert.ok(['now', 'soon'].includes(labels!.severity), alert)
      assert.ok(annotations!.summary && annotations!.description, alert)
      assert.equal(annotations!.runbook_url, `docs/operating/runbooks.md#${alert!.toLowerCase()}`)
      for (const part of ['Means', 'Users feel', 'See', 'Do', 'Clears'])
        assert.ok(sections.get(alert!)!.includes(`- **${part}:** `), `${alert}: ${part}`)
    }
  })

  test('and runbooks ask only for what there is', async () => {
    const reader = await createReader()
    const page = await readFile(join(root, 'docs/operating/runbooks.md'), 'utf8')
    const queries = [...page.matchAll(/`([^`\n]*\b(?:clipwright|nodejs|process)_\w+[^`\n]*)`/g)].map(
      ([, code]) => code!,
    )
    assert.ok(queries.length > 5)
    assert.deepEqual(
      queries.flatMap((query) => reader.unknownIn(query)),
      [],
    )
  })
})
