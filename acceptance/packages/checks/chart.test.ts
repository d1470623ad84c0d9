import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { parse, parseAllDocuments } from 'yaml'
import { cleanUp } from '../../../server/src/testing/clean-up.ts'
import { startOwnPostgres } from '../../lib/own-postgres.ts'
import { program } from '../../lib/product.ts'
import { brought, isSetting, printed, repository, said, settingNames } from './tools.ts'

const chart = join(repository, 'deploy/helm/clipwright')
const cases = readdirSync(join(chart, 'ci'))
/** The name of a schema of operators, as kubeconform looks for it. */
const ofOperators = '{{.Group}}_{{.ResourceKind}}_{{.ResourceAPIVersion}}.json'
/** The oldest Kubernetes that the chart wants, and the newest whose schemas there are. */
const kubernetes = ['1.29.0', '1.37.0']

interface Container {
  env: { name: string }[]
  securityContext: object
  livenessProbe: { tcpSocket?: object }
  readinessProbe?: object
  resources: { limits: { memory?: string } }
  volumeMounts: { mountPath: string; readOnly?: boolean }[]
}
interface Pod {
  automountServiceAccountToken: boolean
  terminationGracePeriodSeconds: number
  securityContext: { runAsNonRoot: boolean; runAsUser: number }
  containers: [Container]
}
/** As much as is asked about here. */
interface Rendered {
  kind: string
  metadata: { name: string }
  spec: { template: { spec: Pod }; minReplicaCount: number; triggers: [{ metadata: { query: string } }] }
}
type Schema = Record<string, unknown>
interface Definition {
  spec: {
    group: string
    names: { kind: string }
    versions: { name: string; schema: { openAPIV3Schema: Schema } }[]
  }
}

const render = (values: string, ...more: string[]): Promise<string> =>
  printed('helm', ['template', 'clip', chart, '--values', join(chart, 'ci', values), ...more])

async function objects(values: string, ...more: string[]): Promise<Rendered[]> {
  return parseAllDocuments(await render(values, ...more)).map((document) => document.toJS() as Rendered)
}
const podOf = (all: Rendered[], process: string): Pod =>
  all.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === `clip-${process}`)!.spec
    .template.spec

test('helm lint has nothing to say', async () => {
  for (const values of cases)
    assert.match(
      await said('helm', ['lint', '--strict', '--quiet', chart, '--values', join(chart, 'ci', values)]),
      /^(?!.*(WARNING|ERROR))/s,
    )
})

test('every object is what Kubernetes and the operators of others take, strictly', async (t) => {
  const schemas = await mkdtemp(join(tmpdir(), 'clipwright-schemas-'))
  cleanUp(t, () => rm(schemas, { recursive: true }))
  await writeSchemasOfOperators(schemas)
  for (const version of kubernetes) {
    const own = join(schemas, version)
    await writeSchemasOfKubernetes(own, version)
    for (const values of cases) {
      const file = join(schemas, `${values}.rendered.yaml`)
      await writeFile(file, await render(values, '--kube-version', version))
      const where = [
        `-schema-location=${own}/{{.ResourceKind}}{{.KindSuffix}}.json`,
        `-schema-location=${schemas}/${ofOperators}`,
      ]
      const report = JSON.parse(
        await said('kubeconform', ['-strict', '-output=json', '-summary', ...where, file]),
      ) as { summary: { valid: number } }
      assert.ok(report.summary.valid >= 4)
      assert.deepEqual(report.summary, { ...report.summary, invalid: 0, errors: 0, skipped: 0 })
    }
  }
})

/** The kinds of a version of Kubernetes, from a package that has them under the addresses of another place. */
async function writeSchemasOfKubernetes(folder: string, version: string): Promise<void> {
  const where = 'import kubernetes_validate as it, os; print(os.path.dirname(it.__file__))'
  const found = (await said(brought('PACKAGES_PYTHON'), ['-c', where])).trim()
  const there = join(found, `kubernetes-json-schema/v${version}-local-strict`)
  await mkdir(folder)
  for (const name of readdirSync(there)) {
    const schema = JSON.parse(await readFile(join(there, name), 'utf8')) as Schema
    delete schema['$id']
    const text = JSON.stringify(schema).replaceAll('"/api/_definitions.json#', '"_definitions.json#')
    await writeFile(join(folder, name), text)
  }
}

/** The kinds of operators as schemas that refuse what they do not know, from the definitions that they publish. */
async function writeSchemasOfOperators(folder: string): Promise<void> {
  for (const operator of readdirSync(brought('PACKAGES_CRDS'))) {
    if (operator.includes('@')) continue
    const definitions = join(brought('PACKAGES_CRDS'), operator)
    for (const name of readdirSync(definitions)) {
      if (!/scaledobjects|triggerauth|_clusters\.|io_externalsecrets|podmonitors|prometheusrules/.test(name))
        continue
      for (const document of parseAllDocuments(await readFile(join(definitions, name), 'utf8'))) {
        const { spec } = document.toJS() as Definition
        for (const version of spec.versions)
          await writeFile(
            join(folder, `${spec.group}_${spec.names.kind.toLowerCase()}_${version.name}.json`),
            JSON.stringify(closed(version.schema.openAPIV3Schema, true)),
          )
      }
    }
  }
}

