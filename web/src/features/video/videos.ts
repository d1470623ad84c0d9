import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { api, type Task } from '../../lib/api.ts'
import type { TaskEvent } from '../../lib/events.ts'
import { noteAttempt } from './attempts.ts'

export type Status = Task['status']
type TaskPage = { items: Task[]; total: number; page: number; page_size: number }

const page_size = 20

/** The user's videos, newest first, page after page. */
export const videosQuery = (status?: Status) =>
  infiniteQueryOptions({
    queryKey: ['videos', 'list', status ?? 'all'],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }): Promise<TaskPage> =>
      api.GET('/api/v1/tasks', {
        params: { query: { page: pageParam, page_size, ...(status && { status }) } },
        signal,
      }),
    getNextPageParam: (last) => (last.page * last.page_size < last.total ? last.page + 1 : undefined),
  })

/** What the list is restricted to. */
export interface VideoFilter {
  status?: Status
  model?: string
  aspect_ratio?: string
  resolution?: string
  enhanced?: 'true' | 'false'
  created_from?: string
  created_to?: string
  q?: string
}

/** One page of what matches, newest first: any of them, in any order. Pages are counted from 0. */
export const videoPageQuery = (filter: VideoFilter, page: number, page_size: number) =>
  queryOptions({
    queryKey: ['videos', 'pages', filter, page_size, page],
    queryFn: ({ signal }): Promise<TaskPage> =>
      api.GET('/api/v1/tasks', { params: { query: { ...filter, page: page + 1, page_size } }, signal }),
  })

export const videoQuery = (task_id: string) =>
  queryOptions({
    queryKey: ['videos', 'one', task_id],
    queryFn: ({ signal }) => api.GET('/api/v1/tasks/{task_id}', { params: { path: { task_id } }, signal }),
  })

/** Writes what happened to a video into every list that shows it, and reads again what an event does not tell. */
export function applyEvent(client: QueryClient, { type, task }: TaskEvent): void {
  if (type === 'task.deleted') {
    removeFromLists(client, task.task_id)
    client.removeQueries({ queryKey: videoQuery(task.task_id).queryKey })
    return
  }
  const { attempt, ...told } = task
  if (task.status === 'running') noteAttempt(client, task.task_id, attempt)
  const update = (known: Task): Task => ({
    ...known,
    ...told,
    queue: told.status === 'queued' ? known.queue : null,
  })
  const isKnown = updateInLists(client, task.task_id, update)
  client.setQueryData(videoQuery(task.task_id).queryKey, (known) => known && update(known))
  if (type === 'task.progress') return
  // Media, places of those behind, and the balance are not in the event.
  if (!isKnown || type !== 'task.running') readSoon(client, 'videos')
  readSoon(client, 'me')
  readSoon(client, 'wallet')
}

const soon_ms = 1_000
const waiting = new Set<string>()

/** Reads again what is shown of `what`, once for all that happens within a second: many videos may end together. */
function readSoon(client: QueryClient, what: string): void {
  if (waiting.has(what)) return
  waiting.add(what)
  setTimeout(() => {
    waiting.delete(what)
    void client.invalidateQueries({ queryKey: [what] })
  }, soon_ms)
}

function updateInLists(client: QueryClient, task_id: string, change: (task: Task) => Task): boolean {
  let isKnown = false
  changePages(client, (page) => {
    if (!page.items.some((task) => task.task_id === task_id)) return page
    isKnown = true
    return { ...page, items: page.items.map((task) => (task.task_id === task_id ? change(task) : task)) }
  })
  return isKnown
}

export function removeFromLists(client: QueryClient, ...task_ids: string[]): void {
  changePages(client, (page) => {
    const items = page.items.filter((task) => !task_ids.includes(task.task_id))
    const removed = page.items.length - items.length
    return removed > 0 ? { ...page, items, total: page.total - removed } : page
  })
}

/** Changes what is known of the list, wherever it is shown. A page that `change` gives back as it was stays the same. */
function changePages(client: QueryClient, change: (page: TaskPage) => TaskPage): void {
  client.setQueriesData<InfiniteData<TaskPage>>(
    { queryKey: ['videos', 'list'] },
    (list) => list && { ...list, pages: list.pages.map(change) },
  )
  client.setQueriesData<TaskPage>({ queryKey: ['videos', 'pages'] }, (page) => page && change(page))
}

/** Shows a video in the feed before the server has answered; returns what takes it back. */
export function showAtOnce(client: QueryClient, task: Task): () => void {
  client.setQueryData<InfiniteData<TaskPage>>(videosQuery().queryKey, (list) => {
    const [first, ...rest] = list?.pages ?? []
    if (!list || !first) return list
    return { ...list, pages: [{ ...first, items: [task, ...first.items] }, ...rest] }
  })
  return () => removeFromLists(client, task.task_id)
}

/** One action on a video; the lists follow by its events, and at once where nobody listens. */
function useAction<Answer>(act: (task_id: string) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['videos'] })
      void client.invalidateQueries({ queryKey: ['me'] })
    },
  })
}

const of = (task_id: string) => ({ params: { path: { task_id } } })
export const useCancelVideo = () =>
  useAction((task_id) => api.POST('/api/v1/tasks/{task_id}/cancel', of(task_id)))
export const useRetryVideo = () =>
  useAction((task_id) =>
    api.POST('/api/v1/tasks/{task_id}/retry', {
      params: { path: { task_id }, header: { 'Idempotency-Key': crypto.randomUUID() } },
    }),
  )
export const useDeleteVideo = () => useAction((task_id) => api.DELETE('/api/v1/tasks/{task_id}', of(task_id)))
