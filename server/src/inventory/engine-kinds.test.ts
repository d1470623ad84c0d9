import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { engineKinds } from './engine-kinds.ts'
import { readEnginesFile } from './engines-file.ts'
import { createLog } from '../platform/log.ts'
import { ConfigError, Secret } from '../platform/setting.ts'
import { cleanUp } from '../testing/clean-up.ts'

const example = join(import.meta.dirname, '../../../docs/engines/engines.example.yaml')
const context = {
  kinds: engineKinds(createLog({ level: 'silent' })),
  variable: (name: string) => (['VLLM_KEY', 'OMNI_KEY'].includes(name) ? new Secret('key') : undefined),
}

test('the example of the docs is a whole and right engines file, of every kind', async () => {
  const { models, engines } = await readEnginesFile(example, context)
  assert.equal(models.length, 4)
  for (const entry of engines) {
    const engine = context.kinds[entry.kind]!.create(entry)
    assert.equal(engine.name, entry.name)
    await engine.close()
  }
  assert.deepEqual(new Set(engines.map(({ kind }) => kind)), new Set(Object.keys(context.kinds)))
})

test('every engines file in the docs is a right one, and what it offers can be ordered', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-docs-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  const docs = join(import.meta.dirname, '../../../docs/engines')
  let whole = 0
  for (const page of (await readdir(docs)).filter((name) => name.endsWith('.md'))) {
    const text = await readFile(join(docs, page), 'utf8')
    for (const [, indent, block] of text.matchAll(/^( *)```yaml\n(.*?)^ *```/gms)) {
      const yaml = block!.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
      if (!/^models:/m.test(yaml) || !/^engines:/m.test(yaml) || yaml.includes('./my-graph')) continue
      whole++
      const file = join(folder, 'engines.yaml')
      await writeFile(file, yaml)
      const { models, prices } = await readEnginesFile(file, context)
      const isPriced = (model: string, resolution: string) =>
        prices.some((price) => price.model === model && ['*', resolution].includes(price.resolution))
      for (const { name, sizes } of models)
        for (const resolution of Object.keys(sizes))
          assert.ok(isPriced(name, resolution), `${page}: ${name} in ${resolution} has no price`)
    }
  }
  assert.ok(whole >= 5, `only ${whole} were found`)
})

test('a model that takes a sound needs engines that take one', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-kinds-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  const text = await readFile(example, 'utf8')
  const errorOf = async (model: string, audio: string, task?: string): Promise<string | undefined> => {
    const path = join(folder, 'engines.yaml')
    const heard = text.replace(`  ${model}:\n    title`, `  ${model}:\n    audio: ${audio}\n    title`)
    assert.notEqual(heard, text)
    await writeFile(path, task ? heard.replace('{ task: t2v }', `{ task: ${task} }`) : heard)
    const error = await readEnginesFile(path, context).then(
      () => undefined,
      (error: unknown) => error,
    )
    return error instanceof ConfigError ? error.message : undefined
  }
  assert.match((await errorOf('wan2.2-5b', 'optional'))!, /comfy-1.*nothing says where audio goes/s)
  for (const [model, engine] of [
    ['wan2.2-t2v-a14b', 'sglang-1'],
    ['hunyuanvideo-1.5', 'vllm-1'],
  ] as const)
    assert.match((await errorOf(model, 'required'))!, new RegExp(`${engine}.*make no videos to a sound`, 's'))
  assert.match((await errorOf('ltx-2', 'optional', 's2v'))!, /lightx2v-1.*s2v needs audio: required/s)
  assert.match((await errorOf('ltx-2', 'required'))!, /no other task takes a sound/)
  assert.equal(await errorOf('ltx-2', 'required', 's2v'), undefined)
})

test('what a kind finds wrong is told with its place', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-kinds-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  const text = await readFile(example, 'utf8')
  const errorOf = async (changed: string): Promise<string> => {
    assert.notEqual(changed, text)
    const path = join(folder, 'engines.yaml')
    await writeFile(path, changed)
    const error = await readEnginesFile(path, context).then(
      () => undefined,
      (error: unknown) => error,
    )
    assert.ok(error instanceof ConfigError, String(error))
    return error.message
  }
  assert.match(
    await errorOf(text.replace('wan22-5b-t2v', 'wan99')),
    /engines \(comfy-1\).*wan2\.2-5b.*wan99/s,
  )
  assert.match(await errorOf(text.replace('guidance_scale_2:', 'output_path:')), /sglang-1.*output_path/s)
  assert.match(await errorOf(text.replace('task: t2v', 'task: v2v')), /lightx2v-1.*task/s)
  const enhance = text.indexOf('      enhance:')
  const withEnhance = (entry: string) => {
    const end = text.indexOf('\n\n', enhance)
    return `${text.slice(0, enhance)}      enhance: ${entry}${text.slice(end)}`
  }
  for (const [entry, says] of [
    ['{ enhance: { graph: upscale-video-none } }', /comfy-1\)\.models\.enhance: .*upscale-video-esrgan/s],
    ['{ enhance: { graph: wan22-5b-t2v } }', /models\.enhance: .*where video goes/s],
    ['{ enhance: { graph: upscale-video-esrgan, max_frames: 0 } }', /models\.enhance\.enhance\.max_frames/],
    ['{ text-to-video: { graph: wan22-5b-t2v } }', /models\.enhance: there is no text-to-video here/],
  ] as const)
    assert.match(await errorOf(withEnhance(entry)), says)
  assert.match(
    await errorOf(text.replace('      ltx-2: { task: t2v }', '      enhance: { task: t2v }')),
    /lightx2v-1\)\.models\.enhance: engines of this kind enhance no videos/,
  )
  assert.match(
    await errorOf(
      text.replace(
        '        image-to-video: { graph: wan22-5b-i2v }',
        '        enhance: { graph: upscale-video-esrgan }',
      ),
    ),
    /models\.wan2\.2-5b: there is no enhance here/,
  )
  assert.match(
    await errorOf(text.replace('hung_after_s: 3600', 'hung_after_s: 1')),
    /lightx2v-1.*hung_after_s/s,
  )
})
