import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { cleanUp } from '../../server/src/testing/clean-up.ts'
import { startFakeSglang } from '../fakes/sglang.ts'
import { openBucket } from '../lib/bucket.ts'
import { openLine } from '../lib/line.ts'
import { startOwnPostgres } from '../lib/own-postgres.ts'
import { until } from '../lib/product.ts'
import { bootDebian, type Machine } from './debian.ts'
import { commandsOf, fillIn } from './page.ts'
import { makeRelease } from './release.ts'

// docs/install/one-server.md as a new operator follows it, in an empty Debian with its own systemd. Outside of it: PostgreSQL with a
// password, an S3 server, and a GPU server that is a fake. The machine shares our network, so the ports that the page names are ours.

const page = commandsOf('docs/install/one-server.md')
const blocksOf = (heading: string): string[] => {
  const blocks = page.get(heading)
  assert.ok(blocks, `the page has no commands below ${heading}`)
  return blocks
}

/** What stands outside of the machine. */
async function startNeighbours(t: TestContext) {
  const postgres = await startOwnPostgres(t)
  await postgres.query(`create role clipwright login password 'pa55'`)
  await postgres.query('create database clipwright owner clipwright')
  const line = await openLine(async () => ({ path: join(postgres.folder, '.s.PGSQL.5432') }))
  cleanUp(t, () => line[Symbol.asyncDispose]())
  const bucket = await openBucket()
  cleanUp(t, () => bucket[Symbol.asyncDispose]())
  const gpu = await startFakeSglang()
  cleanUp(t, () => gpu[Symbol.asyncDispose]())
  const database_port = (line.address as { port: number }).port
  return { postgres, database_port, bucket, gpu }
}

/** Calls the service as people do: by its name, through Caddy, with Caddy's own certificate. */
async function callerOf(machine: Machine) {
  const ca = await readFile(
    join(machine.root, 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'),
  )
  return async function call(
    method: string,
    url: string,
    { token, body }: { token?: string; body?: object } = {},
  ): Promise<{
    status: number
    location: string | undefined
    body: Buffer
    json: () => Record<string, string>
  }> {
    return new Promise((resolve, reject) => {
      const { hostname, pathname, search } = new URL(url)
      const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
      if (token) headers['authorization'] = `Bearer ${token}`
      const asked = request(
        {
          host: '127.0.0.1',
          servername: hostname,
          path: pathname + search,
          method,
          ca,
          headers: { host: hostname, ...headers },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            const whole = Buffer.concat(chunks)
            resolve({
              status: response.statusCode!,
              location: response.headers.location,
              body: whole,
              json: () => JSON.parse(whole.toString()),
            })
          })
          response.on('error', reject)
        },
      )
      asked.on('error', reject)
      asked.end(body ? JSON.stringify(body) : undefined)
    })
  }
}
type Call = Awaited<ReturnType<typeof callerOf>>
const site = 'https://video.example.org'
const account = { email: 'maker@example.org', password: 'correct horse battery' }

/** A user with money: their token. */
async function registerSomebody(call: Call): Promise<string> {
  const token = (await call('POST', `${site}/api/v1/auth/register`, { body: account })).json()[
    'access_token'
  ]!
  await call('POST', `${site}/api/v1/me/topup`, { token, body: { amount: 1000 } })
  return token
}

/** The same user, once their sessions have ended. */
async function signIn(call: Call): Promise<string> {
  return (await call('POST', `${site}/api/v1/auth/login`, { body: account })).json()['access_token']!
}

/** Makes a video, downloads it from where its link leads to, and returns its bytes. */
async function makeVideo(
  call: Call,
  token: string,
  model: string,
  files = 'files.example.org',
): Promise<Buffer> {
  const body = { prompt: 'a red balloon drifts over a calm sea', duration_seconds: 1, model }
  const submitted = await call('POST', `${site}/api/v1/video/generate`, { token, body })
  assert.equal(submitted.status, 200, submitted.body.toString())
  const { task_id } = submitted.json()
  const ended = await until(
    async () => (await call('GET', `${site}/api/v1/tasks/${task_id}`, { token })).json(),
    ({ status }) => status === 'completed' || status === 'failed',
    180_000,
  )
  assert.equal(ended['status'], 'completed', JSON.stringify(ended))
  const result = await call('GET', `${site}/api/v1/result/${task_id}`, { token })
  assert.equal(result.status, 302)
  const { href, hostname } = new URL(result.location!, site)
  assert.equal(hostname, files)
  return (await call('GET', href)).body
}

