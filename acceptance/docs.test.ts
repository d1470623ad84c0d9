import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { createClient, type Client } from '@clipwright/client'
import { blocksOf } from '../guide/src/blocks.ts'
import { pythonTools } from '../scripts/lib/python-package.mjs'
import { cleanUp } from '../server/src/testing/clean-up.ts'
import { startFakeComfyui } from './fakes/comfyui.ts'
import { openBucket } from './lib/bucket.ts'
import { commandsOf } from './lib/docs.ts'
import { startOwnPostgres } from './lib/own-postgres.ts'
import {
  createAdministrator,
  createMaker,
  freePort,
  installProduct,
  makeVideo,
  openProduct,
  type Product,
  until,
  waitForEnd,
} from './lib/product.ts'
import { inspectVideo } from './lib/video.ts'

// The programs of the docs, as they stand there, against a service.

const root = join(import.meta.dirname, '..')
const account = { email: 'dev@example.org', password: 'correct horse battery' }

/** Lines that put somebody's access token into TOKEN. */
const signIn = (email: string): string =>
  `TOKEN=$(curl -sf http://127.0.0.1:8080/api/v1/auth/login -H 'Content-Type: application/json' ` +
  `-d '{"email": "${email}", "password": "${account.password}", "session_mode": "token"}' | jq -r .access_token)\n`

