import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors, type Quote, type TaskCreate } from '../../lib/api.ts'
import { credits, duration } from '../../lib/format.ts'
import { modelsQuery, ownRulesOf } from '../../lib/models.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { inputClass } from '../../ui/field.tsx'
import { ErrorNotice, useErrorText } from '../../ui/notice.tsx'
import { Segments } from '../../ui/segments.tsx'
import { changeDraft, setDraft, useDraft } from './draft.ts'
import { type Outcome, type ShowAtOnce, toRequest, useGenerate, useQuote } from './generate.ts'
import { OwnParameters } from './own-parameters.tsx'
import { PictureSlots } from './picture-slots.tsx'
import { findPicture, nearestRatio, slotsOf, useUploads } from './pictures.ts'
import { PromptBox, templateField } from './prompt-box.tsx'
import { NumberRow, Row, ruleOf, SeedRow, Shape } from './rows.tsx'
import { SoundSlot } from './sound-slot.tsx'
import { soundUse, useSoundUpload } from './sounds.ts'
import { countOf, expand, fieldsOf, hasRawBraces, parseTemplate } from './template.ts'

/** The most videos of one click. */
const mostAtOnce = 16
const variations = 4

/** Fields that say themselves what is wrong with them. */
const fieldsWithWords = [
  'prompt',
  'model',
  'image_url',
  'last_image_url',
  'audio_url',
  'aspect_ratio',
  'resolution',
  'duration_seconds',
  'seed',
  'steps',
  'guidance',
  'negative_prompt',
]

