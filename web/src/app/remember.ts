import {
  dehydrate,
  type DehydratedState,
  hydrate,
  type InfiniteData,
  type Query,
  type QueryClient,
} from '@tanstack/react-query'

const stored = 'clipwright.answers'
const keepFor_ms = 24 * 3_600_000
const quietFor_ms = 2_000

/** What a page shows first: who one is, what can be made, and the newest videos. */
const remembered = new Set(['["me"]', '["config"]', '["models"]', '["videos","list","all"]'])

/**
 * Shows the last known answers at once after a reload, while new ones are on their way. They stay in this browser for a day;
 * signing out clears them with everything else, and so does an answer that nobody is signed in.
 */
export function rememberAnswers(client: QueryClient): void {
  try {
    const { at, answers } = JSON.parse(localStorage.getItem(stored) ?? '{}') as {
      at?: number
      answers?: DehydratedState
    }
    if (at !== undefined && answers && Date.now() - at < keepFor_ms) hydrate(client, answers)
  } catch {
    localStorage.removeItem(stored) // of another version
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  client.getQueryCache().subscribe(({ type, query }) => {
    const isForgotten = type === 'removed' && query.queryKey[0] === 'me'
    if (!isForgotten && (type !== 'updated' || !isRemembered(query))) return
    clearTimeout(timer)
    if (isForgotten) return localStorage.removeItem(stored)
    timer = setTimeout(() => write(client), quietFor_ms)
  })
}

function write(client: QueryClient): void {
  if (!client.getQueryData(['me'])) return localStorage.removeItem(stored)
  const answers = dehydrate(client, {
    shouldDehydrateQuery: (query) => query.state.status === 'success' && isRemembered(query),
    serializeData: firstPage,
  })
  try {
    localStorage.setItem(stored, JSON.stringify({ at: Date.now(), answers }))
  } catch {
    localStorage.removeItem(stored) // the browser's room is full
  }
}

const isRemembered = ({ queryKey }: Pick<Query, 'queryKey'>): boolean =>
  remembered.has(JSON.stringify(queryKey))

function firstPage(data: unknown): unknown {
  const { pages, pageParams } = (data ?? {}) as Partial<InfiniteData<unknown>>
  return pages && pageParams ? { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) } : data
}
