import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors, isStatus, needsSecondFactor, resultUrl, type Task, urlOf } from '../../lib/api.ts'
import { textOf } from '../../lib/form.ts'
import { credits } from '../../lib/format.ts'
import { inventoryQuery } from '../../lib/inventory.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { inputClass } from '../../ui/field.tsx'
import { Lines } from '../../ui/lines.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { firstVideoQuery, priceQuery, runningVideoQuery, useFirstVideo } from './calls.ts'
import { SetupFrame } from './frame.tsx'
import { SecondFactorFirst } from './second-factor.tsx'
import type { Maker } from './steps.ts'

/** The first video: made, and played where it was asked for. `standing` shows one that is not done. */
export function VideoStep({
  maker,
  title,
  task_id,
  onTask,
  standing,
}: {
  maker: Maker
  /** Of the model. */
  title: string
  /** The video that was asked for, also before a reload. */
  task_id: string | undefined
  onTask: (task_id: string | undefined) => void
  standing: (task: Task) => ReactNode
}) {
  const { t } = useTranslation()
  const make = useFirstVideo()
  const access = useQuery(inventoryQuery)
  const running = useQuery({ ...runningVideoQuery, enabled: task_id === undefined })
  const found = running.data
  useEffect(() => {
    if (task_id === undefined && found != null) onTask(found)
  }, [task_id, found, onTask])
  const video = useQuery({ ...firstVideoQuery(task_id ?? ''), enabled: task_id !== undefined })
  const isLooking = task_id === undefined ? running.isPending : video.isPending
  const task = task_id === undefined ? undefined : video.data
  const isDone = task?.status === 'completed'
  const way = needsSecondFactor(access.error) ? 'paid' : 'free'
  return (
    <SetupFrame
      step="video"
      title={t(isDone ? 'admin.setup.video.doneTitle' : 'admin.setup.video.title')}
      text={t(isDone ? 'admin.setup.video.doneText' : 'admin.setup.video.text', { model: title })}
    >
      {access.isError && way === 'free' && (
        <ErrorNotice error={access.error} onRetry={() => void access.refetch()} />
      )}
      {isLooking && <Lines count={1} height="h-40" />}
      {!task && !isLooking && (
        <PromptForm
          maker={maker}
          way={way}
          isBusy={make.isPending || access.isPending}
          error={make.error ?? video.error}
          onMake={(prompt) => make.mutate({ ...maker, prompt, way }, { onSuccess: onTask })}
        />
      )}
      <div aria-live="polite" className="sr-only">
        {task && t(`admin.setup.video.status.${task.status}`)}
      </div>
      {task && (
        <figure className="flex flex-col gap-3">
          {isDone ? <Playing task={task} /> : standing(task)}
          <figcaption className="text-sm text-soft">“{task.prompt}”</figcaption>
        </figure>
      )}
      {task?.status === 'failed' && (
        <Button look="primary" className="h-9 self-start" onClick={() => onTask(undefined)}>
          {t('tryAgain')}
        </Button>
      )}
      {(isDone || task?.status === 'failed' || needsSecondFactor(make.error)) && (
        <nav aria-label={t('admin.setup.video.ways')} className="flex flex-wrap gap-2">
          <Link to="/create" className={buttonClass(isDone ? 'primary' : 'plain', 'h-9')}>
            {t('admin.setup.video.create')}
          </Link>
          <Link to="/admin" className={buttonClass('plain', 'h-9')}>
            {t('admin.setup.video.admin')}
          </Link>
        </nav>
      )}
    </SetupFrame>
  )
}

function PromptForm({
  maker: { model },
  way,
  isBusy,
  error,
  onMake,
}: {
  maker: Maker
  way: 'free' | 'paid'
  isBusy: boolean
  error: unknown
  onMake: (prompt: string) => void
}) {
  const { t } = useTranslation()
  const id = useId()
  const price = useQuery({ ...priceQuery(model), enabled: way === 'paid' })
  const cannotPay = isStatus(error, 403) && error.code === 'topup_disabled'
  const atPrompt = fieldErrors(error)['prompt']
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    onMake(textOf(new FormData(event.currentTarget), 'prompt').trim())
  }
  return (
    <form onSubmit={submit} className="flex max-w-150 flex-col gap-4">
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-xs text-soft">
          {t('admin.setup.video.prompt')}
        </label>
        <textarea
          id={id}
          name="prompt"
          rows={3}
          required
          maxLength={4000}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first field of a page that is for filling it
          autoFocus
          defaultValue={t('admin.setup.video.example')}
          aria-invalid={atPrompt !== undefined}
          aria-describedby={`${id}-below`}
          className={`${inputClass} py-2`}
        />
        <p
          id={`${id}-below`}
          className={`tabular text-xs ${atPrompt === undefined ? 'text-faint' : 'text-bad'}`}
        >
          {atPrompt ??
            (way === 'free'
              ? t('admin.setup.video.free')
              : price.isSuccess && t('admin.setup.video.paid', { amount: credits(price.data.cost) }))}
        </p>
      </div>
      {cannotPay ? (
        <SecondFactorFirst text={t('admin.setup.factor.video')} />
      ) : (
        error !== null && atPrompt === undefined && <ErrorNotice error={error} />
      )}
      <Button type="submit" look="primary" className="h-9 self-start" disabled={isBusy}>
        {t('admin.setup.video.make')}
      </Button>
    </form>
  )
}

function Playing({ task: { task_id, prompt, media, params } }: { task: Task }) {
  const moves = !matchMedia('(prefers-reduced-motion: reduce)').matches
  const { width_px, height_px } = media ?? params
  return (
    <video
      src={resultUrl(task_id)}
      {...(media?.poster_url != null && { poster: urlOf(media.poster_url) })}
      controls
      autoPlay={moves}
      muted
      loop
      playsInline
      aria-label={prompt ?? ''}
      className="max-h-[60dvh] w-full rounded-media bg-surface"
      style={{ aspectRatio: `${width_px} / ${height_px}` }}
    />
  )
}
