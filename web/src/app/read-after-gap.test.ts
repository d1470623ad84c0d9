import { test } from 'node:test'
import { QueryObserver } from '@tanstack/react-query'
import { cleanUp } from '../../../server/src/testing/clean-up.ts'
import { until } from '../../../server/src/testing/until.ts'
import { CarefulQueryClient } from './careful-query-client.ts'
import { readAfterGap } from './read-after-gap.ts'

test('what was known at the gap is read again, also if an event was written into it since', async (t) => {
  const client = new CarefulQueryClient()
  let isMissed = false
  const observer = new QueryObserver(client, {
    queryKey: ['videos'],
    queryFn: async () => (isMissed ? ['old', 'missed'] : ['old']),
    staleTime: Number.POSITIVE_INFINITY,
  })
  cleanUp(
    t,
    observer.subscribe(() => {}),
  )
  await until(async () => client.getQueryData(['videos']) !== undefined)
  isMissed = true
  readAfterGap(client, 0)
  client.setQueryData(['videos'], ['old, with progress'])
  await until(async () => client.getQueryData<string[]>(['videos'])?.length === 2)
})
