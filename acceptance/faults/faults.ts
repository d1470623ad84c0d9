import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../lib/product.ts'
import { type Fault, type Recovery, type Scene, takeover_ms } from './fault.ts'
import type { FarWorker, Site } from './site.ts'
import { ended, findVictim, portrait, takenOver, type Victim } from './victim.ts'

async function times(count: number, work: () => Promise<number>): Promise<number> {
  const took: number[] = []
  for (let i = 0; i < count; i++) took.push(await work())
  return Math.max(...took)
}

/** Milliseconds from `moment` to the completion of a task that was completed after it. */
async function completedAfter(site: Site, moment: number): Promise<number> {
  const [first] = await until(
    () =>
      site.ask<{ at_ms: number | null }>(
        `select min(extract(epoch from completed_at))::float8 * 1000 as at_ms from tasks
          where status = 'completed' and completed_at > to_timestamp($1::float8 / 1000)`,
        [moment],
      ),
    ([row]) => typeof row?.at_ms === 'number',
    120_000,
  )
  return first!.at_ms! - moment
}

/** It takes tasks again; milliseconds from `moment`. */
async function worksAgain(site: Site, worker: FarWorker, moment: number): Promise<number> {
  const [first] = await until(
    () =>
      site.ask<{ at_ms: number | null }>(
        `select min(extract(epoch from started_at))::float8 * 1000 as at_ms from task_attempts
          where worker_id like $1 and started_at > to_timestamp($2::float8 / 1000)`,
        [`%-${worker.pid()}-%`, moment],
      ),
    ([row]) => typeof row?.at_ms === 'number',
    120_000,
  )
  return first!.at_ms! - moment
}

async function untilItLetsGo({ worker, task_id }: Victim): Promise<void> {
  const said = async () => {
    const lines = worker.log().split('\n')
    const let_go = lines.some((line) => line.includes('"lease_lost"') && line.includes(task_id))
    return let_go ? 'let go' : `${worker.name} holds on to ${task_id}`
  }
  await until(said, (now) => now === 'let go', 60_000)
}

/** A worker that was gone for a while, whose task is another's: what it does when it is back changes nothing. */
async function comeBackLate({ site, person }: Scene, victim: Victim, back: () => void): Promise<void> {
  await ended(person, victim.task_id)
  const before = await portrait(site, person, victim.task_id)
  back()
  await untilItLetsGo(victim)
  await wait(1000) // whatever it may still have in hand
  assert.deepEqual(await portrait(site, person, victim.task_id), before)
}

async function cutOff(scene: Scene, how: 'cut' | 'silence'): Promise<Recovery> {
  const { site, person } = scene
  const victim = await findVictim(scene)
  const moment = Date.now()
  victim.worker.line[how]()
  const recovery = await takenOver(site, victim, moment)
  await ended(person, victim.task_id)
  const before = await portrait(site, person, victim.task_id)
  victim.worker.line.mend()
  await worksAgain(site, victim.worker, Date.now())
  assert.deepEqual(await portrait(site, person, victim.task_id), before)
  return recovery
}

/** The programs that draw, of all workers. */
async function killEncoders(site: Site): Promise<number> {
  const workers = new Set(site.workers.map((worker) => worker.pid()))
  let killed = 0
  for (const entry of await readdir('/proc')) {
    const stat = /^\d+$/.test(entry) ? await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '') : ''
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (!stat.includes('(ffmpeg)') || !workers.has(Number(parent))) continue
    process.kill(Number(entry), 'SIGKILL')
    killed++
  }
  return killed
}

