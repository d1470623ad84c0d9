import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EngineError } from '../../engines/engines.ts'
import { createInstantEngine } from '../../testing/instant-engine.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { createEngineHealth } from './engine-health.ts'
import { watchEngine } from './watch-engine.ts'

/** A watched engine that does not answer, and a clock of its own; `ask` gives how often the engine was asked so far. */
function watchSilent(world: World, models: string[]) {
  const clock = { now: 0 }
  const server = { asked: 0, isAway: true }
  const instant = createInstantEngine({ video: new Uint8Array(), models })
  const capabilities = instant.capabilities.bind(instant)
  instant.capabilities = async (signal) => {
    server.asked++
    if (server.isAway)
      throw new EngineError('unavailable', 'The engine does not answer.', { fault: 'engine' })
    return capabilities(signal)
  }
  const about = { slots: 1, kind: 'instant', url: 'http://gpu', owner: '', worker_id: 'w1', models }
  const signal = new AbortController().signal
  const health = createEngineHealth(() => clock.now)
  const watch = watchEngine(world.deps, { engine: instant, ...about }, signal, health)
  const after = async (seconds: number) => {
    clock.now += seconds * 1000
    const offers = await watch.offers()
    return { asked: server.asked, isOffered: offers.length > 0 }
  }
  return { server, after }
}

test('a server that is back is noticed within five seconds while tasks wait for it, and else within a minute', async (t) => {
  const world = await createWorld(t)
  const ann = await world.person()
  await world.credits(ann, 1000)
  await world.task(ann)
  const wanted = watchSilent(world, ['preview'])
  const idle = watchSilent(world, ['other'])
  for (const { after } of [wanted, idle]) for (const seconds of [0, 1, 2, 5, 10, 30]) await after(seconds)
  assert.deepEqual([wanted.server.asked, idle.server.asked], [6, 6])
  for (const asked of [7, 8, 9]) assert.deepEqual(await wanted.after(5), { asked, isOffered: false })
  assert.equal((await idle.after(15)).asked, 6)
  wanted.server.isAway = false
  assert.deepEqual(await wanted.after(4), { asked: 9, isOffered: false })
  assert.deepEqual(await wanted.after(1), { asked: 10, isOffered: true })
})
