import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { testEngineContract } from '../testing/contracts/engine-contract.ts'
import { makeClip } from '../testing/media/clips.ts'
import { createFfmpegUpscaler } from '../upscalers/upscalers.ts'
import { enhanceModel, type EngineRequest } from './engines.ts'
import { createUpscaleEngine } from './upscale.ts'
import { cleanUp } from '../testing/clean-up.ts'

async function modelFolderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-upscale-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  return folder
}

const open = (work_dir: string) =>
  createUpscaleEngine({
    work_dir,
    upscaler: createFfmpegUpscaler(),
    problems: [],
  })

function enhance(source: string, frames: number): EngineRequest {
  return {
    model: enhanceModel,
    mode: 'enhance',
    prompt: '',
    negative_prompt: null,
    width_px: 192,
    height_px: 128,
    fps: 30000 / 1001,
    frames,
    seed: 1,
    steps: null,
    guidance: null,
    image: null,
    last_image: null,
    audio: null,
    video: async () => createReadStream(source),
  }
}

testEngineContract('upscale', async (t) => {
  const folder = await modelFolderOf(t)
  const [short, long] = [await makeClip(folder, 'short'), await makeClip(folder, 'long', { frames: 400 })]
  return {
    engine: open(join(folder, 'work')),
    request: enhance(short, 25),
    slow_request: { ...enhance(long, 400), width_px: 1800, height_px: 1200 },
  }
})

test('what a killed process left of an operation goes when it is forgotten, and nothing else', async (t) => {
  const work_dir = join(await modelFolderOf(t), 'work')
  const engine = open(work_dir)
  await engine.forget({ key: 'task-1' }) // before there is a folder
  await mkdir(work_dir)
  const left = ['task-1.scratch.mp4', 'task-1.part.0a1b2c3d.part.mp4', 'task-1.part.mp4', 'task-1.mp4']
  const others = ['task-10.mp4', 'task-10.scratch.mp4', 'task.mp4']
  for (const name of [...left, ...others]) await writeFile(join(work_dir, name), '')
  await engine.forget({ key: 'task-1' })
  assert.deepEqual((await readdir(work_dir)).toSorted(), others.toSorted())
})