test('a new operator comes from an empty Debian to videos, an upgrade and back by the page alone', async (t) => {
  const release = await makeRelease()
  const { postgres, database_port, bucket, gpu } = await startNeighbours(t)
  const machine = await bootDebian(t, 'bookworm')
  await machine.resolveHere('video.example.org', 'files.example.org')
  await machine.bring(release.file)
  const follow = async (heading: string, index: number, examples: Record<string, string> = {}) => {
    const said = await machine.run(fillIn(blocksOf(heading)[index]!, examples))
    t.diagnostic(`--- ${heading} ${index}\n${said}`)
    return said
  }

  const first = await follow('Install', 0, { '--workers 2': '--workers 2 --tls-internal' })
  assert.match(first, /DATABASE_URL is empty/)
  assert.equal(await machine.run('systemctl is-active clipwright.target || true'), 'inactive\n')

  const s3 = bucket.settings('')
  await follow('Settings', 0, {
    'PASSWORD@db.example.org/': `pa55@127.0.0.1:${database_port}/`,
    'example-videos': s3['S3_BUCKET']!,
    'http://10.0.0.5:9000': `http://127.0.0.1:${bucket.port}`,
    '=KEY': `=${s3['S3_ACCESS_KEY_ID']}`,
    '=SECRET': `=${s3['S3_SECRET_ACCESS_KEY']}`,
  })
  await writeFile(
    join(machine.root, 'etc/clipwright/engines.yaml'),
    `models:
  wan:
    modes: [text-to-video]
    sizes: { 128p: { '16:9': 224x128 } }
    fps: 8
    seconds: { min: 1, max: 5, default: 1 }
    prices: { '*': { unit: second, unit_price: '10' } }
engines:
  - { name: gpu, kind: sglang, url: '${gpu.url}', models: { wan: {} } }
`,
  )
  await follow('Settings', 1, {
    'reverse_proxy 10.0.0.5:9000': `tls internal\n\treverse_proxy 127.0.0.1:${bucket.port}`,
  })
  assert.match(await follow('Settings', 2), /version 0\.1\.0 runs/)
  const link = await follow('Settings', 3)
  assert.match(link, /^https:\/\/video\.example\.org\/setup#token=/m)

  const call = await callerOf(machine)
  assert.equal((await call('GET', `${site}/healthz`)).status, 200)
  assert.match((await call('GET', `${site}/`)).body.toString(), /<html/)
  let token = await registerSomebody(call)
  assert.ok((await makeVideo(call, token, 'wan')).byteLength > 1_000)
  assert.ok((await makeVideo(call, token, 'preview')).byteLength > 10_000)

  await follow('Settings', 4)
  await follow('Secrets outside of the settings', 0)
  assert.doesNotMatch(await readFile(join(machine.root, 'etc/clipwright/clipwright.env'), 'utf8'), /pa55/)
  assert.ok((await makeVideo(call, token, 'wan')).byteLength > 1_000)
  await follow('See how it is', 0)

  // A worker stops, and Prometheus says so until it is back.
  await follow('Be told of it', 0)
  const alerts = async (): Promise<string[]> => {
    const response = await fetch('http://127.0.0.1:9090/api/v1/alerts').catch(() => undefined)
    const found = (await response?.json()) as
      | { data: { alerts: { state: string; labels: Record<string, string> }[] } }
      | undefined
    return (found?.data.alerts ?? [])
      .filter(({ state }) => state === 'firing')
      .map(({ labels }) => `${labels['alertname']} ${labels['instance'] ?? ''}`)
  }
  const isDown = (firing: string[]) => firing.includes('ClipwrightDown 127.0.0.1:9642')
  await machine.run('systemctl stop clipwright-work@2')
  await until(alerts, isDown, 300_000)
  await machine.run('systemctl start clipwright-work@2')
  await until(alerts, (firing) => !isDown(firing), 120_000)

  // Last night's state, after something has happened since.
  await follow('Back up', 0)
  const money = async (of: string) =>
    (await call('GET', `${site}/api/v1/me`, { token: of })).json()['balance']
  const before = await money(token)
  assert.ok((await makeVideo(call, token, 'wan')).byteLength > 1_000)
  assert.notEqual(await money(token), before)
  await postgres.query('create database clipwright_again owner clipwright')
  await follow('Put a backup back', 0, { 'db.example.org': `127.0.0.1:${database_port}` })
  await until(
    async () => (await call('GET', `${site}/readyz`)).status,
    (status) => status === 200,
  )
  token = await signIn(call)
  assert.equal(await money(token), before, 'what was made since is not paid for')
  assert.ok((await makeVideo(call, token, 'wan')).byteLength > 1_000)

  await machine.bring(await release.as('0.2.0'))
  // Somebody watches while it is upgraded: nobody is turned away.
  const answers = new Map<number, number>()
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const { status } = await call('GET', `${site}/api/v1/me`, { token }).catch(() => ({ status: 0 }))
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
  })()
  assert.match(await follow('Upgrade', 0), /version 0\.2\.0 runs \(before: 0\.1\.0\)/)
  isOver = true
  await watching
  t.diagnostic(`answers during the upgrade, by status: ${JSON.stringify([...answers])}`)
  assert.deepEqual([...answers.keys()], [200])
  assert.equal(await machine.run('readlink /opt/clipwright/current'), 'releases/0.2.0\n')
  assert.match(await follow('Go back', 0), /0\.2\.0 {2}\(runs\)/)
  assert.equal(await machine.run('readlink /opt/clipwright/current'), 'releases/0.1.0\n')
  assert.ok((await makeVideo(call, token, 'wan')).byteLength > 1_000)

  // A release whose check and migration pass, and whose API does not start.
  const broken = `if (process.argv[2] === 'serve') throw new Error('does not start')`
  await machine.bring(await release.as('0.3.0', broken))
  await assert.rejects(
    machine.run('tar -xzf clipwright-0.3.0-linux-x64.tar.gz\nclipwright-0.3.0/deploy/install.sh'),
    /does not start[^]*Going back to 0\.1\.0[^]*version 0\.1\.0 runs again/,
  )
  assert.equal(await machine.run('readlink /opt/clipwright/current'), 'releases/0.1.0\n')
  assert.ok((await makeVideo(call, token, 'wan')).byteLength > 1_000)

  // The site of compose.yaml is one for Caddy too.
  await machine.bring(join(import.meta.dirname, '../../deploy/compose/Caddyfile'))
  for (const tls of ['', 'tls internal'])
    await machine.run(
      `SITE_HOST=a.example.org FILES_HOST=b.example.org CADDY_TLS='${tls}' caddy validate --config Caddyfile`,
    )

  // Politely.
  const refusal = (commands: string, words: RegExp) => assert.rejects(machine.run(commands), words)
  const script = '/opt/clipwright/current/deploy/install.sh'
  await refusal(`${script} --switch 9.9.9`, /9\.9\.9 is not installed/)
  await refusal(`${script} --workers 10`, /from 0 to 9/)
  await refusal(`${script} --domain https://video.example.org`, /without https/)
  await refusal(`runuser -u nobody ${script}`, /run it as root/)
  await refusal(
    `echo METRICS_PORT=9100 >> /etc/clipwright/clipwright.env; ${script}`,
    /one port for several processes/,
  )
})

test('everything on one machine: Debian 13, its PostgreSQL, and videos in a folder', async (t) => {
  const release = await makeRelease()
  const machine = await bootDebian(t, 'trixie')
  await machine.resolveHere('video.example.org')
  await machine.bring(release.file)
  const said = await machine.run(
    fillIn(blocksOf('Everything on this machine')[0]!, { '--postgres': '--postgres --tls-internal' }),
  )
  t.diagnostic(said)
  assert.match(said, /version 0\.1\.0 runs/)
  const call = await callerOf(machine)
  const token = await registerSomebody(call)
  assert.ok((await makeVideo(call, token, 'preview', 'video.example.org')).byteLength > 10_000)
  t.diagnostic(
    await machine.run(
      'systemctl show clipwright-serve clipwright-work@1 -p Id -p MemoryPeak -p MemoryCurrent -p TasksCurrent',
    ),
  )
})
