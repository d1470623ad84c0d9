import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import type { Engine } from '../engines/engines.ts'
import { startClaimLoop } from '../tasks/run/claim-loop.ts'
import { createReceiver, type ReceiveDeps } from '../tasks/results/receive-video.ts'
import { createLearnSpeed } from '../tasks/queue/speed.ts'
import { extrasPatience } from '../tasks/results/store-extras.ts'
import { createInstantEngine } from './instant-engine.ts'
import { runSettings } from './run-settings.ts'
import { makeVideo } from './media/video.ts'
import { createWorld, type World } from './world.ts'

/** The prompt of its tasks: letters of all kinds, and what formats of tags might stumble over. */
export const prompt = 'дождь 雨 🌧 "tonight" a=b;#\\ \nend'

/** A world whose tasks come true at once, as a video that names its workflow. */
export async function createMakingWorld(
  t: TestContext,
  options: { env?: Record<string, string>; isAi?: boolean } = {},
) {
  const world = await createWorld(t, { env: { DELETED_RETENTION_DAYS: '0', ...options.env } })
  const plain = join(world.folder, 'plain.mp4')
  const video = join(world.folder, 'workflow.mp4')
  await writeFile(plain, await makeVideo(world.folder))
  const tags = ['-movflags', '+use_metadata_tags', '-metadata', 'workflow=SECRET-GRAPH']
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', '-i', plain, '-c', 'copy', ...tags, video])
  const bytes = await readFile(video)
  assert.ok(bytes.includes('SECRET-GRAPH'))
  const ann = await world.person()
  await world.credits(ann, 1_000)
  const engine = createInstantEngine({ video: bytes, models: ['preview'] })
  const start = (
    overrides: Partial<ReceiveDeps> = {},
    { used = engine, patience = extrasPatience }: { used?: Engine; patience?: typeof extrasPatience } = {},
  ) => {
    const receiver = createReceiver({ ...world.deps, ffmpeg_path: null, ...overrides }, patience)
    // The only model on offer here is the one that is none: as if another had been asked.
    const receive: typeof receiver = (from, operation, task, about) =>
      receiver(from, operation, options.isAi ? { ...task, model: 'wan-2.2' } : task, about)
    const deps = { ...world.deps, receive, settings: runSettings({ max_attempts: 1 }) }
    const loop = startClaimLoop(
      { ...deps, learnSpeed: createLearnSpeed(world.db) },
      { engine: used, slots: 1, shared: false },
    )
    world.resources.defer(() => loop.stop(0))
    return loop
  }
  const made = async (input: Record<string, unknown> = {}) => {
    const task_id = await world.task(ann, { prompt, negative_prompt: 'blur; 模糊', seed: 7, ...input })
    assert.equal((await world.ended(task_id)).status, 'completed')
    return task_id
  }
  return { world, ann, start, made }
}

/** The video that is stored for a task, also as a file. */
export async function storedVideo(world: World, task_id: string): Promise<{ bytes: Buffer; path: string }> {
  const bytes = await buffer((await world.deps.storage.get(`videos/${task_id}.mp4`))!)
  const path = join(world.folder, `${task_id}.mp4`)
  await writeFile(path, bytes)
  return { bytes, path }
}

export const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
