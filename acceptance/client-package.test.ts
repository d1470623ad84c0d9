import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
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

test('the client leaves the repository: packed, installed elsewhere, its README is true', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-consumer-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  const here = { cwd: folder }

  // What it depends on is packed from what `npm ci` has brought, so that nothing is asked of the network.
  const { stdout } = await run(process.execPath, [join(root, 'client/pack.mjs'), folder])
  const packages = [stdout.trim()]
  for (const name of ['eventsource-parser', 'openapi-fetch', 'openapi-typescript-helpers']) {
    const packed = await run('npm', ['pack', '--json', '--ignore-scripts', join(modules, name)], here)
    packages.push(join(folder, (JSON.parse(packed.stdout) as { filename: string }[])[0]!.filename))
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', type: 'module' }))
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...packages], here)

  const readme = await readFile(join(root, 'client/README.md'), 'utf8')
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => match[1]!)
  assert.ok(examples.length >= 4)
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

/** The first that is installed: where npm puts a version depends on what else is. */
async function findCompiler(places: readonly string[]): Promise<string> {
  for (const place of places) {
    const path = join(place, 'bin/tsc')
    if (await readFile(path).catch(() => undefined)) return path
  }
  throw new Error(`No compiler in ${places.join(', ')}`)
}
