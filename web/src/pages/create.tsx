import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Composer } from '../features/composer/composer.tsx'
import { changeDraft, reuse } from '../features/composer/draft.ts'
import { Examples } from '../features/composer/examples.tsx'
import { VideoCard } from '../features/video/card.tsx'
import { showAtOnce, videosQuery } from '../features/video/videos.ts'
import type { Task } from '../lib/api.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { Shapes } from '../ui/shapes.tsx'
import { Title } from '../ui/title.tsx'

function onReuse(task: Task, withSeed = true): void {
  reuse(task)
  if (!withSeed) changeDraft({ seed: undefined })
  scrollTo({ top: 0, behavior: 'smooth' })
}

/** As many cards as a large screen shows at first. */
const firstCards = 6

export function CreatePage() {
  const { t } = useTranslation()
  const videos = useInfiniteQuery(videosQuery())
  const tasks = useMemo(() => videos.data?.pages.flatMap(({ items }) => items) ?? [], [videos.data])
  const shown = useDeferredValue(tasks, tasks.slice(0, firstCards)) // those below come once the first are seen
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-8 lg:flex-row">
      <Title>{t('create.title')}</Title>
      <h1 className="sr-only">{t('create.title')}</h1>
      <section className="-mx-4 px-4 lg:sticky lg:top-0 lg:mr-0 lg:max-h-[calc(100dvh-3rem)] lg:w-108 lg:shrink-0 lg:self-start lg:overflow-y-auto lg:pt-1">
        <Composer
          showAtOnce={showAtOnce}
          lastPrompt={tasks.find(({ prompt }) => prompt !== null)?.prompt ?? undefined}
        />
      </section>
      <section aria-label={t('feed.title')} className="min-w-0 flex-1 lg:pt-1">
        {videos.isError && <ErrorNotice error={videos.error} onRetry={() => void videos.refetch()} />}
        {videos.isPending && <Shapes />}
        {videos.isSuccess && tasks.length === 0 && <Examples />}
        <ul className="grid grid-cols-1 items-start gap-x-6 gap-y-8 sm:grid-cols-2 2xl:grid-cols-3">
          {shown.map((task, index) => (
            <li key={task.task_id} className="min-w-0">
              <VideoCard task={task} isFirst={index < firstCards} onReuse={onReuse} />
            </li>
          ))}
        </ul>
        {videos.hasNextPage && (
          <div className="flex justify-center pt-8">
            <Button disabled={videos.isFetchingNextPage} onClick={() => void videos.fetchNextPage()}>
              {t('feed.more')}
            </Button>
          </div>
        )}
      </section>
    </div>
  )
}
