import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Frame } from '../features/video/card.tsx'
import { videosQuery } from '../features/video/videos.ts'
import type { Task } from '../lib/api.ts'
import { day } from '../lib/format.ts'
import { ErrorNotice } from '../ui/notice.tsx'
import { Shapes } from '../ui/shapes.tsx'
import { Title } from '../ui/title.tsx'

const filters = [undefined, 'completed', 'running', 'failed'] as const

/** Everything that was made, by day, in rows of one height. */
export function LibraryPage() {
  const { t } = useTranslation()
  const { status } = useSearch({ from: '/signed-in/library' })
  const videos = useInfiniteQuery(videosQuery(status))
  const tasks = videos.data?.pages.flatMap(({ items }) => items) ?? []
  const days = Map.groupBy(tasks, ({ created_at }) => day(created_at))
  return (
    <div className="flex flex-col gap-6">
      <Title>{t('library.title')}</Title>
      <div className="flex flex-wrap items-baseline gap-6">
        <h1 className="text-lg font-medium">{t('library.title')}</h1>
        <nav aria-label={t('library.title')} className="flex gap-1">
          {filters.map((filter) => (
            <Link
              key={filter ?? 'all'}
              to="/library"
              search={filter ? { status: filter } : {}}
              activeOptions={{ exact: true, includeSearch: true }}
              className="flex h-8 items-center rounded-control px-3 text-sm text-faint hover:text-text data-[status=active]:bg-raised data-[status=active]:text-text pointer-coarse:h-11"
            >
              {t(`library.${filter ?? 'all'}`)}
            </Link>
          ))}
        </nav>
      </div>
      {videos.isError && <ErrorNotice error={videos.error} onRetry={() => void videos.refetch()} />}
      {videos.isPending && <Shapes />}
      {videos.isSuccess && tasks.length === 0 && (
        <div className="flex min-h-80 flex-col items-center justify-center gap-1 text-center">
          <p>{t('library.empty')}</p>
          <p className="text-soft">{t('library.emptyHint')}</p>
        </div>
      )}
      {[...days].map(([date, ofDay]) => (
        <section key={date} className="flex flex-col gap-2">
          <h2 className="text-xs text-faint">{date}</h2>
          <ul className="flex flex-wrap gap-2">
            {ofDay.map((task) => (
              <Tile key={task.task_id} task={task} />
            ))}
            <li className="grow-[1000]" />
          </ul>
        </section>
      ))}
      <MoreWhenSeen
        isWanted={videos.hasNextPage && !videos.isFetchingNextPage}
        onSeen={() => void videos.fetchNextPage()}
      />
    </div>
  )
}

function Tile({ task }: { task: Task }) {
  const { width_px, height_px } = task.media ?? task.params
  const ratio = width_px / height_px
  return (
    <li className="min-w-0" style={{ flexGrow: ratio, flexBasis: `${ratio * 200}px` }}>
      <Frame task={task} />
    </li>
  )
}

/** Reads the next page before its place comes into view. */
function MoreWhenSeen({ isWanted, onSeen }: { isWanted: boolean; onSeen: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isWanted) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onSeen(), {
      rootMargin: '800px',
    })
    observer.observe(ref.current!)
    return () => observer.disconnect()
  })
  return <div ref={ref} />
}
