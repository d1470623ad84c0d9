import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryObserver } from '@tanstack/react-query'
import { cleanUp } from '../../../server/src/testing/clean-up.ts'
import { CarefulQueryClient } from './careful-query-client.ts'

/** A shown query whose reads the test answers, in the order of their requests. */
function show(client: CarefulQueryClient, key: string) {
  const reads: ((answer: string) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: [key],
    queryFn: () => new Promise<string>((resolve) => reads.push(resolve)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const hide = observer.subscribe(() => {})
  return { reads, hide, known: () => client.getQueryData([key]) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('what changes while something is read for the first time is read again', async (t) => {
  const client = new CarefulQueryClient()
  const { reads, hide, known } = show(client, 'video')
  cleanUp(t, hide)
  const invalidated = client.invalidateQueries({ queryKey: ['video'] })
  reads[0]!('before the change')
  await turn()
  assert.equal(reads.length, 2)
  reads[1]!('after the change')
  await invalidated
  assert.equal(known(), 'after the change')
})

test('what is not being read for the first time is read again once, and nothing else is', async (t) => {
  const client = new CarefulQueryClient()
  const video = show(client, 'video')
  const other = show(client, 'other')
  cleanUp(t, video.hide)
  cleanUp(t, other.hide)
  video.reads[0]!('first')
  await turn()
  const invalidated = client.invalidateQueries({ queryKey: ['video'] })
  video.reads[1]!('second')
  await invalidated
  assert.deepEqual([video.known(), video.reads.length, other.reads.length], ['second', 2, 1])
})

test('a read that shall go on is not given up, and is followed by another one', async (t) => {
  const client = new CarefulQueryClient()
  const { reads, hide, known } = show(client, 'picture')
  cleanUp(t, hide)
  reads[0]!('first')
  await turn()
  const change = () => client.invalidateQueries({ queryKey: ['picture'] }, { cancelRefetch: false })
  const changes = [change(), change(), change()]
  await turn()
  reads[1]!('of the first change')
  await turn()
  assert.deepEqual([known(), reads.length], ['of the first change', 3])
  reads[2]!('of the last change')
  await Promise.all(changes)
  assert.deepEqual([known(), reads.length], ['of the last change', 3])
})

test('a first read that fails is tried again', async (t) => {
  const client = new CarefulQueryClient({ defaultOptions: { queries: { retry: false } } })
  let reads = 0
  const observer = new QueryObserver(client, {
    queryKey: ['video'],
    queryFn: async () => {
      if (++reads === 1) throw new Error('gone')
      return 'here'
    },
  })
  cleanUp(
    t,
    observer.subscribe(() => {}),
  )
  await client.invalidateQueries({ queryKey: ['video'] })
  assert.deepEqual([reads, client.getQueryData(['video'])], [2, 'here'])
})
