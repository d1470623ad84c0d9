import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { cleanUp } from '../../../server/src/testing/clean-up.ts'
import { isSetting, repository, said, settingNames } from './tools.ts'

interface Service {
  image: string
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  command?: string[] | null
  environment?: Record<string, unknown>
  depends_on?: Record<string, { condition: string }>
  healthcheck?: object
  secrets?: { source: string }[]
  restart?: string
  mem_limit?: string
  security_opt?: string[]
  stop_grace_period?: string
}
interface Project {
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
}

const text = await readFile(join(repository, 'compose.yaml'), 'utf8')
const example = await readFile(join(repository, '.env.example'), 'utf8')
/** All variables of the example, commented or not. */
const variables = new Map(
  [...example.matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
)

/** compose.yaml as Docker's own loader has it, with what the example sets. */
async function load(t: Parameters<typeof cleanUp>[0]): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-compose-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  const filled = text.replaceAll(
    /\$\{([A-Z_]+):?([?-])([^}]*)\}/g,
    (_, name: string, kind: string, rest: string) => {
      const isSet = new RegExp(`^${name}=`, 'm').test(example)
      if (!isSet && kind === '?') throw new Error(`${name} is required, and .env.example does not set it`)
      return isSet ? variables.get(name)! : rest
    },
  )
  await writeFile(join(folder, 'compose.yaml'), filled)
  return JSON.parse(await said('compose-spec', ['-format', 'json', join(folder, 'compose.yaml')])) as Project
}

test('compose.yaml is one that Docker loads, with everything that a product needs', async (t) => {
  const { services, secrets } = await load(t)
  assert.deepEqual(Object.keys(services).toSorted(), [
    'bucket',
    'caddy',
    'mailpit',
    'postgres',
    'seaweedfs',
    'serve',
    'work',
  ])
  for (const [name, service] of Object.entries(services)) {
    assert.doesNotMatch(service.image, /:latest$|^[^:]+$/, `${name} has no exact image`)
    assert.ok(service.restart, name)
    for (const { source } of service.secrets ?? []) assert.ok(secrets[source], `${name} wants ${source}`)
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {}))
      if (condition === 'service_healthy')
        assert.ok(
          services[other]!.healthcheck ?? services[other]!.image.startsWith('clipwright'),
          `${other} is never healthy`,
        )
    if (name === 'bucket') continue
    assert.ok(service.mem_limit, `${name} has no limit`)
    assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name)
  }
})

test('our own containers have a read-only root and no right, and stop as long as the program takes', async (t) => {
  const { services } = await load(t)
  for (const name of ['serve', 'work']) {
    const { user, read_only, cap_drop, stop_grace_period } = services[name]!
    assert.deepEqual([user, read_only, cap_drop], ['10001:10001', true, ['ALL']], name)
    assert.equal(stop_grace_period, '30s')
  }
})

test('every variable of our containers is a setting, and no secret stands among them', async (t) => {
  const { services } = await load(t)
  const known = await settingNames()
  for (const name of ['serve', 'work']) {
    const variables = Object.keys(services[name]!.environment!)
    assert.deepEqual(
      variables.filter((variable) => !isSetting(variable, known)),
      [],
      name,
    )
    for (const secret of ['DATABASE_URL', 'S3_SECRET_ACCESS_KEY'])
      assert.ok(!variables.includes(secret), secret)
  }
})

test('the image that compose.yaml builds has the version of the program', async (t) => {
  const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as {
    version: string
  }
  const { services } = await load(t)
  assert.equal(services['serve']!.image, `clipwright:${version}`)
})

test('.env.example explains every variable that compose.yaml reads, and no other', () => {
  const read = new Set([...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name!))
  const optional = ['CLIPWRIGHT_IMAGE', 'LOG_LEVEL', 'UPSCALE_SLOTS']
  for (const name of read) assert.ok(variables.has(name) || optional.includes(name), name)
  for (const name of variables.keys()) assert.ok(read.has(name), name)
})

test('secrets are made once, for every name that compose.yaml has, and nobody passes their folder', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-secrets-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  const script = join(folder, 'secrets.sh')
  await writeFile(script, await readFile(join(repository, 'deploy/compose/secrets.sh')))
  await said('sh', [script])
  const names = Object.keys((parse(text) as Project).secrets)
  const read = (name: string) => readFile(join(folder, 'secrets', name), 'utf8')
  const first = await Promise.all(names.map(read))
  assert.ok(first.every((content) => content.length >= 40))
  assert.match(
    await read('database_url'),
    new RegExp(`^postgresql://clipwright:${await read('postgres_password')}@postgres/`),
  )
  assert.equal(
    JSON.parse(await read('s3_config')).identities[0].credentials[0].secretKey,
    await read('s3_secret_key'),
  )
  assert.equal((await stat(join(folder, 'secrets'))).mode & 0o777, 0o700)
  await said('sh', [script])
  assert.deepEqual(await Promise.all(names.map(read)), first)
})
