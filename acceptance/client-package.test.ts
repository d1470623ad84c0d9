import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { rolldown } from 'rolldown'
import { openPage, servePage } from './lib/browser.ts'
import { commandsOf } from './lib/docs.ts'
import { createMaker, installProduct } from './lib/product.ts'
import { cleanUp } from '../server/src/testing/clean-up.ts'
import { inspectVideo } from './lib/video.ts'

const root = join(import.meta.dirname, '..')
const modules = join(root, 'node_modules')
const run = promisify(execFile)

/** Our own compiler, and the last one that is JavaScript, which most projects have. */
const compilers = [
  [join(modules, 'typescript')],
  [join(root, 'client/node_modules/typescript'), join(modules, 'openapi-typescript/node_modules/typescript')],
]
const resolutions = [
  { module: 'node16', moduleResolution: 'node16' },
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
]

/** What a caller relies on, and what must not compile. */
const promises = `
import { createClient, waitForTask, type Schema } from '@clipwright/client'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <T extends true>(): T | undefined => undefined

const client = createClient({ base_url: 'http://127.0.0.1:8080', credential: { api_key: 'svck_' } })
const made = await client.POST('/api/v1/video/generate', { body: { prompt: 'a calm sea' } })
same<Same<typeof made, Schema<'GenerateResponse'>>>()
const params = { path: { task_id: made.task_id } }
const task = await client.GET('/api/v1/tasks/{task_id}', { params })
same<Same<typeof task, Schema<'TaskOut'>>>()
const ended = await waitForTask(client, made.task_id)
same<Same<typeof ended, Schema<'TaskOut'>>>()
const key = await client.POST('/api/v1/me/api-keys', { body: { name: 'a key' } })
same<Same<typeof key.api_key, string>>()
const deleted = await client.DELETE('/api/v1/tasks/{task_id}', { params })
same<Same<typeof deleted, undefined>>()
// @ts-expect-error no such path
await client.GET('/api/v1/nothing')
// @ts-expect-error the path's parameter is missing
await client.GET('/api/v1/tasks/{task_id}')
// @ts-expect-error a prompt is text
await client.POST('/api/v1/video/generate', { body: { prompt: 5 } })
// @ts-expect-error no such field
console.log(task.nothing)
`

/** Where the client is packed and installed, once for all tests of this file. */
const folder = await mkdtemp(join(tmpdir(), 'clipwright-consumer-'))
after(() => rm(folder, { recursive: true, force: true }))
const here = { cwd: folder }
let tarball = ''

before(async () => {
  // What it depends on is packed from what `npm ci` has brought, so that nothing is asked of the network.
  const { stdout } = await run(process.execPath, [join(root, 'client/pack.mjs'), folder])
  tarball = stdout.trim()
  const packages = [tarball]
  for (const name of ['eventsource-parser', 'openapi-fetch', 'openapi-typescript-helpers']) {
    const packed = await run('npm', ['pack', '--json', '--ignore-scripts', join(modules, name)], here)
    packages.push(join(folder, (JSON.parse(packed.stdout) as { filename: string }[])[0]!.filename))
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', type: 'module' }))
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...packages], here)
})