/** A definition with `additionalProperties: false` wherever it names the properties, as the API server's strict validation has it. */
function closed(schema: Schema, isRoot = false): Schema {
  const copy: Schema = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties')
      copy[key] = Object.fromEntries(
        Object.entries(value as Record<string, Schema>).map(([name, one]) => [
          name,
          isRoot && name === 'metadata' ? { type: 'object' } : closed(one),
        ]),
      )
    else if (['items', 'additionalProperties'].includes(key) && typeof value === 'object')
      copy[key] = closed(value as Schema)
    else copy[key] = value
  }
  const isOpen =
    schema['additionalProperties'] !== undefined || schema['x-kubernetes-preserve-unknown-fields']
  if (schema['properties'] && !isOpen) copy['additionalProperties'] = false
  return copy
}

test('no pod has a right, a way to write but /tmp and /data, or a token of the cluster', async () => {
  for (const values of cases) {
    const all = await objects(values)
    for (const process of ['serve', 'work']) {
      const spec = podOf(all, process)
      assert.equal(spec.automountServiceAccountToken, false)
      assert.deepEqual([spec.securityContext.runAsNonRoot, spec.securityContext.runAsUser], [true, 10_001])
      const [container] = spec.containers
      assert.deepEqual(container.securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const writable = container.volumeMounts.filter(({ readOnly }) => !readOnly)
      assert.deepEqual(
        writable.map(({ mountPath }) => mountPath),
        ['/tmp', '/data'],
      )
      assert.ok(container.resources.limits.memory)
    }
  }
})

test('what pods are told are settings, and a secret is a file', async () => {
  const known = await settingNames()
  const secret = ['DATABASE_URL', 'S3_SECRET_ACCESS_KEY', 'SIGNING_KEY', 'SECRETS_KEYS', 'PROVENANCE_KEY']
  for (const values of cases) {
    const all = await objects(values)
    for (const process of ['serve', 'work']) {
      const names = podOf(all, process).containers[0].env.map(({ name }) => name)
      assert.deepEqual(
        names.filter((name) => !isSetting(name, known)),
        [],
      )
      assert.equal(new Set(names).size, names.length, 'a name stands twice')
      for (const name of secret) assert.ok(names.includes(`${name}_FILE`) && !names.includes(name), name)
    }
  }
})

test('a pod may take as long to stop as the program does, also with a patience of its own', async () => {
  const graceOf = async (values: string, process: string) =>
    podOf(await objects(values), process).terminationGracePeriodSeconds
  assert.equal(await graceOf('minimal.yaml', 'work'), 10 + 25)
  assert.equal(await graceOf('everything.yaml', 'work'), 120 + 25)
  assert.equal(await graceOf('fixed.yaml', 'work'), 60 + 25)
  // The API also drains.
  assert.equal(await graceOf('fixed.yaml', 'serve'), 10 + 10 + 25)
})

test('a worker is not restarted because its database is away', async () => {
  const { livenessProbe, readinessProbe } = podOf(await objects('minimal.yaml'), 'work').containers[0]
  assert.deepEqual(livenessProbe.tcpSocket, { port: 'metrics' })
  assert.equal(readinessProbe, undefined)
})

test('workers are scaled by what waits, which two indexes tell', async (t) => {
  const all = await objects('everything.yaml')
  const scaled = all.find(({ kind }) => kind === 'ScaledObject')!.spec
  assert.equal(scaled.minReplicaCount, 1)
  const { query } = scaled.triggers[0].metadata
  const postgres = await startOwnPostgres(t)
  await postgres.query('create database clipwright')
  await said(process.execPath, [program, 'migrate'], { DATABASE_URL: postgres.url('postgres', 'clipwright') })
  const client = new pg.Client(postgres.url('postgres', 'clipwright'))
  await client.connect()
  cleanUp(t, () => client.end())
  const { rows } = await client.query({ text: query, rowMode: 'array' })
  assert.deepEqual(rows, [['0']])
  // An empty table would be read whole.
  await client.query('set enable_seqscan = off')
  const plan = (await client.query({ text: `explain ${query}`, rowMode: 'array' })).rows.join('\n')
  assert.match(plan, /tasks_queued/)
  assert.match(plan, /tasks_running/)
  assert.doesNotMatch(plan, /Seq Scan/)
})

test('the alerts are a rule for Prometheus as they stand, and find the pods by the name of their job', async () => {
  const all = await objects('everything.yaml')
  const rule = all.find(({ kind }) => kind === 'PrometheusRule')
  const alerts = await readFile(join(repository, 'deploy/prometheus/alerts.yaml'), 'utf8')
  assert.deepEqual(rule!['spec'], parse(alerts))
  const monitor = all.find(({ kind }) => kind === 'PodMonitor') as { spec: { jobLabel: string } } | undefined
  const serve = all.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name.endsWith('serve'))
  const pods = serve as unknown as { spec: { template: { metadata: { labels: Record<string, string> } } } }
  const job = pods.spec.template.metadata.labels[monitor!.spec.jobLabel]
  for (const [, named] of alerts.matchAll(/job="([^"]+)"/g)) assert.equal(named, job)
})

test('values that are wrong are refused with their name', async () => {
  const refused = (...set: string[]) =>
    assert.rejects(() => render('minimal.yaml', ...set.flatMap((one) => ['--set', one])))
  await refused('work.autoscaling.minReplicas=0')
  await refused('serv.replicas=1')
  await refused('settings.public_base_url=x')
  await refused('ingress.enabled=true')
  await refused('externalSecret.enabled=true')
  await refused('work.autoscaling.models[0]=a\\,b')
  await assert.rejects(() => said('helm', ['template', 'clip', chart]), /PUBLIC_BASE_URL/)
})

test('the chart has the version of the program', async () => {
  const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as {
    version: string
  }
  const about = await readFile(join(chart, 'Chart.yaml'), 'utf8')
  assert.match(about, new RegExp(`^version: ${version}\nappVersion: ${version}$`, 'm'))
})
