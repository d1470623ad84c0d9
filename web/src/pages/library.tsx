import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { modelsQuery } from '../lib/models.ts'
import { useDeleteVideos } from '../features/library/delete.ts'
import { type Choices, FilterBar } from '../features/library/filter-bar.tsx'
import { toQuery } from '../features/library/filter.ts'
import { Grid } from '../features/library/grid.tsx'
import { page_size } from '../features/library/layout.ts'
import { SelectionBar } from '../features/library/selection-bar.tsx'
import { useSelection } from '../features/library/selection.ts'
import { removeFromLists, type VideoFilter, videoPageQuery } from '../features/video/videos.ts'
import type { Task } from '../lib/api.ts'
import { number } from '../lib/format.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { Shapes } from '../ui/shapes.tsx'
import { Title } from '../ui/title.tsx'

/** Where a filtered list ends on the server. */
const longest = 10_000

/** Everything that was made, by day; what one looks for is in the address. */
export function LibraryPage() {
  const { t } = useTranslation()
  const filter = useSearch({ from: '/signed-in/library' })
  const navigate = useNavigate()
  const query = useMemo(() => toQuery(filter), [filter])
  const isFiltered = Object.keys(filter).length > 0
  const list = usePages(query)
  const selection = useSelection()
  const client = useQueryClient()
  const remove = useDeleteVideos((task_ids) => removeFromLists(client, ...task_ids))
  const { mutate } = remove
  const actions = useMemo(
    () => ({
      open: (task: Task) => void navigate({ to: '/v/$task_id', params: { task_id: task.task_id } }),
      remove: (tasks: Task[]) => {
        selection.clear()
        mutate(tasks.map(({ task_id }) => task_id))
      },
      between: list.between,
    }),
    [navigate, mutate, selection, list.between],
  )
  const { total } = list
  const choices = useChoices()
  return (
    <div className="flex flex-col">
      <Title>{t('library.title')}</Title>
      <div className="sticky top-0 z-10 -mx-4 flex flex-col gap-2 bg-page px-4 pb-2">
        <div className="flex items-baseline gap-3">
          <h1 className="text-lg font-medium">{t('library.title')}</h1>
          <p role="status" className="tabular text-xs text-faint">
            {total !== undefined &&
              total > 0 &&
              (total >= longest && isFiltered
                ? t('library.most', { count: number(total) })
                : t('library.count', { count: total, shown: number(total) }))}
          </p>
        </div>
        {(isFiltered || total !== 0) && (
          <FilterBar
            filter={filter}
            choices={choices}
            onChange={(search) => void navigate({ to: '/library', search, replace: true })}
          />
        )}
      </div>
      {list.error !== null && <ErrorNotice error={list.error} onRetry={list.retry} />}
      {total === undefined && list.error === null && <Shapes />}
      {total === 0 &&
        (isFiltered ? (
          <Empty title={t('library.none')} hint={t('library.noneHint')}>
            <Link to="/library" search={{}} className={buttonClass()}>
              {t('library.clearFilters')}
            </Link>
          </Empty>
        ) : (
          <Empty title={t('library.empty')} hint={t('library.emptyHint')}>
            <Link to="/create" className={buttonClass('primary')}>
              {t('library.emptyAction')}
            </Link>
          </Empty>
        ))}
      {total !== undefined && total > 0 && (
        <Grid
          key={JSON.stringify(query)}
          label={t('library.title')}
          pages={list.pages}
          total={total}
          selection={selection}
          actions={actions}
          onNeed={list.need}
        />
      )}
      {selection.chosen.size > 0 && (
        <SelectionBar
          tasks={[...selection.chosen.values()]}
          onDelete={() => actions.remove([...selection.chosen.values()])}
          onClear={selection.clear}
        />
      )}
    </div>
  )
}

const settleFor_ms = 80

/**
 * The pages of the list that are in view, and what is still known of the others. Of what only rushes by, nothing is read. The
 * first page is always watched: it knows how many there are.
 */
function usePages(query: VideoFilter) {
  const client = useQueryClient()
  const [range, setRange] = useState<readonly [first: number, last: number]>([0, 0])
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const need = useCallback((first: number, last: number) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(
      () => setRange((before) => (before[0] === first && before[1] === last ? before : [first, last])),
      settleFor_ms,
    )
  }, [])
  const known = (page: number) => client.getQueryData(videoPageQuery(query, page, page_size).queryKey)
  const inView = new Set([0])
  const count = Math.ceil((known(0)?.total ?? 1) / page_size)
  // One before and one after, so that nobody waits who goes on.
  for (let page = range[0] - 1; page <= range[1] + 1; page++) if (page >= 0 && page < count) inView.add(page)
  const read = useQueries({
    queries: [...inView].map((page) => videoPageQuery(query, page, page_size)),
  })
  const newest = read
    .filter(({ data }) => data !== undefined)
    .toSorted((a, b) => b.dataUpdatedAt - a.dataUpdatedAt)[0]
  const total = newest?.data?.total
  const pages = useSame(
    Array.from({ length: Math.ceil((total ?? 0) / page_size) }, (_, page) => known(page)?.items),
  )
  const between = useCallback(
    async (from: number, to: number): Promise<Task[]> => {
      const [first, last] = [Math.min(from, to), Math.max(from, to)]
      const firstPage = Math.floor(first / page_size)
      const found = await Promise.all(
        Array.from({ length: Math.floor(last / page_size) - firstPage + 1 }, (_, i) =>
          client.ensureQueryData(videoPageQuery(query, firstPage + i, page_size)),
        ),
      )
      return found.flatMap(({ items }, i) => {
        const begin = (firstPage + i) * page_size
        return items.slice(Math.max(0, first - begin), last - begin + 1)
      })
    },
    [client, query],
  )
  const failed = read.find(({ isError }) => isError)
  return { pages, total, between, need, error: failed?.error ?? null, retry: () => void failed?.refetch() }
}

/** The same list as last time while it holds the same. */
function useSame<T>(list: T[]): T[] {
  const [kept, setKept] = useState(list)
  const isSame = kept.length === list.length && kept.every((item, i) => item === list[i])
  if (!isSame) setKept(list)
  return isSame ? kept : list
}

const uniqueSorted = (values: string[]): string[] =>
  [...new Set(values)].toSorted((a, b) => a.localeCompare(b, undefined, { numeric: true }))

function useChoices(): Choices {
  const { data: models = [] } = useQuery(modelsQuery)
  return useMemo(() => {
    const sizes = models.flatMap((model) => model.sizes)
    return {
      models: models.map(({ model, title }) => ({ value: model, label: title })),
      aspect_ratios: uniqueSorted(sizes.map(({ aspect_ratio }) => aspect_ratio)),
      resolutions: uniqueSorted([...sizes.map(({ resolution }) => resolution), '1080p', '2k']),
    }
  }, [models])
}
