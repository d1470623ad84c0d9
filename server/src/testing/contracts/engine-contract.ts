import assert from 'node:assert/strict'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import type { Engine, EngineRequest, Operation, OperationState } from '../../engines/engines.ts'
import { probe, type VideoFacts } from '../../platform/media/probe.ts'
import { patience_ms as usualPatience_ms } from '../until.ts'

export interface EngineUnderTest {
  engine: Engine
  /** What the contract starts: small and quick. */
  request: EngineRequest
  /** What the contract cancels: it should still run when the cancellation arrives, if the engine can be that slow. */
  slow_request: EngineRequest
}

const POLL_MS = 15

/** Asks until `isReached` holds, and gives every state that was seen. @throws Error when the operation ended before. */
export async function inspectUntil(
  engine: Engine,
  operation: Operation,
  isReached: (state: OperationState) => boolean,
  limit: AbortSignal = AbortSignal.timeout(usualPatience_ms),
): Promise<OperationState[]> {
  const seen: OperationState[] = []
  for (;;) {
    const state = await engine.inspect(operation, limit)
    seen.push(state)
    if (isReached(state)) return seen
    if (hasEnded(state)) throw new Error(`It ended before: ${JSON.stringify(state)}`)
    await pause(POLL_MS, undefined, { signal: limit })
  }
}

/** Whether nothing more will happen to an operation. */
export function hasEnded(state: OperationState): boolean {
  return state.status === 'succeeded' || state.status === 'failed' || state.status === 'lost'
}

const keyFor = (purpose: string) => `contract-${purpose}-${crypto.randomUUID()}`

/**
 * What every engine promises. `open` gives a fresh engine for each test and cleans up after it. `takesKey: false`: the server
 * names its operations itself, so a second start with the same key is another one. `patience_ms`: for a video, on a real server.
 */
export function testEngineContract(
  name: string,
  open: (t: TestContext) => Promise<EngineUnderTest>,
  { takesKey = true, patience_ms = usualPatience_ms }: { takesKey?: boolean; patience_ms?: number } = {},
): void {
  const inTime = () => AbortSignal.timeout(patience_ms)
  test(`${name}: it offers at least one model, each once, with at least one mode`, async (t) => {
    const { engine, request } = await open(t)
    const { offers: offered, problems } = await engine.capabilities(inTime())
    assert.deepEqual(problems, [])
    assert.ok(offered.some(({ model, modes }) => model === request.model && modes.includes(request.mode)))
    assert.equal(new Set(offered.map(({ model }) => model)).size, offered.length)
  })

  test(`${name}: what is started ends in a video of the size and length asked for`, async (t) => {
    const { engine, request } = await open(t)
    const operation = await engine.start(request, { key: keyFor('whole'), signal: inTime() })
    assert.deepEqual(operation, JSON.parse(JSON.stringify(operation)), 'an operation survives storage')

    const states = await inspectUntil(engine, operation, hasEnded, inTime())
    assert.equal(states.at(-1)?.status, 'succeeded')
    const progress = states.map((state) => (state.status === 'running' ? (state.progress ?? 0) : 0))
    const running = progress.slice(0, -1)
    assert.deepEqual(
      running,
      running.toSorted((a, b) => a - b),
      'progress never goes back',
    )
    assert.ok(progress.every((part) => part >= 0 && part <= 1))

    const facts = await downloadAndProbe(engine, operation, inTime)
    const { width_px, height_px, frames, fps } = facts
    assert.deepEqual(
      { width_px, height_px, frames, fps },
      {
        width_px: request.width_px,
        height_px: request.height_px,
        frames: request.frames,
        fps: request.fps,
      },
    )
    assert.deepEqual(await downloadAndProbe(engine, operation, inTime), facts, 'a download may start over')
    await engine.forget(operation)
  })

  if (takesKey) {
    test(`${name}: two starts with one key are one start`, async (t) => {
      const { engine, request } = await open(t)
      const key = keyFor('twice')
      const starts = [1, 2].map(() => engine.start(request, { key, signal: inTime() }))
      const [first, second] = await Promise.all(starts)
      assert.ok(first)
      assert.deepEqual(second, first)
      assert.deepEqual(engine.operationFor(key) ?? first, first, 'what is foreseen is what comes')
      await inspectUntil(engine, first, hasEnded, inTime())
      assert.deepEqual(await engine.start(request, { key, signal: inTime() }), first)
      assert.equal(
        (await engine.inspect(first, inTime())).status,
        'succeeded',
        'a late start does not begin again',
      )
      await engine.forget(first)
    })
  } else {
    test(`${name}: an operation is known only by what its start returns, and each start has its own`, async (t) => {
      const { engine, request } = await open(t)
      const key = keyFor('twice')
      assert.equal(engine.operationFor(key), undefined)
      const first = await engine.start(request, { key, signal: inTime() })
      const second = await engine.start(request, { key, signal: inTime() })
      assert.notDeepEqual(second, first)
      await inspectUntil(engine, first, hasEnded, inTime())
      await engine.forget(first)
      assert.equal((await engine.inspect(first, inTime())).status, 'lost')
      assert.equal((await inspectUntil(engine, second, hasEnded, inTime())).at(-1)?.status, 'succeeded')
      await engine.forget(second)
    })
  }

  test(`${name}: what is cancelled stops, and twice is once`, async (t) => {
    const { engine, slow_request } = await open(t)
    const operation = await engine.start(slow_request, { key: keyFor('cancel'), signal: inTime() })
    const first = await engine.cancel(operation, inTime())
    const second = await engine.cancel(operation, inTime())
    assert.ok(['stopped', 'still_busy', 'unseen'].includes(first))
    if (first !== 'still_busy') assert.notEqual(second, 'still_busy')
    await inspectUntil(
      engine,
      operation,
      (state) => state.status !== 'running' && state.status !== 'waiting',
      inTime(),
    )
    assert.notEqual(await engine.cancel(operation, inTime()), 'still_busy')
    await engine.forget(operation)
  })

  test(`${name}: an operation that nobody started is lost, and may be cancelled and forgotten`, async (t) => {
    const { engine, request } = await open(t)
    const operation = await engine.start(request, { key: keyFor('gone'), signal: inTime() })
    await inspectUntil(engine, operation, hasEnded, inTime())
    await engine.forget(operation)
    await engine.forget(operation)
    await engine.forget({ unheard_of: true })
    assert.equal((await engine.inspect({ unheard_of: true }, inTime())).status, 'lost')
    await engine.cancel({ unheard_of: true }, inTime())
  })

  test(`${name}: a call that is aborted starts nothing and answers nothing`, async (t) => {
    const { engine, request } = await open(t)
    const aborted = AbortSignal.abort(new Error('nobody waits any more'))
    await assert.rejects(engine.start(request, { key: keyFor('abort'), signal: aborted }), /nobody waits/)
    const operation = await engine.start(request, { key: keyFor('abort'), signal: inTime() })
    await assert.rejects(engine.inspect(operation, aborted), /nobody waits/)
    await inspectUntil(engine, operation, hasEnded, inTime())
    await assert.rejects(engine.fetch(operation, aborted), /nobody waits/)
    await engine.forget(operation)
  })
}

export async function downloadAndProbe(
  engine: Engine,
  operation: Operation,
  inTime: () => AbortSignal,
): Promise<VideoFacts> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-contract-'))
  try {
    const path = join(folder, 'video.mp4')
    await pipeline(await engine.fetch(operation, inTime()), createWriteStream(path))
    return await probe(path, { signal: inTime() })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