test('the client leaves the repository: packed, installed elsewhere, its README is true', async (t) => {
  const examples = readExamples()
  const sources = { promises, ...Object.fromEntries(examples.map((text, i) => [`example${i}`, text])) }
  await mkdir(join(folder, 'src'))
  for (const [name, text] of Object.entries(sources)) {
    await writeFile(join(folder, 'src', `${name}.ts`), text)
  }
  const types = { typeRoots: [join(modules, '@types')], types: ['node'] } // which a consumer installs
  const strict = { strict: true, target: 'es2022', rootDir: 'src', outDir: 'out' }
  for (const resolution of resolutions) {
    const config = { compilerOptions: { ...strict, ...types, ...resolution }, include: ['src'] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
    for (const places of compilers) {
      const compiler = await findCompiler(places)
      const { output } = await run(process.execPath, [compiler, '-p', '.'], here).then(
        () => ({ output: '' }),
        (error: { stdout: string; stderr: string }) => ({ output: error.stdout + error.stderr }),
      )
      assert.equal(output, '', `${resolution.moduleResolution}, ${compiler}`)
    }
  }

  const product = await installProduct(t)
  await product.start()
  const maker = await createMaker(product.url)
  const { api_key } = await maker.POST('/api/v1/me/api-keys', { body: { name: 'the example' } })
  const env = { ...process.env, CLIPWRIGHT_URL: product.url, CLIPWRIGHT_API_KEY: api_key }
  await run(process.execPath, ['out/example0.js'], { cwd: folder, env, timeout: 300_000 })
  const { stream } = await inspectVideo(join(folder, 'balloon.mp4'))
  assert.equal(stream.codec_name, 'h264')
})

test('npm, publint and arethetypeswrong find nothing wrong with the package, and it says what it was made from', async () => {
  const packed = new Uint8Array(await readFile(tarball))
  const { messages } = await publint({ pack: { tarball: packed.buffer }, level: 'suggestion', strict: true })
  assert.deepEqual(messages, [])
  const { types, ...checked } = await checkPackage(createPackageFromTarballData(packed))
  assert.ok(types)
  // Node has been able to `require` ES modules since 22.12, the first that `engines` allows.
  const problems = 'problems' in checked ? checked.problems : []
  assert.deepEqual(
    problems.filter(({ kind }) => kind !== 'CJSResolvesToESM'),
    [],
  )
  // No registry is asked: this one is nowhere, and a token for it keeps npm from asking for a login.
  const nowhere = ['--registry', 'http://127.0.0.1:9/', '--//127.0.0.1:9/:_authToken=none']
  const dry = await run('npm', ['publish', '--dry-run', '--offline', ...nowhere, tarball], here)
  assert.match(dry.stdout, /^\+ @clipwright\/client@\d/m)
  assert.doesNotMatch(dry.stderr, /npm warn/)

  const installed = join(folder, 'node_modules/@clipwright/client')
  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as Package
  const openapi = await readFile(join(root, 'server/openapi.json'))
  const script = "import('@clipwright/client').then((all) => console.log(JSON.stringify(all)))"
  const said = await run(process.execPath, ['-e', script], here)
  assert.partialDeepStrictEqual(JSON.parse(said.stdout), {
    version,
    madeFrom: {
      api_version: (JSON.parse(openapi.toString()) as { info: Package }).info.version,
      openapi_sha256: createHash('sha256').update(openapi).digest('hex'),
    },
  })
  assert.match(
    await readFile(join(installed, 'CHANGELOG.md'), 'utf8'),
    new RegExp(`^## \\[${version}\\] - `, 'm'),
  )
})

test('a version without an entry in the changelog is not packed', async (t) => {
  const unwritten = await mkdtemp(join(tmpdir(), 'clipwright-unwritten-'))
  cleanUp(t, () => rm(unwritten, { recursive: true, force: true }))
  await cp(join(root, 'client/package.json'), join(unwritten, 'package.json'))
  const changelog = await readFile(join(root, 'client/CHANGELOG.md'), 'utf8')
  const script = `import('${join(root, 'scripts/lib/pack.mjs')}').then((all) => all.describePackage('.'))`
  const describe = async (text: string) => {
    await writeFile(join(unwritten, 'CHANGELOG.md'), text)
    return run(process.execPath, ['-e', script], { cwd: unwritten })
  }
  await describe(changelog)
  await assert.rejects(describe(changelog.replace(/^## \[\d.*$/m, '')), /has no entry/)
  await assert.rejects(describe(changelog.replaceAll(/^- .*$/gm, '')), /has no entry/)
})

test('in a browser a page of another origin submits, watches and downloads, with nothing of Node', async (t) => {
  const example = readExamples().find((text) => text.includes('Promise<Blob>'))!
  await writeFile(join(folder, 'example.ts'), example)
  const page = await servePage(t, 'localhost', await toPage(join(folder, 'example.ts')))
  const product = await installProduct(t, { CORS_ALLOWED_ORIGINS: new URL(page).origin })
  await product.start()
  const maker = await createMaker(product.url)
  const { api_key } = await maker.POST('/api/v1/me/api-keys', { body: { name: 'a page' } })
  const opened = await openPage(t, page)
  const bytes = await opened.evaluate(
    async ([url, key]) => {
      const { makeVideo } = window as unknown as { makeVideo: (...given: string[]) => Promise<Blob> }
      const blob = await makeVideo(url, key, 'a red balloon over the sea')
      return { type: blob.type, bytes: [...new Uint8Array(await blob.arrayBuffer())] }
    },
    [product.url, api_key] as const,
  )
  assert.equal(bytes.type, 'video/mp4')
  await writeFile(join(folder, 'balloon.mp4'), Uint8Array.from(bytes.bytes))
  const { stream } = await inspectVideo(join(folder, 'balloon.mp4'))
  assert.equal(stream.codec_name, 'h264')
})

interface Package {
  version: string
}

function readExamples(): string[] {
  const examples = commandsOf('client/README.md').all('ts')
  assert.ok(examples.length >= 5)
  return examples
}

/** A page with what a module exports, bundled as for any browser. @throws Error for a module that only Node has. */
async function toPage(module: string): Promise<string> {
  const bundle = await rolldown({
    input: module,
    platform: 'browser',
    plugins: [
      {
        name: 'nothing-of-node',
        resolveId: (id, importer) => {
          if (isBuiltin(id)) throw new Error(`${importer} needs ${id}, which no browser has.`)
        },
      },
    ],
    onLog: (_level, { message }) => {
      throw new Error(message)
    },
  })
  const { output } = await bundle.generate({ format: 'iife', name: 'module' })
  await bundle.close()
  return `<!doctype html><title>A page</title><body><script>${output[0].code.replaceAll('</script', '<\\/script')}
Object.assign(window, module)</script>`
}

/** The first that is installed: where npm puts a version depends on what else is. */
async function findCompiler(places: readonly string[]): Promise<string> {
  for (const place of places) {
    const path = join(place, 'bin/tsc')
    if (await readFile(path).catch(() => undefined)) return path
  }
  throw new Error(`No compiler in ${places.join(', ')}`)
}