suite('programs of the docs', () => {
  let product: Product & AsyncDisposable
  let maker: Client
  let api_key: string

  before(async () => {
    product = await openProduct({
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
      OUTBOUND_ALLOW_HTTP: 'true',
    })
    await product.start()
    const guest = createClient({ base_url: product.url })
    const answer = await guest.POST('/api/v1/auth/register', { body: account })
    assert.ok('access_token' in answer)
    maker = createClient({ base_url: product.url, credential: { access_token: answer.access_token! } })
    await maker.POST('/api/v1/me/topup', { body: { amount: 10_000 } })
    api_key = (await maker.POST('/api/v1/me/api-keys', { body: { name: 'the docs' } })).api_key
  })
  after(() => product?.[Symbol.asyncDispose]())

  /** A folder in which programs find the clients and the command line, and how to run one there. */
  async function openFolder(t: TestContext, env: Record<string, string> = {}) {
    const folder = await mkdtemp(join(tmpdir(), 'clipwright-docs-'))
    cleanUp(t, () => rm(folder, { recursive: true, force: true }))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await symlink(join(root, 'cli/bin/clipwright.mjs'), join(folder, 'clipwright'))
    const options = {
      cwd: folder,
      timeout: 240_000,
      env: {
        ...process.env,
        PATH: `${folder}:${process.env['PATH']}`,
        HOME: folder,
        PYTHONPATH: join(root, 'python/src'),
        PYTHONDONTWRITEBYTECODE: '1',
        CLIPWRIGHT_URL: product.url,
        CLIPWRIGHT_API_KEY: api_key,
        ...env,
      },
    }
    /** Program and arguments for these lines of a language. */
    async function write(language: 'sh' | 'ts' | 'python', lines: string): Promise<[string, string[]]> {
      const text = lines.replaceAll('http://127.0.0.1:8080', product.url).replaceAll('svck_…', api_key)
      const name = { sh: 'program.sh', ts: 'program.mts', python: 'program.py' }[language]
      await writeFile(join(folder, name), text)
      if (language === 'sh') return ['bash', ['-euo', 'pipefail', name]]
      return [language === 'ts' ? process.execPath : join(pythonTools(), 'python'), [name]]
    }
    return {
      folder,
      options,
      write,
      run: async (language: 'sh' | 'ts' | 'python', lines: string): Promise<string> => {
        const [program, args] = await write(language, lines)
        return (await promisify(execFile)(program, args, options)).stdout
      },
    }
  }

  test('docs/api.md: each language makes, watches and fetches a video, and is told of a mistake', async (t) => {
    const commands = commandsOf('docs/api.md')
    let made = (await maker.GET('/api/v1/tasks')).total
    for (const language of ['sh', 'ts', 'python'] as const) {
      const { folder, run } = await openFolder(t, language === 'sh' ? { CLIPWRIGHT_API_KEY: '' } : {})
      const said = await run(language, commands.all(language).join('\n'))
      const { stream } = await inspectVideo(join(folder, 'balloon.mp4'))
      assert.equal(stream.codec_name, 'h264', language)
      assert.match(said, /^422 validation_failed$/m, language)
      assert.match(said, /task_charge/, language)
      assert.equal((await maker.GET('/api/v1/tasks')).total, ++made, language)
    }
  })

  test('docs/recipes/batch.md: each row becomes one video, once, at night and in a program too', async (t) => {
    const page = 'docs/recipes/batch.md'
    const commands = commandsOf('docs/recipes/batch.md')
    const csv = blocksOf(page).find(({ language }) => language === 'csv')!.code
    const { folder, run, options } = await openFolder(t)
    await writeFile(join(folder, 'films.csv'), csv)
    await run('sh', commands.next('sh'))
    const made = ['balloon.mp4', 'forest.mp4', 'lighthouse.mp4']
    assert.deepEqual((await readdir(join(folder, 'films'))).toSorted(), made)
    const count = async () => (await maker.GET('/api/v1/tasks')).total
    const before = await count()
    await run('sh', commands.next('sh'))
    for (const name of ['films.csv', 'films.csv.state.json'])
      await copyFile(join(folder, name), join(folder, 'films', name))
    await promisify(execFile)(join(folder, 'films/night.sh'), [], options)
    assert.equal(await count(), before)
    await run('python', commands.next('python'))
    await inspectVideo(join(folder, 'forest.mp4'))
    assert.equal(await count(), before + 3)
    await run('python', await readFile(join(folder, 'program.py'), 'utf8'))
    assert.equal(await count(), before + 3)
  })

  test('docs/recipes/webhook-receiver.md: the receivers fetch what they are told of, and refuse what is not ours', async (t) => {
    const commands = commandsOf('docs/recipes/webhook-receiver.md')
    for (const language of ['ts', 'python'] as const) {
      const port = await freePort()
      const { folder, write, options } = await openFolder(t)
      const webhook = await maker.POST('/api/v1/me/webhooks', {
        body: { url: `http://127.0.0.1:${port}/clipwright` },
      })
      const [program, args] = await write(language, commands.next(language).replace('3000', String(port)))
      const receiver = spawn(program, args, {
        ...options,
        env: { ...options.env, WEBHOOK_SECRET: webhook.secret },
      })
      cleanUp(t, () => void receiver.kill('SIGKILL'))
      let said = ''
      for (const stream of [receiver.stdout, receiver.stderr])
        stream.on('data', (part: Buffer) => (said += part.toString()))
      const post = () => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' }).catch(() => null)
      const answer = await until(post, (answer) => answer !== null)
      assert.equal(answer!.status, 400)
      const task_id = await makeVideo(maker, 1)
      await until(
        async () => said,
        (said) => said.includes(`fetched ${task_id}`),
      )
      await inspectVideo(join(folder, `${task_id}.mp4`))
      const path = { params: { path: { webhook_id: webhook.webhook_id } } }
      assert.equal((await maker.POST('/api/v1/me/webhooks/{webhook_id}/test', path)).status, 'delivered')
      await maker.DELETE('/api/v1/me/webhooks/{webhook_id}', path)
      if (language === 'python') {
        const login = `clipwright login --email ${account.email} > /dev/null\n`
        const own = { CLIPWRIGHT_API_KEY: '', CLIPWRIGHT_PASSWORD: account.password }
        const person = await openFolder(t, own)
        const line = commands.next('sh').replace('https://hooks.example.org', `http://127.0.0.1:${port}`)
        assert.match(await person.run('sh', login + line), /^whsec_/)
      }
    }
  })

  test('docs/cli.md, docs/prompt-helpers.md, docs/provenance.md: what is shown there is so', async (t) => {
    const task_id = await makeVideo(maker, 1)
    const { folder, run } = await openFolder(t)
    const csv = blocksOf('docs/cli.md').find(({ language }) => language === 'csv')!.code
    const poster = await fetch(`${product.url}/api/v1/tasks/${task_id}/poster`, {
      headers: { 'x-api-key': api_key },
    })
    await promisify(execFile)('mkdir', ['-p', join(folder, 'pictures')])
    await writeFile(join(folder, 'pictures/fox.jpg'), Buffer.from(await poster.arrayBuffer()))
    await writeFile(join(folder, 'films.csv'), csv)
    await run('sh', commandsOf('docs/cli.md').next('sh'))
    assert.deepEqual((await readdir(join(folder, 'films'))).toSorted(), ['balloon.mp4', 'fox.mp4'])

    assert.match(await run('sh', commandsOf('docs/prompt-helpers.md').next('sh')), /balloon/)

    await run('sh', `clipwright download ${task_id} -o video.mp4`)
    const manifest = await maker.GET('/api/v1/tasks/{task_id}/provenance', { params: { path: { task_id } } })
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
    const check = commandsOf('docs/provenance.md')
      .next('sh')
      .replace('https://video.example.org', product.url)
    const checked = await run('sh', check)
    assert.match(checked, /"is_genuine":true|"valid":true|"reasons":\[\]/)
  })

  test('docs/money.md, docs/webhooks.md: what a person signed in may do', async (t) => {
    await createAdministrator(product)
    const { run } = await openFolder(t)
    const price = await run('sh', signIn('operator@example.org') + commandsOf('docs/money.md').next('sh'))
    assert.match(price, /"unit_price":"12"/)

    const webhooks = commandsOf('docs/webhooks.md')
    const created = await run('sh', signIn(account.email) + webhooks.next('sh'))
    const { secret, webhook_id } = JSON.parse(created) as { secret: string; webhook_id: string }
    await maker.DELETE('/api/v1/me/webhooks/{webhook_id}', { params: { path: { webhook_id } } })
    const port = await freePort()
    const { write, options } = await openFolder(t, { WEBHOOK_SECRET: secret })
    const [program, args] = await write('ts', webhooks.next('js').replace('3000', String(port)))
    const receiver = spawn(program, args, { ...options, stdio: 'ignore' })
    cleanUp(t, () => void receiver.kill('SIGKILL'))
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const body = '{"type":"ping","timestamp":"2026-01-01T00:00:00.000Z","data":{}}'
    const now = String(Math.floor(Date.now() / 1000))
    const signature = `v1,${createHmac('sha256', key).update(`m1.${now}.${body}`).digest('base64')}`
    const headers = { 'webhook-id': 'm1', 'webhook-timestamp': now, 'webhook-signature': signature }
    const post = (more: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers: { ...headers, ...more } })
    const answer = await until(
      () => post({}).catch(() => null),
      (answer) => answer !== null,
    )
    assert.equal(answer!.status, 204)
    assert.equal((await post({ 'webhook-signature': 'v1,AAAA' })).status, 400)

    const verify = webhooks.next('python')
    const call = (signature: string): string =>
      `\nverify(${JSON.stringify(secret)}, ${JSON.stringify({ ...headers, 'webhook-signature': signature })}, ${JSON.stringify(body)}.encode())\n`
    await run('python', verify + call(signature))
    await assert.rejects(run('python', verify + call('v1,AAAA')), /wrong signature/)
  })

  test('docs/recipes/own-graph.md: a graph becomes a model, and makes a video', async (t) => {
    await using comfyui = await startFakeComfyui()
    const own = await installProduct(t)
    await own.start()
    const operator = await createAdministrator(own)
    const { folder, run } = await openFolder(t)
    const graph = join(root, 'server/src/engines/comfyui/graphs/wan22-5b-t2v.json')
    await copyFile(graph, join(folder, 'my-graph.api.json'))
    const steps = commandsOf('docs/recipes/own-graph.md')
      .all('sh')
      .join('\n')
      .replaceAll('http://127.0.0.1:8080', own.url)
      .replaceAll('http://10.0.0.5:8188', comfyui.url)
    const said = await run('sh', steps)
    assert.match(said, /"is_reachable": true/)
    const { task_id } = JSON.parse(said.slice(said.lastIndexOf('{'))) as { task_id: string }
    assert.equal((await waitForEnd(operator, task_id)).status, 'completed')
    const maker = await createMaker(own.url)
    const models = await until(
      () => maker.GET('/api/v1/models'),
      ({ items }) => items.some(({ model }) => model === 'my-model'),
    )
    assert.ok(models)
  })

  test('docs/recipes/company-domain.md: the service answers at its name, through the proxy as it stands there', async (t) => {
    const page = 'docs/recipes/company-domain.md'
    const file = (language: string): string =>
      blocksOf(page).find((block) => block.language === language)!.code
    const env = Object.fromEntries(
      file('ini')
        .trim()
        .split('\n')
        .map((line) => line.split('=') as [string, string]),
    )
    assert.equal(env['REGISTRATION_ENABLED'], 'false')
    const own = await installProduct(t, { ...env, REGISTRATION_ENABLED: 'true' })
    await own.start()
    const maker = await createMaker(own.url)
    const { api_key } = await maker.POST('/api/v1/me/api-keys', { body: { name: 'a key' } })
    const { folder, run } = await openFolder(t, { CLIPWRIGHT_API_KEY: api_key })
    const port = await freePort()
    const config = file('caddy')
      .replace('video.example.org {', `https://video.example.org:${port} {\n\ttls internal`)
      .replace('127.0.0.1:8080', own.url.replace('http://', ''))
    const options = `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tstorage file_system ${folder}/caddy\n}\n`
    await writeFile(join(folder, 'Caddyfile'), options + config)
    const proxy = spawn('caddy', ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], {
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, HOME: folder },
    })
    cleanUp(t, async () => {
      proxy.kill('SIGTERM')
      if (proxy.exitCode === null) await once(proxy, 'exit')
    })
    const here = `curl() { command curl -k --connect-to ::127.0.0.1:${port} "$@"; }\n`
    await until(
      () => run('sh', `${here}curl -sf https://video.example.org/healthz`).catch(() => ''),
      (said) => said !== '',
    )
    const said = await run(
      'sh',
      here +
        commandsOf('docs/recipes/company-domain.md').next('sh').replace('| head -1', '| head -1 || true'),
    )
    assert.match(said, /retry: 1000/)
  })

  test('docs/first-gpu.md: a server is asked, named in a file, checked, and makes a video', async (t) => {
    await using comfyui = await startFakeComfyui()
    const page = 'docs/first-gpu.md'
    const { folder, run } = await openFolder(t)
    const commands = commandsOf('docs/first-gpu.md')
    const here = (lines: string): string => lines.replaceAll('http://10.0.0.5:8188', comfyui.url)
    assert.match(await run('sh', here(commands.next('sh'))), /\d+\.\d+/)
    const file = blocksOf(page).find(({ language }) => language === 'yaml')!.code
    await writeFile(join(folder, 'engines.yaml'), here(file))
    const own = await installProduct(t, { ENGINES_FILE: join(folder, 'engines.yaml') })
    await own.start()
    await symlink(join(root, 'server'), join(folder, 'server'))
    const settings = `export DATA_DIR=${own.data_dir} PORT=0\n`
    assert.match(await run('sh', settings + commands.next('sh')), /comfy-1/)
    const maker = await createMaker(own.url)
    const { api_key } = await maker.POST('/api/v1/me/api-keys', { body: { name: 'a key' } })
    const caller = await openFolder(t, { CLIPWRIGHT_URL: own.url, CLIPWRIGHT_API_KEY: api_key })
    await until(
      () => maker.GET('/api/v1/models'),
      ({ items }) => items.some(({ model, modes }) => model === 'wan2.2-5b' && modes[0]!.is_available),
    )
    assert.match(await caller.run('sh', commands.next('sh')), /wan2\.2-5b/)
    await inspectVideo(join(caller.folder, 'fox.mp4'))
  })

  test('docs/second-machine.md: a worker with its own data folder takes over from the first', async (t) => {
    await using bucket = await openBucket()
    const { url, query } = await startOwnPostgres(t)
    await query('create database clipwright')
    const shared = {
      DATABASE_URL: url('postgres', 'clipwright'),
      ...bucket.settings(`http://127.0.0.1:${bucket.port}`),
    }
    const own = await installProduct(t, shared)
    await own.start()
    const { folder, run, write, options } = await openFolder(t, {
      ...shared,
      DATA_DIR: own.data_dir,
      PUBLIC_BASE_URL: own.url,
    })
    await symlink(join(root, 'server'), join(folder, 'server'))
    const commands = commandsOf('docs/second-machine.md')
    await run('sh', commands.next('sh'))
    const checkIt = commands.next('sh')
    const [program, args] = await write('sh', `${checkIt}\nexec ${commands.next('sh')}`)
    const { PATH } = options.env
    const second = spawn(program, args, { cwd: folder, env: { PATH, HOME: folder } })
    cleanUp(t, () => void second.kill('SIGTERM'))
    let said = ''
    second.stdout.on('data', (part: Buffer) => (said += part.toString()))
    const operator = await createAdministrator(own)
    const workers = await until(
      async () => (await operator.GET('/api/v1/admin/workers', {})).items,
      ({ length }) => length === 2,
    ).catch((cause: unknown) => {
      throw new Error(said, { cause })
    })
    assert.match(said, /Keys: the ones that this database is used with/)
    const first = workers.find(({ worker_id }) => !worker_id.includes(`-${second.pid}-`))!
    const path = { params: { path: { worker_id: first.worker_id } } }
    await operator.POST('/api/v1/admin/workers/{worker_id}/drain', path)
    const task_id = await makeVideo(await createMaker(own.url), 1)
    const made = await bucket.list()
    assert.ok(made.some(({ key }) => key === `videos/${task_id}.mp4`))
  })

  test('docs/configure.md, docs/operating: settings are checked and changed, probes answer, keys are changed', async (t) => {
    const METRICS_TOKEN = 'a-token-of-the-monitoring'
    const own = await installProduct(t, { METRICS_TOKEN })
    await own.start()
    const { folder, run } = await openFolder(t, { DATA_DIR: own.data_dir, METRICS_TOKEN })
    await symlink(join(root, 'server'), join(folder, 'server'))
    const settings = commandsOf('docs/configure.md')
    assert.match(await run('sh', settings.next('sh')), /^Keys: /m)
    await createAdministrator(own)
    const atOwn = (lines: string): string => lines.replaceAll('http://127.0.0.1:8080', own.url)
    const changed = await run('sh', atOwn(signIn('operator@example.org') + settings.next('sh')))
    assert.deepEqual(JSON.parse(changed), { registration_enabled: false, longest_wait_s: 1200 })
    const probes = commandsOf('docs/operating/monitor.md').all('sh').join('')
    assert.match(await run('sh', atOwn(probes)), /"ok".*"ok".*clipwright_health_problems/s)
    const limits = `URL=${own.url} ADMIN=$TOKEN\n${commandsOf('docs/operating/limits.md').next('sh')}`
    assert.match(await run('sh', atOwn(signIn('operator@example.org')) + limits), /"points":20/)
    await symlink(join(root, 'server/bin/clipwright-server.mjs'), join(folder, 'clipwright-server'))
    const doctor = commandsOf('docs/operating/doctor.md').next('sh')
    const told = await run('sh', doctor).catch((error: { stdout: string }) => error.stdout)
    assert.match(told, /^Keys: /m)
    const rotated = await run('sh', commandsOf('docs/operating/secure.md').next('sh'))
    assert.match(rotated, /\d/)
  })
})
