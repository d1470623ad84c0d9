import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Dices, Lock } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors, type Model, type Quote } from '../../lib/api.ts'
import { credits, duration } from '../../lib/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { inputClass } from '../../ui/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Segments } from '../../ui/segments.tsx'
import { type Draft, setDraft, useDraft } from './draft.ts'
import { modelsQuery, type ShowAtOnce, useGenerate, useQuote } from './generate.ts'

/** What a JSON Schema says of a number that a model takes. */
interface NumberRule {
  minimum?: number
  maximum?: number
  default?: number
  enum?: number[]
}

function ruleOf(model: Model | undefined, field: string): NumberRule | undefined {
  const { properties } = (model?.parameters ?? {}) as { properties?: Record<string, NumberRule> }
  return properties?.[field]
}

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
  const { data: models } = useQuery(modelsQuery)
  const model =
    models?.find(({ model: name }) => name === draft.model) ??
    models?.find((each) => each.is_default) ??
    models?.[0]
  const quote = useQuote(draft)
  const generate = useGenerate(showAtOnce)
  const key = useRef(crypto.randomUUID())
  const change = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes })

  const canSubmit = draft.prompt.trim() !== '' && quote.data?.affordable !== false && !quote.isError
  const submit = (): void => {
    if (!canSubmit) return
    generate.mutate(
      { draft, key: key.current, model },
      // A failed request is repeated with its key: what arrived after all is not paid twice.
      { onSuccess: () => void (key.current = crypto.randomUUID()) },
    )
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      submit()
    } else if (event.key === 'ArrowUp' && draft.prompt === '' && lastPrompt !== undefined) {
      event.preventDefault()
      change({ prompt: lastPrompt })
    }
  }
  const errors = { ...fieldErrors(quote.error), ...fieldErrors(generate.error) }
  const failed = generate.error ?? quote.error
  const resolutions = [...new Set(model?.sizes.map(({ resolution }) => resolution))]
  const ratios = [...new Set(model?.sizes.map(({ aspect_ratio }) => aspect_ratio))]
  const chosen = quote.data?.params

  return (
    <form
      aria-label={t('create.title')}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <textarea
        aria-label={t('create.prompt')}
        aria-invalid={errors['prompt'] !== undefined}
        placeholder={t('create.promptHint')}
        value={draft.prompt}
        onChange={({ target }) => change({ prompt: target.value })}
        onKeyDown={onKeyDown}
        maxLength={4000}
        rows={6}
        className={`${inputClass} field-sizing-content max-h-80 min-h-32 resize-none py-3 text-base leading-6`}
      />
      {errors['prompt'] && <p className="text-xs text-bad">{errors['prompt']}</p>}

      {models && models.length > 1 && (
        <Row label={t('create.model')} error={errors['model']}>
          <select
            value={model?.model}
            onChange={({ target }) =>
              setDraft({ prompt: draft.prompt, negative_prompt: draft.negative_prompt, model: target.value })
            }
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
      {ratios.length > 1 && (
        <Row label={t('create.ratio')} error={errors['aspect_ratio']}>
          <Segments
            label={t('create.ratio')}
            value={draft.aspect_ratio ?? chosen?.aspect_ratio ?? ratios[0]!}
            options={ratios.map((ratio) => ({ value: ratio, label: ratio, icon: <Shape ratio={ratio} /> }))}
            onChange={(aspect_ratio) => change({ aspect_ratio })}
          />
        </Row>
      )}
      {resolutions.length > 1 && (
        <Row label={t('create.resolution')} error={errors['resolution']}>
          <Segments
            label={t('create.resolution')}
            value={draft.resolution ?? chosen?.resolution ?? resolutions[0]!}
            options={resolutions.map((resolution) => ({ value: resolution, label: resolution }))}
            onChange={(resolution) => change({ resolution })}
          />
        </Row>
      )}
      <NumberRow
        label={t('create.length')}
        rule={ruleOf(model, 'duration_seconds')}
        value={draft.duration_seconds ?? chosen?.duration_seconds}
        show={(seconds) => duration(seconds)}
        error={errors['duration_seconds']}
        onChange={(duration_seconds) => change({ duration_seconds })}
      />
      <SeedRow value={draft.seed} error={errors['seed']} onChange={(seed) => change({ seed })} />

      <details className="group flex flex-col">
        <summary className="flex items-center gap-1 text-xs text-faint hover:text-text">
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
            value={draft.steps}
            show={String}
            error={errors['steps']}
            onChange={(steps) => change({ steps })}
          />
          <NumberRow
            label={t('create.guidance')}
            rule={ruleOf(model, 'guidance')}
            value={draft.guidance}
            step={0.5}
            show={String}
            error={errors['guidance']}
            onChange={(guidance) => change({ guidance })}
          />
          <textarea
            aria-label={t('create.negative')}
            placeholder={t('create.negative')}
            value={draft.negative_prompt ?? ''}
            onChange={({ target }) => change({ negative_prompt: target.value || undefined })}
            maxLength={2000}
            rows={2}
            className={`${inputClass} resize-none py-2`}
          />
        </div>
      </details>

      {failed !== null && Object.keys(errors).length === 0 && <ErrorNotice error={failed} />}
      {quote.data && <QuoteNotes quote={quote.data} hasWords={draft.prompt.trim() !== ''} />}
      <GenerateButton quote={quote.data} isDisabled={!canSubmit || generate.isPending} />
    </form>
  )
}

function QuoteNotes({ quote, hasWords }: { quote: Quote; hasWords: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      {quote.queue.reason === 'no_worker' && <p className="text-xs text-soft">{t('create.noEngine')}</p>}
      {hasWords && quote.not_drawn.length > 0 && (
        <p className="text-xs text-faint">{t('create.notDrawn', { words: quote.not_drawn.join(', ') })}</p>
      )}
    </>
  )
}

function GenerateButton({ quote, isDisabled }: { quote: Quote | undefined; isDisabled: boolean }) {
  const { t } = useTranslation()
  if (quote && !quote.affordable)
    return (
      <Link to="/wallet" className={buttonClass('primary', 'h-11')}>
        {t('create.missing', { amount: credits(quote.cost - quote.balance) })} · {t('create.topUp')}
      </Link>
    )
  const wait = quote?.queue.estimated_seconds
  return (
    <Button type="submit" look="primary" className="tabular h-11" disabled={isDisabled}>
      <span>{t('create.generate')}</span>
      {quote && (
        <span className="font-normal opacity-80">
          {credits(quote.cost)}
          {wait === 0 && ` · ${t('create.now')}`}
          {wait !== undefined &&
            wait !== null &&
            wait > 0 &&
            ` · ${t('create.wait', { time: duration(wait) })}`}
        </span>
      )}
    </Button>
  )
}

function Row({ label, error, children }: { label: string; error?: string | undefined; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <span className="text-xs text-soft">{label}</span>
      {children}
      {error !== undefined && <p className="text-xs text-bad">{error}</p>}
    </div>
  )
}

/** A number within the model's bounds; nothing where the model does not take it. */
function NumberRow({
  label,
  rule,
  value,
  step = 1,
  show,
  error,
  onChange,
}: {
  label: string
  rule: NumberRule | undefined
  value: number | undefined
  step?: number
  show: (value: number) => string
  error?: string | undefined
  onChange: (value: number) => void
}) {
  const id = useId()
  if (!rule) return null
  const choices = rule.enum
  const [minimum, maximum] = [choices?.[0] ?? rule.minimum ?? 1, choices?.at(-1) ?? rule.maximum ?? 10]
  const current = value ?? rule.default ?? minimum
  return (
    <div className="flex flex-col gap-1">
      <div className="flex justify-between text-xs">
        <label htmlFor={id} className="text-soft">
          {label}
        </label>
        <output htmlFor={id} className="tabular text-text">
          {show(current)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={minimum}
        max={maximum}
        step={step}
        value={current}
        onChange={({ target }) => {
          const next = Number(target.value)
          onChange(
            choices
              ? choices.reduce((best, each) => (Math.abs(each - next) < Math.abs(best - next) ? each : best))
              : next,
          )
        }}
        className="h-8 w-full accent-accent pointer-coarse:h-11"
      />
      {error !== undefined && <p className="text-xs text-bad">{error}</p>}
    </div>
  )
}

function SeedRow({
  value,
  error,
  onChange,
}: {
  value: number | undefined
  error?: string | undefined
  onChange: (seed: number | undefined) => void
}) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState<string>()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs text-soft">
        {t('create.seed')}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          inputMode="numeric"
          placeholder={t('create.seedRandom')}
          value={text ?? value ?? ''}
          onChange={({ target }) => {
            const digits = target.value.replace(/\D/g, '').slice(0, 10)
            setText(digits)
            onChange(digits === '' ? undefined : Number(digits))
          }}
          onBlur={() => setText(undefined)}
          className={`${inputClass} tabular h-8 pointer-coarse:h-11`}
        />
        <Button
          aria-label={t('create.seedRandom')}
          title={t('create.seedRandom')}
          disabled={value === undefined}
          onClick={() => onChange(undefined)}
        >
          {value === undefined ? <Dices size={16} aria-hidden /> : <Lock size={16} aria-hidden />}
        </Button>
      </div>
      {error !== undefined && <p className="text-xs text-bad">{error}</p>}
    </div>
  )
}

/** A small frame in the shape of a ratio such as `16:9`. */
function Shape({ ratio }: { ratio: string }) {
  const [w = 1, h = 1] = ratio.split(':').map(Number)
  const scale = 14 / Math.max(w, h)
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden>
      <rect
        x={8 - (w * scale) / 2}
        y={8 - (h * scale) / 2}
        width={w * scale}
        height={h * scale}
        rx="1.5"
        fill="none"
        stroke="currentColor"
      />
    </svg>
  )
}
