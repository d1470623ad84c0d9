import { Dices, Lock } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Model } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { inputClass } from '../../ui/field.tsx'

/** What a JSON Schema says of a number that a model takes. */
export interface NumberRule {
  minimum?: number
  maximum?: number
  default?: number
  enum?: number[]
}

export function ruleOf(model: Model | undefined, field: string): NumberRule | undefined {
  const { properties } = (model?.parameters ?? {}) as { properties?: Record<string, NumberRule> }
  return properties?.[field]
}

export function Row({
  label,
  error,
  children,
}: {
  label: string
  error?: string | undefined
  children: ReactNode
}) {
  return (
    <div className="flex flex-col gap-1">
      <span className="text-xs text-soft">{label}</span>
      {children}
      <FieldError error={error} />
    </div>
  )
}

export function FieldError({ error }: { error: string | undefined }) {
  if (error === undefined) return null
  return (
    <p role="alert" className="text-xs break-words text-bad">
      {error}
    </p>
  )
}

/** A number within the model's bounds; nothing where the model does not take it. */
export function NumberRow({
  label,
  rule,
  hint,
  value,
  step = 1,
  show,
  error,
  onChange,
}: {
  label: string
  hint?: string | undefined
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
        aria-valuetext={show(current)}
        onChange={({ target }) => {
          const next = Number(target.value)
          onChange(
            choices
              ? choices.reduce((best, each) => (Math.abs(each - next) < Math.abs(best - next) ? each : best))
              : next,
          )
        }}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="h-8 w-full accent-text pointer-coarse:h-11"
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-faint">
          {hint}
        </p>
      )}
      <FieldError error={error} />
    </div>
  )
}

export function SeedRow({
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
      <div className="flex gap-1">
        <input
          id={id}
          inputMode="numeric"
          placeholder={t('create.seedRandom')}
          value={text ?? value ?? ''}
          aria-invalid={error !== undefined}
          onChange={({ target }) => {
            const digits = target.value.replace(/\D/g, '').slice(0, 10)
            setText(digits)
            onChange(digits === '' ? undefined : Number(digits))
          }}
          onBlur={() => setText(undefined)}
          className={`${inputClass} tabular h-8 min-w-0 pointer-coarse:h-11`}
        />
        <Button
          look="quiet"
          className="px-2!"
          aria-label={t('create.seedRandom')}
          title={t('create.seedRandom')}
          disabled={value === undefined}
          onClick={() => onChange(undefined)}
        >
          {value === undefined ? <Dices size={16} aria-hidden /> : <Lock size={16} aria-hidden />}
        </Button>
      </div>
      <FieldError error={error} />
    </div>
  )
}

/** A small frame in the shape of a ratio such as `16:9`. */
export function Shape({ ratio }: { ratio: string }) {
  const [w = 1, h = 1] = ratio.split(':').map(Number)
  const scale = 14 / Math.max(w, h)
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden className="shrink-0">
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
