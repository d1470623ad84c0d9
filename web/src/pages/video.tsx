import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Download, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { reuse } from '../features/composer/draft.ts'
import { Frame } from '../features/video/card.tsx'
import { useDeleteVideo, videoQuery } from '../features/video/videos.ts'
import { isStatus, resultUrl, type Task } from '../lib/api.ts'
import { bytes, credits, dateTime, duration } from '../lib/format.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { Title } from '../ui/title.tsx'
import { NotFoundPage } from './not-found.tsx'

export function VideoPage() {
  const { task_id } = useParams({ from: '/signed-in/v/$task_id' })
  const video = useQuery(videoQuery(task_id))
  if (isStatus(video.error, 404, 422)) return <NotFoundPage />
  if (video.isError) return <ErrorNotice error={video.error} onRetry={() => void video.refetch()} />
  if (video.isPending) return <div className="mx-auto aspect-video max-w-280 rounded-media bg-surface" />
  return <Video task={video.data} />
}

function Video({ task }: { task: Task }) {
  const { t } = useTranslation()
  const { params, media } = task
  const navigate = useNavigate()
  const remove = useDeleteVideo()
  const { width_px, height_px } = media ?? params
  const title = task.prompt ?? t('video.untitled')
  const facts: [string, string][] = [
    [t('create.model'), task.model],
    [t('video.size'), `${width_px} × ${height_px}`],
    [t('create.length'), duration(media?.duration_s ?? params.duration_seconds)],
    [t('video.frames'), String(media?.frames ?? params.frames)],
    [t('video.seed'), String(params.seed)],
    [t('video.priceLabel'), t('video.cost', { amount: credits(task.cost) })],
    ...(task.completed_at === null
      ? []
      : [[t('video.made'), dateTime(task.completed_at)] as [string, string]]),
    ...(media ? [[t('video.file'), bytes(media.bytes)] as [string, string]] : []),
  ]
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-6 xl:flex-row">
      <Title>{title.slice(0, 60)}</Title>
      <div className="min-w-0 flex-1">
        {task.status === 'completed' ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- generated videos have no speech
          <video
            key={task.task_id}
            src={resultUrl(task.task_id)}
            poster={media?.poster_url ?? undefined}
            controls
            loop
            playsInline
            className="mx-auto max-h-[calc(100dvh-7rem)] w-full rounded-media bg-black"
            style={{ aspectRatio: `${width_px} / ${height_px}` }}
          />
        ) : (
          <Frame task={task} />
        )}
      </div>
      <aside className="flex flex-col gap-6 xl:w-90">
        <div className="flex flex-col gap-2">
          <h1 className="text-base leading-6">{title}</h1>
          {task.prompt !== null && (
            <CopyButton text={task.prompt} label={t('video.copy')} className="-ml-3 self-start" />
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            onClick={() => {
              reuse(task)
              void navigate({ to: '/create' })
            }}
          >
            {t('video.reuse')}
          </Button>
          {task.status === 'completed' && (
            <a href={resultUrl(task.task_id)} download className={buttonClass()}>
              <Download size={16} aria-hidden />
              {t('video.download')}
            </a>
          )}
          {(task.status === 'completed' || task.status === 'failed') && (
            <Button
              look="danger"
              disabled={remove.isPending}
              onClick={() =>
                remove.mutate(task.task_id, { onSuccess: () => void navigate({ to: '/library' }) })
              }
            >
              <Trash2 size={16} aria-hidden />
              {t('video.delete')}
            </Button>
          )}
        </div>
        {remove.isError && <ErrorNotice error={remove.error} />}
        <dl className="tabular grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-faint">{name}</dt>
              <dd className="text-right break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </aside>
    </div>
  )
}
