import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors, isStatus, needsSecondFactor, resultUrl, type Task, urlOf } from '../../lib/api.ts'
import { textOf } from '../../lib/form.ts'
import { credits } from '../../lib/format.ts'
import { inventoryQuery } from '../../lib/inventory.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { inputClass } from '../../ui/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { firstVideoQuery, priceQuery, useFirstVideo } from './calls.ts'
import { SetupFrame } from './frame.tsx'
import { SecondFactorFirst } from './second-factor.tsx'
import type { Maker } from './steps.ts'

/** The first video: made, and played where it was asked for. `standing` shows one that is not done. */
export function VideoStep({
  maker,
  title,
  standing,
}: {
  maker: Maker
  /** Of the model. */
  title: string
  standing: (task: Task) => ReactNode
}) {
  const { t } = useTranslation()
  const make = useFirstVideo()
  const access = useQuery(inventoryQuery)
  const video = useQuery({ ...firstVideoQuery(make.data ?? ''), enabled: make.data !== undefined })
  const task = video.data
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
      {!task && (
        <PromptForm
          maker={maker}
          way={way}
          isBusy={make.isPending || make.isSuccess || access.isPending}
          error={make.error ?? video.error}
          onMake={(prompt) => make.mutate({ ...maker, prompt, way })}
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
        <Button look="primary" className="h-9 self-start" onClick={() => make.reset()}>
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