/** The form: what the chosen model takes, and nothing else, with price and wait on its button. */
export function Composer({
  lastPrompt,
  showAtOnce,
}: {
  lastPrompt: string | undefined
  showAtOnce: ShowAtOnce
}) {
  const { t } = useTranslation()
  const draft = useDraft()
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  const { data: models } = useQuery(modelsQuery)
  const model =
    models?.find(({ model: name }) => name === draft.model) ??
    models?.find((each) => each.is_default) ??
    models?.[0]

  const parts = parseTemplate(draft.prompt)
  const fields = fieldsOf(parts)
  const count = countOf(parts)
  const prompts = expand(parts, draft.fields ?? {}, mostAtOnce)
  const quote = useQuote(draft, prompts[0] ?? '')
  const { send, isSending, outcome, forget } = useGenerate(showAtOnce)
  // What was said of the last submission is about what stood there then.
  useEffect(forget, [draft])

  const uploads = Object.values(useUploads())
  const soundUpload = useSoundUpload()
  const isUploading = [...uploads, ...(soundUpload ? [soundUpload] : [])].some(({ problem }) => !problem)
  const price = quote.data?.cost ?? 0
  const canPay = (videos: number): boolean => !quote.data || price * videos <= quote.data.balance
  const isWorth = draft.prompt.trim() !== '' && count <= mostAtOnce && !quote.isError && !isUploading
  // Nobody pays a price that did not stand on the button.
  const isReady = isWorth && !isSending && !quote.isOld

  const submit = (times = 1): void => {
    if (!isReady || !canPay(prompts.length * times)) return
    const empty = [...(form.current?.querySelectorAll<HTMLInputElement>(`[${templateField}]`) ?? [])].find(
      ({ value }) => value.trim() === '',
    )
    if (empty) return empty.focus()
    // Variations differ by their seeds, which the server draws.
    const sent = times === 1 ? draft : { ...draft, seed: undefined }
    const bodies = prompts.flatMap((prompt) => Array<TaskCreate>(times).fill(toRequest(sent, prompt)))
    void send(
      bodies.map((body) => ({ body })),
      model,
    )
  }

  const [first] = outcome.failures
  const errors = { ...fieldErrors(quote.error), ...fieldErrors(first?.error) }
  const failed = outcome.of > 1 ? quote.error : (first?.error ?? quote.error)
  const ownRules = ownRulesOf(model)
  const told = [...fieldsWithWords, ...Object.keys(ownRules), ...Object.keys(draft.parameters ?? {})]
  const resolutions = [...new Set(model?.sizes.map(({ resolution }) => resolution))]
  const ratios = [...new Set(model?.sizes.map(({ aspect_ratio }) => aspect_ratio))]
  const chosen = quote.data?.params
  const picture = draft.image_url ? findPicture(draft.image_url) : undefined
  const resolution = draft.resolution ?? chosen?.resolution ?? resolutions[0]
  const ratio =
    draft.aspect_ratio ??
    (picture && nearestRatio(model?.sizes.filter((size) => size.resolution === resolution) ?? [], picture)) ??
    chosen?.aspect_ratio ??
    ratios[0]

  return (
    <form
      ref={form}
      aria-label={t('create.title')}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <PromptBox
        fields={fields}
        model={model?.model}
        lastPrompt={lastPrompt}
        error={errors['prompt']}
        input={input}
        onSubmit={submit}
      />
      <PictureSlots
        offered={slotsOf(model)}
        takesSound={soundUse(model) !== 'none'}
        ratio={ratio}
        errors={errors}
      />
      <SoundSlot
        use={soundUse(model)}
        audio_key={draft.audio_url}
        video_s={draft.duration_seconds ?? chosen?.duration_seconds}
        error={errors['audio_url']}
      />

      {/* What the rows of a model take up, until it is known. */}
      {!models && <div aria-hidden className="h-47 pointer-coarse:h-60" />}
      {models && models.length > 1 && (
        <Row label={t('create.model')} error={errors['model']}>
          <select
            aria-label={t('create.model')}
            value={model?.model}
            onChange={({ target }) => {
              const next = models.find(({ model: name }) => name === target.value)
              const { prompt, original_prompt, fields, negative_prompt } = draft
              const { image_url, audio_url, parent_task_id } = draft
              const kept = {
                ...(slotsOf(next).includes('image_url') && { image_url, parent_task_id }),
                ...(soundUse(next) !== 'none' && { audio_url }),
              }
              setDraft({ prompt, original_prompt, fields, negative_prompt, ...kept, model: target.value })
            }}
            className={`${inputClass} h-8 pointer-coarse:h-11`}
          >
            {models.map(({ model: name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </Row>
      )}
      {ratios.length > 1 && ratio !== undefined && (
        <Row label={t('create.ratio')} error={errors['aspect_ratio']}>
          <Segments
            label={t('create.ratio')}
            value={ratio}
            options={ratios.map((each) => ({ value: each, label: each, icon: <Shape ratio={each} /> }))}
            onChange={(aspect_ratio) => changeDraft({ aspect_ratio })}
          />
        </Row>
      )}
      {resolutions.length > 1 && resolution !== undefined && (
        <Row label={t('create.resolution')} error={errors['resolution']}>
          <Segments
            label={t('create.resolution')}
            value={resolution}
            options={resolutions.map((each) => ({ value: each, label: each }))}
            onChange={(resolution) => changeDraft({ resolution })}
          />
        </Row>
      )}
      <div className={`grid grid-cols-2 gap-4 ${models ? '' : 'hidden'}`}>
        <NumberRow
          label={t('create.length')}
          rule={ruleOf(model, 'duration_seconds')}
          value={draft.duration_seconds ?? chosen?.duration_seconds}
          show={(seconds) => duration(seconds)}
          error={errors['duration_seconds']}
          onChange={(duration_seconds) => changeDraft({ duration_seconds })}
        />
        <SeedRow
          value={draft.seed ?? undefined}
          error={errors['seed']}
          onChange={(seed) => changeDraft({ seed })}
        />
      </div>

      {models && (
        <OwnParameters
          rules={ownRules}
          values={draft.parameters}
          errors={errors}
          onChange={(parameters) => changeDraft({ parameters })}
        />
      )}

      <details className="group flex flex-col">
        <summary className="flex items-center gap-1 text-xs text-faint hover:text-text pointer-coarse:h-11">
          <ChevronRight
            size={16}
            aria-hidden
            className="transition-transform duration-150 group-open:rotate-90"
          />
          {t('create.advanced')}
        </summary>
        <div className="flex flex-col gap-4 pt-4">
          <NumberRow
            label={t('create.steps')}
            rule={ruleOf(model, 'steps')}
            value={draft.steps ?? undefined}
            show={String}
            error={errors['steps']}
            onChange={(steps) => changeDraft({ steps })}
          />
          <NumberRow
            label={t('create.guidance')}
            rule={ruleOf(model, 'guidance')}
            value={draft.guidance ?? undefined}
            step={0.5}
            show={String}
            error={errors['guidance']}
            onChange={(guidance) => changeDraft({ guidance })}
          />
          {ruleOf(model, 'negative_prompt') && (
            <Row label={t('create.negative')} error={errors['negative_prompt']}>
              <textarea
                aria-label={t('create.negative')}
                value={draft.negative_prompt ?? ''}
                onChange={({ target }) => changeDraft({ negative_prompt: target.value || undefined })}
                maxLength={2000}
                rows={2}
                className={`${inputClass} resize-none py-2`}
              />
            </Row>
          )}
        </div>
      </details>

      {failed !== null && !Object.keys(errors).some((field) => told.includes(field)) && (
        <ErrorNotice error={failed} />
      )}
      {outcome.of > 1 && outcome.failures.length > 0 && (
        <NotSent outcome={outcome} onAgain={() => void send(outcome.failures, model)} />
      )}
      <div className="sticky bottom-[calc(3.3rem+env(safe-area-inset-bottom))] z-10 -mx-4 flex flex-col gap-1 bg-page px-4 py-2 md:bottom-0">
        <Notes
          quote={quote.data}
          hasWords={draft.prompt.trim() !== ''}
          isTooMany={count > mostAtOnce}
          hasRawBraces={hasRawBraces(parts)}
        />
        <GenerateButton
          quote={quote.data}
          isOld={quote.isOld}
          count={prompts.length}
          isUploading={isUploading}
          isDisabled={!isReady}
          isDim={!isWorth || !quote.data}
        />
        <div className="flex min-h-8 items-center justify-between gap-2">
          <kbd className="font-sans text-xs text-faint pointer-coarse:invisible">Ctrl Enter</kbd>
          {prompts.length * variations <= mostAtOnce && (
            <Button
              look="quiet"
              className="tabular -mr-3 text-xs!"
              disabled={!isReady || !canPay(prompts.length * variations)}
              onClick={() => submit(variations)}
            >
              {t('create.variations', { count: prompts.length * variations })}
              {quote.data && (
                <span className="text-faint">{credits(price * prompts.length * variations)}</span>
              )}
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}

function Notes({
  quote,
  hasWords,
  isTooMany,
  hasRawBraces,
}: {
  quote: Quote | undefined
  hasWords: boolean
  isTooMany: boolean
  hasRawBraces: boolean
}) {
  const { t } = useTranslation()
  return (
    <>
      {isTooMany && (
        <p role="alert" className="text-xs text-bad">
          {t('create.tooMany', { count: mostAtOnce })}
        </p>
      )}
      {hasRawBraces && <p className="text-xs text-soft">{t('create.rawBraces')}</p>}
      {quote?.queue.reason === 'no_worker' && <p className="text-xs text-soft">{t('create.noEngine')}</p>}
      {quote && hasWords && quote.not_drawn.length > 0 && (
        <p className="text-xs text-faint">{t('create.notDrawn', { words: quote.not_drawn.join(', ') })}</p>
      )}
    </>
  )
}

/** Which of several videos were not accepted, and why. */
function NotSent({ outcome: { of, failures }, onAgain }: { outcome: Outcome; onAgain: () => void }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-2 rounded-control border border-line p-3 text-sm"
    >
      <p>{t('create.notSent', { count: failures.length, of })}</p>
      <ul className="flex flex-col gap-1 text-xs">
        {failures.map(({ body, error }, index) => (
          <li key={index}>
            <span className="line-clamp-1 text-soft">{body.prompt}</span>
            <span className="text-bad">{errorText(error)}</span>
          </li>
        ))}
      </ul>
      <Button onClick={onAgain}>{t('create.sendAgain')}</Button>
    </div>
  )
}

function GenerateButton({
  quote,
  isOld,
  count,
  isUploading,
  isDisabled,
  isDim,
}: {
  quote: Quote | undefined
  isOld: boolean
  count: number
  isUploading: boolean
  isDisabled: boolean
  /** Not for the moment in which a price is asked for, which would flicker. */
  isDim: boolean
}) {
  const { t } = useTranslation()
  const id = useId()
  const cost = (quote?.cost ?? 0) * count
  if (quote && cost > quote.balance)
    return (
      <Link to="/wallet" className={buttonClass('primary', 'h-11!')}>
        {t('create.missing', { amount: credits(cost - quote.balance) })} · {t('create.topUp')}
      </Link>
    )
  const wait = quote?.queue.estimated_seconds
  return (
    <Button
      type="submit"
      look="primary"
      className={`tabular h-11! justify-between! px-4! ${isDim ? '' : 'disabled:opacity-100!'}`}
      disabled={isDisabled}
      aria-describedby={isUploading ? id : undefined}
    >
      <span>{count > 1 ? t('create.generateMany', { count }) : t('create.generate')}</span>
      {isUploading ? (
        <span id={id} className="font-normal">
          {t('create.picture.waiting')}
        </span>
      ) : (
        quote && (
          <span className={`font-normal ${isOld ? 'opacity-50' : ''}`}>
            {credits(cost)}
            {wait === 0 && ` · ${t('create.now')}`}
            {wait != null && wait > 0 && ` · ${t('create.wait', { time: duration(wait) })}`}
          </span>
        )
      )}
    </Button>
  )
}
