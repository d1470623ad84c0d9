import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { cleanUp } from '../../testing/clean-up.ts'
import { poll, type PollOptions } from './poll.ts'

const never_ms = 3_600_000

/** A loop whose rounds end by the test's word. */
function heldPoll(t: TestContext, options: Partial<PollOptions> = {}) {
  const rounds: PromiseWithResolvers<'again' | void>[] = []
  let begun = Promise.withResolvers<void>()
  const listeners = new Map<string, (subject: string) => void>()
  const errors: unknown[] = []
  const loop = poll(
    () => {
      const held = Promise.withResolvers<'again' | void>()
      rounds.push(held)
      begun.resolve()
      begun = Promise.withResolvers()
      return held.promise
    },
    {
      notifier: {
        listen: (channel, onHint) => {
          listeners.set(channel, onHint)
          return () => listeners.delete(channel)
        },
      },
      channels: ['a', 'b'],
      every_ms: never_ms,
      onError: (error) => errors.push(error),
      ...options,
    },
  )
  cleanUp(t, async () => {
    const ended = loop.stop()
    for (const round of rounds) round.resolve()
    await ended
  })
  const tell = (channel: string, subject = '') => listeners.get(channel)?.(subject)
  return { loop, rounds, errors, tell, listeners, nextRound: () => begun.promise }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

suite('poll', () => {
  test('the first round starts at once, the next one after a hint on any channel', async (t) => {
    const { rounds, tell, nextRound } = heldPoll(t)
    assert.equal(rounds.length, 1)
    for (const channel of ['a', 'b']) {
      rounds.at(-1)!.resolve()
      await settle()
      const next = nextRound()
      tell(channel)
      await next
    }
    assert.equal(rounds.length, 3)
  })

  test('hints during a round start one more, when it has ended', async (t) => {
    const { rounds, tell, nextRound } = heldPoll(t)
    tell('a')
    tell('a')
    await settle()
    assert.equal(rounds.length, 1)
    const next = nextRound()
    rounds[0]!.resolve()
    await next
    rounds[1]!.resolve()
    await settle()
    assert.equal(rounds.length, 2)
  })

  test('without a hint it runs every so often', async (t) => {
    const { rounds, nextRound } = heldPoll(t, { every_ms: 1 })
    const next = nextRound()
    rounds[0]!.resolve()
    await next
  })

  test('a round that knows of more is repeated at once', async (t) => {
    const { rounds, nextRound } = heldPoll(t)
    const next = nextRound()
    rounds[0]!.resolve('again')
    await next
  })

  test('a round that fails is told, and ends nothing', async (t) => {
    const { rounds, errors, tell, nextRound } = heldPoll(t)
    rounds[0]!.reject(new Error('no'))
    await settle()
    assert.equal(errors.length, 1)
    const next = nextRound()
    tell('a')
    await next
  })

  test('who listens hears of each hint before its round', async (t) => {
    const heard: string[] = []
    const { rounds, tell } = heldPoll(t, {
      onHint: (channel, subject) => heard.push(`${channel} ${subject}`),
    })
    tell('b', 'it')
    assert.deepEqual(heard, ['b it'])
    assert.equal(rounds.length, 1)
  })

  test('stopping waits for the round, starts no other and listens no more', async (t) => {
    const { loop, rounds, tell, listeners } = heldPoll(t)
    tell('a')
    let isOver = false
    const ended = loop.stop().then(() => (isOver = true))
    await settle()
    assert.equal(isOver, false)
    rounds[0]!.resolve('again')
    await ended
    assert.equal(rounds.length, 1)
    assert.equal(listeners.size, 0)
  })

  test('stopping ends a pause', async (t) => {
    const { loop, rounds } = heldPoll(t, { debounce_ms: never_ms })
    rounds[0]!.resolve()
    await settle()
    await loop.stop()
  })
})
