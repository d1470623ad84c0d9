import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import type { Mode } from '../../engines/engines.ts'
import { addFreeSlot } from '../../testing/claim.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { claim } from './claim-queries.ts'
import { findPositions } from './position.ts'
import { createFindFarPlace } from './long-queues.ts'
import { headLength, listPlaces } from './position-queries.ts'

const limits = { user: 100_000, admin: 100_000 }
const model = 'wan'

/** Waiting tasks of one user, in their order. */
async function fill(world: World, tasks: readonly { mode: string; frames: number }[]): Promise<string[]> {
  const ann = await world.person()
  const { rows } = await sql<{ task_id: string }>`
    insert into tasks (task_id, user_id, model, prompt, params, cost, deadline_at, queue_tag)
    select 'task-' || place, ${ann.user_id}, ${model}, 'a calm sea', given::jsonb, 0, now() + interval '1 day', place
      from unnest(${tasks.map((task) => JSON.stringify(task))}::text[]) with ordinality as given (given, place)
    returning task_id`.execute(world.db)
  return rows.map(({ task_id }) => task_id)
}

async function offer(
  world: World,
  engine: string,
  modes: readonly Mode[],
  max_frames?: number,
): Promise<void> {
  const offers = modes.map((mode) => `${model}/${mode}`)
  const limits = max_frames === undefined ? {} : { [model]: max_frames }
  await sql`
    insert into engine_slots (engine, slot, models, offers, frame_limits)
    values (${engine}, 1, ${[model]}, ${offers}, ${JSON.stringify(limits)})`.execute(world.db)
}

/** Claims for one engine until nothing is left for it; resolves to what it got, in order. */
async function claimAll(world: World, engine: string, modes: readonly Mode[], max_frames?: number) {
  const claimed: string[] = []
  for (;;) {
    await addFreeSlot(world.db, engine)
    const { task } = await claim(world.db, {
      engine,
      owner: '',
      worker_id: 'w',
      lease_s: 60,
      limits,
      of: { model, modes: [...modes], ...(max_frames !== undefined && { max_frames }) },
    })
    if (!task) return claimed
    claimed.push(task.task_id)
  }
}

const positionsOf = async (world: World, ids: readonly string[]) => {
  const findFarPlace = createFindFarPlace(world.db)
  const found = await findPositions({ db: world.db, limits: { max_running: limits }, findFarPlace }, ids)
  return ids.map((id) => found.get(id)?.position)
}

const [text, image] = ['text-to-video', 'image-to-video'] as const

suite('places in the queue', () => {
  test('of two engines that each take one mode, the tasks of each stand behind their like alone', async (t) => {
    const world = await createWorld(t)
    await offer(world, 'texts', [text])
    await offer(world, 'images', [image])
    const modes = [text, text, image, text, image]
    const ids = await fill(
      world,
      modes.map((mode) => ({ mode, frames: 81 })),
    )
    assert.deepEqual(await positionsOf(world, ids), [1, 2, 1, 3, 2])
  })

  test('an engine that takes both lets both stand behind each other', async (t) => {
    const world = await createWorld(t)
    await offer(world, 'texts', [text])
    await offer(world, 'both', [text, image])
    const modes = [text, text, image, text, image]
    const ids = await fill(
      world,
      modes.map((mode) => ({ mode, frames: 81 })),
    )
    assert.deepEqual(await positionsOf(world, ids), [1, 2, 3, 4, 5])
  })

  test('what is too long for an engine stands before nobody who waits for it', async (t) => {
    const world = await createWorld(t)
    await offer(world, 'short', [text], 81)
    const ids = await fill(
      world,
      [161, 81, 161, 81].map((frames) => ({ mode: text, frames })),
    )
    // The third has no engine at all, and is told its place among all of its mode.
    assert.deepEqual(await positionsOf(world, ids), [1, 1, 3, 2])
  })

  test('with one engine the place told is the turn in which tasks are claimed', async (t) => {
    for (const [modes, most] of [
      [[text], undefined],
      [[image], 100],
      [[text, image], 100],
    ] as const) {
      const world = await createWorld(t)
      await offer(world, 'one', modes, most)
      const ids = await fill(
        world,
        Array.from({ length: 60 }, (_, i) => ({
          mode: (i * 7) % 3 === 0 ? image : text,
          frames: 33 + ((i * 31) % 120),
        })),
      )
      const told = await positionsOf(world, ids)
      const claimed = await claimAll(world, 'one', modes, most)
      assert.ok(claimed.length > 5)
      assert.deepEqual(
        claimed.map((id) => told[ids.indexOf(id)]),
        claimed.map((_, i) => i + 1),
      )
    }
  })

  test('behind the head of a long queue a place is off by less than a stretch', async (t) => {
    const world = await createWorld(t)
    await offer(world, 'images', [image])
    await offer(world, 'texts', [text])
    const length = 2 * headLength + 37
    const ids = await fill(
      world,
      Array.from({ length }, (_, i) => ({ mode: i % 2 === 0 ? image : text, frames: 81 })),
    )
    const asked = [0, 1, headLength - 1, headLength, headLength + 120, length - 1]
    const told = await positionsOf(
      world,
      asked.map((place) => ids[place]!),
    )
    asked.forEach((place, i) => {
      const right = Math.floor(place / 2) + 1
      const off = right - told[i]!
      if (place < headLength) assert.equal(off, 0)
      else assert.ok(off >= 0 && off <= 100, `${told[i]} and not ${right}`)
    })
    const [last] = await listPlaces(world.db, [ids.at(-1)!], limits)
    assert.equal(last!.ahead, null, 'nobody counted it')
  })
})
