import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { completed, refuse, startFakeService } from './testing/fake-service.ts'
import { commands } from './testing/commands.ts'
import { createHome } from './testing/run-cli.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string
}
const withKey = { env: { CLIPWRIGHT_API_KEY: 'svck_test' } }

test('a service that is not there ends every command with 3 and says what to look at', async (t) => {
  const service = await startFakeService(t)
  await service.stop()
  const home = createHome(t, service.url)
  const commands = [
    ['balance'],
    ['tasks'],
    ['generate', 'x'],
    ['watch', 't'],
    ['download', 't'],
    ['topup', '1'],
    ['events'],
    ['batch', 'films.csv'],
    ['open', '0b6f5c1e', '--print'],
  ]
  writeFileSync(join(home.folder, 'films.csv'), 'prompt\na fox\n')
  const ended = await Promise.all(commands.map((args) => home.run(args, withKey)))
  assert.deepEqual(
    ended.map(({ code }) => code),
    commands.map(() => 3),
  )
  assert.ok(ended.every(({ stderr }) => stderr.includes(service.url) && stderr.includes('--url')))
  const { error } = (await home.run(['balance', '--json'], withKey)).json()
  assert.partialDeepStrictEqual(error, { code: 'unreachable' })
})

test('with --json every command writes one object to stdout and JSON lines to stderr, also where nothing works', async (t) => {
  const home = createHome(t, 'http://127.0.0.1:1')
  const given: Record<string, string> = { topup: '1', batch: 'films.csv', link: 'a token' }
  writeFileSync(join(home.folder, 'films.csv'), 'prompt\na fox\n')
  for (const [path, command] of commands) {
    const args = command.registeredArguments
      .filter(({ required }) => required)
      .map(({ argChoices }) => argChoices?.[0] ?? given[path] ?? 'x')
    if (path === 'open') args.push('--print') // nobody's browser is opened by a test
    const { code, json, stderr } = await home.run([...path.split(' '), ...args, '--json'], withKey)
    const { error } = json()
    const needsNobody = ['logout', 'completion', 'open'].includes(path)
    assert.equal(error === undefined, code === 0, path)
    assert.equal(code === 0, needsNobody, path)
    for (const line of stderr.split('\n').filter(Boolean)) {
      assert.equal(typeof JSON.parse(line), 'object', `${path}: ${line}`)
    }
  }
  const said = (await home.run(['--version', '--json'])).json()
  assert.partialDeepStrictEqual(said, { version, api_version: version })
  const nothing = await home.run(['--json'])
  assert.deepEqual([nothing.code, nothing.stderr], [2, ''])
  assert.ok(nothing.json()['error'])
})

test('wrong usage ends with 2, also as one JSON object', async (t) => {
  const home = createHome(t, 'http://127.0.0.1:1')
  const wrong = [
    ['balnce'],
    ['generate'],
    ['generate', 'x', '--seed', '-1'],
    ['generate', 'x', '--duration', '1.5'],
    ['tasks', '--page-size', '101'],
    ['tasks', '--status', 'done'],
    ['topup', '1000000.01'],
    ['keys', 'create'],
    ['completion', 'tcsh'],
    ['link', 'a token without its purpose'],
    ['topup', '0.001'],
    ['topup', '0'],
    ['balance', '--url', 'ftp://example.org'],
    ['balance', '--url', 'http://me:secret@example.org'],
    [],
  ]
  for (const args of wrong) {
    const { code, json } = await home.run([...args, '--json'], withKey)
    assert.equal(code, 2, args.join(' '))
    assert.ok(json()['error'])
  }
})

test('wrong usage points at the help of its own command, and says what is the most', async (t) => {
  const home = createHome(t, 'http://127.0.0.1:1')
  const seeds = await home.run(['generate', 'x', '--seed', 'y'])
  assert.match(seeds.stderr, /from 0 to 2147483647.*\nSee: clipwright generate --help/)
  const names = await home.run(['keys', 'create', 'x'.repeat(65)])
  assert.match(names.stderr, /1 to 64 characters.*\nSee: clipwright keys create --help/)
  assert.match((await home.run(['topup', '1000001'])).stderr, /0\.01 to 1000000\.00/)
})

