import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { openHome } from './lib/cli.ts'
import { installProduct, until } from './lib/product.ts'
import { inspectVideo } from './lib/video.ts'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)
/** The oldest line of Node that the package is for. */
const node22 = '22.23.3'

/** Where the program is packed and installed, as on a machine that has Node 22 and nothing of ours. */
const folder = await mkdtemp(join(tmpdir(), 'clipwright-packed-'))
after(() => rm(folder, { recursive: true, force: true }))
const prefix = join(folder, 'global')
const nodeBin = join(folder, 'node_modules/node/bin')
const path = `${nodeBin}:${process.env['PATH']}`
let tarball = ''

before(async () => {
  const { stdout } = await run(process.execPath, [join(root, 'cli/pack.mjs'), folder])
  tarball = stdout.trim()
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, allowScripts: { node: true } }),
  )
  await run('npm', ['install', '--no-audit', '--no-fund', `node@${node22}`], { cwd: folder })
  // An empty cache and no network: whatever it needed besides itself would be missing.
  const nothing = ['--offline', '--cache', join(folder, 'cache'), '--no-audit', '--no-fund']
  await run('npm', ['install', '--global', '--prefix', prefix, ...nothing, tarball], { cwd: folder })
})

const home = (t: Parameters<typeof openHome>[0], url: string, env = {}) =>
  openHome(t, { url, command: [join(prefix, 'bin/clipwright')], env: { PATH: path, ...env } })

test('the packed program works under Node 22 on a machine that has nothing else of ours', async (t) => {
  const { stdout: version } = await run('node', ['--version'], { env: { PATH: path } })
  assert.equal(version, `v${node22}\n`)
  const product = await installProduct(t)
  await product.start()
  const { run: clipwright, start, folder } = await home(t, product.url)
  const done = async (args: string[], input = '') => {
    const { code, stdout, stderr } = await clipwright(args, { input })
    assert.equal(code, 0, `${args.join(' ')}: ${stdout}${stderr}`)
    return stdout
  }
  await done(['login', '--register', '--email', 'ann@example.org'], 'correct horse battery\n')
  assert.match(await done(['topup', '10']), /^10\.00 credits added/)
  const tail = start(['events', '--since', '0', '--json'])
  assert.match(
    await done(['generate', 'a calm sea', '--duration', '1', '-o', 'sea.mp4']),
    /^sea\.mp4 {2}832x480, 1 s/,
  )
  assert.equal((await inspectVideo(join(folder, 'sea.mp4'))).stream.codec_name, 'h264')
  await writeFile(join(folder, 'films.csv'), 'prompt,name,duration\na fox,fox,1\nan owl,owl,1\n')
  assert.match(await done(['batch', 'films.csv', '--budget', '1']), /^2 of 2 rows done, for 0\.20 credits/)
  assert.deepEqual((await readdir(join(folder, 'films'))).toSorted(), ['fox.mp4', 'owl.mp4'])
  await until(
    async () => tail.lines().filter((line) => line.startsWith('{"type":"task.completed"')),
    ({ length }) => length === 3,
  )
  tail.child.kill('SIGINT')
  assert.equal((await tail.ended).code, 130)
  assert.equal(await done(['open', '--print']), `${product.url}/\n`)
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  const hello = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
  const tools = start(['mcp'], { input: null })
  tools.child.stdin.write(`${JSON.stringify(hello)}\n${JSON.stringify(list)}\n`)
  const answers = await until(
    async () => tools.lines(),
    ({ length }) => length === 2,
  )
  assert.match(answers[1]!, /"generate_video"/)
  tools.child.stdin.end()
  assert.equal((await tools.ended).code, 0)
  assert.match(await done(['completion', 'bash']), /complete -F _clipwright clipwright/)
  await done(['logout'])
})

test('the package is one file tree with no other package, and says whose code is in it', async () => {
  const installed = join(prefix, 'lib/node_modules')
  assert.deepEqual(
    (await readdir(installed)).filter((name) => !name.startsWith('.')),
    ['@clipwright'],
  )
  const own = join(installed, '@clipwright/cli')
  const names = await readdir(own)
  assert.ok(!names.includes('node_modules') && !names.includes('src'))
  const notices = await readFile(join(own, 'THIRD-PARTY.txt'), 'utf8')
  const ours = new Set(['cli', 'client', 'mcp'])
  const wanted = new Set(ours)
  for (const name of wanted) {
    const path = join(root, ours.has(name) ? '' : 'node_modules', name)
    const { version, dependencies = {} } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as {
      version: string
      dependencies?: Record<string, string>
    }
    // Of one package there are only types.
    const others = Object.keys(dependencies).filter((one) => one !== 'openapi-typescript-helpers')
    for (const one of others) if (!one.startsWith('@clipwright/')) wanted.add(one)
    if (path.includes('node_modules')) assert.match(notices, new RegExp(`^${name} ${version}, [A-Z]`, 'm'))
  }
  assert.ok(wanted.size > 8)
  for (const name of names.filter((name) => name.endsWith('.js'))) {
    assert.ok(!(await readFile(join(own, name), 'utf8')).includes(root), `${name} names a folder of ours`)
  }
})

test('npm and publint find nothing wrong with the package', async () => {
  const packed = new Uint8Array(await readFile(tarball))
  const { messages } = await publint({ pack: { tarball: packed.buffer }, level: 'suggestion', strict: true })
  // It takes the validator of the MCP server, which writes code as text, for CommonJS; the first test runs it.
  const wrong = messages.filter(({ code }) => code !== 'FILE_INVALID_FORMAT')
  assert.deepEqual(wrong, [])
  const nowhere = ['--offline', '--registry', 'http://127.0.0.1:9/', '--//127.0.0.1:9/:_authToken=none']
  const dry = await run('npm', ['publish', '--dry-run', ...nowhere, tarball], { cwd: folder })
  assert.match(dry.stdout, /^\+ @clipwright\/cli@\d/m)
  assert.doesNotMatch(dry.stderr, /npm warn/)
})

test('the program starts fast, since it reads only what the command needs', async (t) => {
  const own = join(prefix, 'lib/node_modules/@clipwright/cli')
  const times: number[] = []
  for (let i = 0; i < 10; i++) {
    const began = performance.now()
    await run('node', [join(own, 'clipwright.js'), '--version'], { env: { PATH: path } })
    times.push(performance.now() - began)
  }
  t.diagnostic(`clipwright --version: ${Math.round(Math.min(...times))} ms at best of ten`)
  // What only `batch` needs is a file of its own.
  const texts = await Promise.all(
    (await readdir(own))
      .filter((name) => name.endsWith('.js'))
      .map(async (name) => [name, await readFile(join(own, name), 'utf8')] as const),
  )
  const withParser = texts.filter(([, text]) => text.includes('Invalid Record Length')).map(([name]) => name)
  assert.equal(withParser.length, 1)
  assert.notEqual(withParser[0], 'clipwright.js')
})