export const faults: Fault[] = [
  {
    name: 'kill -9 of the API, twice',
    strike: ({ site, load }) =>
      times(2, async () => {
        const moment = Date.now()
        await site.api.kill()
        await site.api.start()
        return load.acceptedAfter(moment)
      }),
  },
  {
    name: 'kill -9 of a worker',
    leavesRoom: true,
    bound_ms: takeover_ms,
    attemptsMay: 'lost',
    strike: async (scene) => {
      const { site } = scene
      const victim = await findVictim(scene)
      const moment = Date.now()
      await victim.worker.kill()
      return takenOver(site, victim, moment)
    },
  },
  {
    name: 'kill -9 of PostgreSQL, twice',
    attemptsMay: 'lost', // where it takes longer than a lease to be back
    strike: (scene) =>
      times(2, async () => {
        const { site, load } = scene
        await findVictim(scene)
        const moment = Date.now()
        process.kill(await site.postgresPid(), 'SIGKILL')
        return Math.max(await load.acceptedAfter(moment), await completedAfter(site, moment))
      }),
  },
  {
    name: 'SIGSTOP of a worker until another has done its task',
    leavesRoom: true,
    bound_ms: takeover_ms,
    attemptsMay: 'lost',
    strike: async (scene) => {
      const victim = await findVictim(scene)
      const moment = Date.now()
      victim.worker.freeze()
      const recovery = await takenOver(scene.site, victim, moment)
      await comeBackLate(scene, victim, () => victim.worker.thaw())
      return recovery
    },
  },
  {
    name: 'two workers on one task',
    leavesRoom: true,
    bound_ms: takeover_ms,
    attemptsMay: 'lost',
    strike: async (scene) => {
      const { site, person } = scene
      const victim = await findVictim(scene)
      const moment = Date.now()
      victim.worker.freeze()
      const recovery = await takenOver(site, victim, moment)
      victim.worker.thaw()
      const { status } = await person.get(victim.task_id)
      assert.equal(status, 'running', 'both are at it')
      await untilItLetsGo(victim)
      await ended(person, victim.task_id)
      const attempts = await person.attempts(victim.task_id)
      assert.deepEqual(
        attempts.toSorted((a, b) => a.attempt - b.attempt).map(({ outcome }) => outcome),
        ['lost', 'completed'],
        JSON.stringify(attempts),
      )
      return recovery
    },
  },
  {
    name: 'a worker’s line to the database cut',
    leavesRoom: true,
    bound_ms: takeover_ms,
    attemptsMay: 'lost',
    strike: (scene) => cutOff(scene, 'cut'),
  },
  {
    name: 'a worker’s line to the database silent',
    leavesRoom: true,
    bound_ms: takeover_ms,
    attemptsMay: 'lost',
    strike: (scene) => cutOff(scene, 'silence'),
  },
  {
    name: 'every database connection dropped, for 5 s',
    attemptsMay: 'lost',
    strike: async (scene) => {
      const { site, load } = scene
      await findVictim(scene)
      let moment = Date.now()
      for (const stop = moment + 5_000; moment < stop; moment = Date.now()) {
        await site.ask(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where backend_type = 'client backend' and pid <> pg_backend_pid()`,
        )
        await wait(250)
      }
      return Math.max(await load.acceptedAfter(moment), await completedAfter(site, moment))
    },
  },
  {
    name: 'S3 down',
    strike: async ({ site, outage_ms }) => {
      site.bucketLine.cut()
      await wait(outage_ms)
      const moment = Date.now()
      site.bucketLine.mend()
      return completedAfter(site, moment)
    },
  },
  {
    name: 'the engine’s programs killed, for 8 s',
    attemptsMay: 'failed',
    mayFailWith: ['render_failed'],
    strike: async (scene) => {
      const { site } = scene
      await findVictim(scene)
      let killed = 0
      let moment = Date.now()
      for (const stop = moment + 8_000; moment < stop; moment = Date.now()) {
        killed += await killEncoders(site)
        await wait(500)
      }
      assert.ok(killed >= 3, `only ${killed} were killed`)
      return completedAfter(site, moment)
    },
  },
  {
    name: 'the engine gone and back',
    attemptsMay: 'failed',
    strike: async ({ site, outage_ms }) => {
      await site.setEngine(false)
      await killEncoders(site)
      await wait(Math.min(outage_ms, 30_000))
      const moment = Date.now()
      await site.setEngine(true)
      return completedAfter(site, moment)
    },
  },
]