test('something else that answers at the address is told from the service', async (t) => {
  const service = await startFakeService(t)
  service.routes['GET /api/v1/me'] = () => ({
    status: 200,
    body: 'x',
    headers: { 'content-type': 'text/html' },
  })
  const { code, stderr } = await createHome(t, service.url).run(['balance'], withKey)
  assert.equal(code, 1)
  assert.match(stderr, /is not Clipwright/)
})

test('an API key speaks without a login, and is not an option', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  assert.equal(
    (await home.run(['balance'], withKey)).stdout,
    '9.50 credits, and 0.50 credits held for tasks under way\n',
  )
  assert.deepEqual(
    service.received.map(({ headers }) => headers['x-api-key']),
    ['svck_test'],
  )
  assert.equal((await home.run(['balance', '--api-key', 'svck_test'])).code, 2)
})

test('a top-up is counted in credits and says that it is simulated', async (t) => {
  const service = await startFakeService(t)
  const { code, stdout } = await createHome(t, service.url).run(['topup', '2.5'], withKey)
  assert.equal(code, 0)
  assert.match(stdout, /^2\.50 credits added.*simulated/)
  assert.deepEqual(service.calls('POST /api/v1/me/topup')[0]?.body, { amount: 250 })
})

test('the list of tasks is asked for as filtered, and cannot steer the terminal', async (t) => {
  const service = await startFakeService(t)
  service.task = { ...completed, prompt: 'red\x1b[31m\x07\u202e balloon\n' }
  const home = createHome(t, service.url)
  const { stdout } = await home.run(
    ['tasks', '--status', 'completed', '--page', '2', '--page-size', '5'],
    withKey,
  )
  const [head, row, ...more] = stdout.trimEnd().split('\n')
  assert.match(head!, /^TASK +STATUS +LENGTH +SIZE +CREDITS +CREATED +PROMPT$/)
  assert.match(row!, /completed +5 s +480p +0\.50 .* red balloon$/)
  assert.deepEqual(more, [])
  assert.equal(String(service.received[0]?.query), 'page=2&page_size=5&status=completed')
})

test('a failure of the service names what the operator can look for', async (t) => {
  const service = await startFakeService(t)
  service.routes['GET /api/v1/me'] = () => refuse(500, 'internal_error', 'Something went wrong.')
  const { code, stderr } = await createHome(t, service.url).run(['balance'], withKey)
  assert.equal(code, 1)
  assert.match(stderr, /req_1/)
})

test('a reader that leaves early is no failure of any command', async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  const { stdout: help } = await home.run(['--help'])
  const names = help
    .slice(help.indexOf('\nCommands:'), help.indexOf('\nExamples:'))
    .match(/^ {2}[a-z]+/gm)!
    .map((name) => name.trim())
  assert.ok(names.length > 20)
  const commands = [
    ...names.map((name) => [name, '--help']),
    ['tasks'],
    ['tasks', '--json'],
    ['balance'],
    ['completion', 'bash'],
    ['topup', '1'],
  ]
  for (const args of commands) {
    const { code, stderr } = await home.run(args, { ...withKey, left: 'stdout' })
    assert.deepEqual([code, stderr], [0, ''], args.join(' '))
  }
  assert.equal(service.calls('POST /api/v1/me/topup').length, 1)
  const wrong = await home.run(['balnce'], { ...withKey, left: 'stderr' })
  assert.equal(wrong.code, 2, 'an error that nobody reads keeps its exit code')
})

test('an output that cannot be written is a failure', { skip: !existsSync('/dev/full') }, async (t) => {
  const service = await startFakeService(t)
  const home = createHome(t, service.url)
  const full = openSync('/dev/full', 'w')
  const main = join(import.meta.dirname, 'main.ts')
  const { status, stderr } = spawnSync(process.execPath, [main, 'completion', 'bash'], {
    env: home.env,
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  })
  closeSync(full)
  assert.equal(status, 1)
  assert.match(stderr, /^The output cannot be written: .*ENOSPC/)
})

test('the command starts under whatever Node runs it', () => {
  const launcher = join(import.meta.dirname, '..', 'bin', 'clipwright.mjs')
  const { stdout, status } = spawnSync(process.execPath, [launcher, '--version'], { encoding: 'utf8' })
  assert.deepEqual([status, stdout], [0, `${version}\n`])
})
