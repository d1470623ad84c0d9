import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Columns2, Scaling, Trash2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { changeDraft, reuse } from '../features/composer/draft.ts'
import { putPicture } from '../features/composer/pictures.ts'
import type { VideoSearch } from '../features/player/search.ts'
import { codeOf } from '../features/player/code.ts'
import { Details } from '../features/player/details.tsx'
import { DownloadButton } from '../features/player/download-button.tsx'
import { beforeAndAfter, canCompare } from '../features/player/family.ts'
import { FrameActions } from '../features/player/frame-actions.tsx'
import { Player } from '../features/player/player.tsx'
import { Frame } from '../features/video/card.tsx'
import { useDeleteWithUndo } from '../features/video/delete.ts'
import { useCancelVideo, useRetryVideo, videoQuery } from '../features/video/videos.ts'
import { base_url, isStatus, type Task } from '../lib/api.ts'
import { Button } from '../ui/button.tsx'
import { Code } from '../ui/code.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { Segments } from '../ui/segments.tsx'
import { Title } from '../ui/title.tsx'
import { NotFoundPage } from './not-found.tsx'

const Compare = lazy(async () => ({ default: (await import('../features/player/compare.tsx')).Compare }))
const EnhanceDialog = lazy(async () => ({
  default: (await import('../features/player/enhance-dialog.tsx')).EnhanceDialog,
}))

export function VideoPage() {
  const { task_id } = useParams({ from: '/signed-in/v/$task_id' })
  const video = useQuery(videoQuery(task_id))
  if (isStatus(video.error, 404, 422)) return <NotFoundPage />
  if (video.isError && !video.data)
    return <ErrorNotice error={video.error} onRetry={() => void video.refetch()} />
  if (video.isPending) return <div className="mx-auto aspect-video max-w-280 rounded-media bg-surface" />
  return <Video key={task_id} task={video.data} />
}

/** Changes what is shown of the video, without a step to go back. */
function useGo(task_id: string) {
  const navigate = useNavigate()
  return (search: VideoSearch) => navigate({ to: '/v/$task_id', params: { task_id }, search, replace: true })
}

function Video({ task }: { task: Task }) {
  const { t } = useTranslation()
  const { task_id, prompt, status } = task
  const search = useSearch({ from: '/signed-in/v/$task_id' })
  const navigate = useNavigate()
  const go = useGo(task_id)
  const player = useRef<HTMLVideoElement>(null)
  const title = prompt ?? t('video.untitled')
  const isKept = status === 'completed' && task.result_url !== null
  const startFrom = (picture: File): void => {
    reuse(task)
    // Its sound would begin again where the picture goes on.
    changeDraft({ last_image_url: undefined, audio_url: undefined, seed: undefined })
    putPicture('image_url', picture)
    changeDraft({ parent_task_id: task_id })
    void navigate({ to: '/create' })
  }
  return (
    <div className="mx-auto flex max-w-440 flex-col gap-6 xl:flex-row">
      <Title>{title.slice(0, 60)}</Title>
      <div className="min-w-0 flex-1">
        {isKept && search.compare !== undefined ? (
          <Comparison task={task} other_id={search.compare} />
        ) : isKept ? (
          <Player task={task} video={player}>
            <FrameActions
              task={task}
              video={player}
              onStart={task.model === 'enhance' ? undefined : startFrom}
            />
          </Player>
        ) : (
          <Frame task={task} />
        )}
      </div>
      <aside className="flex flex-col gap-6 xl:w-90 xl:shrink-0">
        <div className="flex flex-col gap-2">
          <h1 className="text-base leading-6 break-words">{title}</h1>
          {task.original_prompt !== null && (
            <details className="text-sm text-soft">
              <summary className="text-xs text-faint">{t('player.before')}</summary>
              <p className="pt-1">{task.original_prompt}</p>
            </details>
          )}
          {prompt !== null && (
            <CopyButton text={prompt} label={t('video.copy')} className="-ml-3 self-start" />
          )}
        </div>
        <Actions task={task} isKept={isKept} />
        {prompt !== null && (
          <Segments
            label={t('player.side')}
            value={search.tab ?? 'details'}
            options={[
              { value: 'details', label: t('player.details') },
              { value: 'code', label: t('player.code') },
            ]}
            onChange={(tab) => void go({ ...search, tab: tab === 'code' ? tab : undefined })}
          />
        )}
        {search.tab === 'code' && prompt !== null ? (
          <div className="flex flex-col gap-2">
            <p className="text-sm text-soft">{t('player.codeText')}</p>
            <Code label={t('player.code')} versions={codeOf(task, base_url)} />
          </div>
        ) : (
          <Details task={task} />
        )}
      </aside>
      {search.enhance === true && isKept && task.model !== 'enhance' && task.enhance_task_id === null && (
        <Suspense>
          <EnhanceDialog
            task={task}
            onDone={(enhanced_id) => void navigate({ to: '/v/$task_id', params: { task_id: enhanced_id } })}
            onClose={() => void go({ ...search, enhance: undefined })}
          />
        </Suspense>
      )}
    </div>
  )
}

/** What can be done with the video; the first is what one most likely wants. */
function Actions({ task, isKept }: { task: Task; isKept: boolean }) {
  const { t } = useTranslation()
  const { task_id, status, model, parent_task_id, enhance_task_id } = task
  const navigate = useNavigate()
  const go = useGo(task_id)
  const search = useSearch({ from: '/signed-in/v/$task_id' })
  const cancel = useCancelVideo()
  const retry = useRetryVideo()
  const remove = useDeleteWithUndo()
  const isEnhanced = model === 'enhance'
  const other_id = isEnhanced ? parent_task_id : enhance_task_id
  const error = cancel.error ?? retry.error
  const open = (to: string): void => void navigate({ to: '/v/$task_id', params: { task_id: to } })
  const enhanceAgain = (source_id: string): void =>
    void navigate({ to: '/v/$task_id', params: { task_id: source_id }, search: { enhance: true } })
  const reuseAll = (withSeed: boolean): void => {
    reuse(task)
    if (!withSeed) changeDraft({ seed: undefined })
    void navigate({ to: '/create' })
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        {!isEnhanced && (
          <Button look="primary" onClick={() => reuseAll(true)} title={t('video.reuseLabel')}>
            {t('player.reuse')}
          </Button>
        )}
        {!isEnhanced && <Button onClick={() => reuseAll(false)}>{t('player.reuseFresh')}</Button>}
        {isKept && !isEnhanced && (
          <Button
            onClick={() =>
              enhance_task_id === null ? void go({ ...search, enhance: true }) : open(enhance_task_id)
            }
          >
            <Scaling size={16} aria-hidden />
            {enhance_task_id === null ? t('video.enhance') : t('player.openEnhanced')}
          </Button>
        )}
        {isKept && (other_id !== null || search.compare !== undefined) && (
          <Toggle
            isOn={search.compare !== undefined}
            onClick={() =>
              void go({
                ...search,
                compare: search.compare === undefined ? (other_id ?? undefined) : undefined,
              })
            }
          >
            <Columns2 size={16} aria-hidden />
            {t('compare.title')}
          </Toggle>
        )}
        {isKept && <DownloadButton task={task} />}
        {(status === 'queued' || status === 'running') && (
          <Button disabled={cancel.isPending} onClick={() => cancel.mutate(task_id)}>
            {t('video.cancel')}
          </Button>
        )}
        {status === 'failed' && !isEnhanced && (
          <Button
            disabled={retry.isPending}
            onClick={() => retry.mutate(task_id, { onSuccess: (made) => open(made.task_id) })}
          >
            {t('video.retry')}
          </Button>
        )}
        {status === 'failed' && isEnhanced && parent_task_id !== null && (
          <Button onClick={() => void remove(task_id).then(() => enhanceAgain(parent_task_id))}>
            {t('player.enhanceAgain')}
          </Button>
        )}
        {(status === 'completed' || status === 'failed') && (
          <Button look="danger" onClick={() => void remove(task_id).then(() => navigate({ to: '/library' }))}>
            <Trash2 size={16} aria-hidden />
            {t('video.delete')}
          </Button>
        )}
      </div>
      {error !== null && <ErrorNotice error={error} />}
      {status === 'completed' && !isKept && <p className="text-sm text-soft">{t('player.gone')}</p>}
    </div>
  )
}

function Toggle({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <Button aria-pressed={isOn} className="aria-pressed:bg-raised" onClick={onClick}>
      {children}
    </Button>
  )
}

/** The video beside another of the same length: its original, its enhanced version, or a relative. */
function Comparison({ task, other_id }: { task: Task; other_id: string }) {
  const { t } = useTranslation()
  const other = useQuery(videoQuery(other_id))
  if (other.isPending) return <div className="aspect-video rounded-media bg-surface" />
  if (other.isError || !canCompare(task, other.data))
    return <p className="p-8 text-center text-soft">{t('compare.impossible')}</p>
  const [before, after] = beforeAndAfter(task, other.data)
  return (
    <Suspense fallback={<div className="aspect-video rounded-media bg-surface" />}>
      <Compare key={other_id} before={before} after={after} />
    </Suspense>
  )
}
