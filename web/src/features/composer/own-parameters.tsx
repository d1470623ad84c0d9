import { X } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnRule, OwnValue, OwnValues } from '../../lib/models.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { inputClass } from '../../ui/field.tsx'
import { FieldError, NumberRow } from './rows.tsx'

const SearchChoice = lazy(async () => ({
  default: (await import('../../ui/search-choice.tsx')).SearchChoice,
}))

/** More choices than this are searched. */
const longList = 12
/** More steps than this are typed, not slid. */
const longSlide = 400

/**
 * The parameters that only the chosen model has. Undefined values are left to the server: the operator's default. Values that the
 * model does not have, from another time or another model, can only be taken out.
 */
export function OwnParameters({
  rules,
  values = {},
  errors,
  onChange,
}: {
  rules: Readonly<Record<string, OwnRule>>
  values: OwnValues | null | undefined
  errors: Readonly<Record<string, string>>
  onChange: (values: OwnValues | undefined) => void
}) {
  const { t } = useTranslation()
  const id = useId()
  const given = values ?? {}
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(rules, name))
  if (Object.keys(rules).length + unknown.length === 0) return null
  const change = (name: string, value: OwnValue | undefined): void => {
    const { [name]: _, ...others } = given
    const next = value === undefined || value === rules[name]?.default ? others : { ...others, [name]: value }
    onChange(Object.keys(next).length > 0 ? next : undefined)
  }
  const isChanged = Object.entries(given).some(([name, value]) => value !== rules[name]?.default)
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-4">
      <div className="-my-2 flex min-h-8 items-center justify-between text-xs text-faint">
        <span id={id}>{t('create.own.title')}</span>
        {isChanged && (
          <Button look="quiet" className="-mr-3 text-xs!" onClick={() => onChange(undefined)}>
            {t('create.own.reset')}
          </Button>
        )}
      </div>
      {Object.entries(rules).map(([name, rule]) => (
        <OwnParameter
          key={name}
          name={name}
          rule={rule}
          value={given[name]}
          error={errors[name]}
          onChange={(value) => change(name, value)}
        />
      ))}
      {unknown.map((name) => (
        <div key={name} className="flex flex-col gap-1">
          <p className="flex items-center justify-between gap-2 text-sm">
            <span className="min-w-0 break-words text-soft">
              {name}: {String(given[name])}
            </span>
            <Button
              look="quiet"
              className="-mr-3 px-2!"
              aria-label={t('create.own.remove', { name })}
              title={t('create.own.remove', { name })}
              onClick={() => change(name, undefined)}
            >
              <X size={16} aria-hidden />
            </Button>
          </p>
          <FieldError error={errors[name] && t('create.own.unknown')} />
        </div>
      ))}
    </div>
  )
}

interface RowOf {
  name: string
  rule: OwnRule
  value: OwnValue | undefined
  error: string | undefined
  onChange: (value: OwnValue | undefined) => void
}

function OwnParameter(row: RowOf) {
  const { name, rule, value, error, onChange } = row
  const { title = name, description, minimum = 0, maximum = 0 } = rule
  if (rule.type === 'boolean')
    return (
      <div>
        <Check
          label={title}
          hint={description}
          checked={(value ?? rule.default) === true}
          onChange={({ target }) => onChange(target.checked)}
        />
        <FieldError error={error} />
      </div>
    )
  if (rule.type !== 'number' && rule.type !== 'integer') return <Worded {...row} />
  const step = rule.multipleOf ?? (rule.type === 'integer' ? 1 : undefined)
  if (step === undefined || (maximum - minimum) / step > longSlide)
    return <TypedNumber {...row} step={step} />
  return (
    <NumberRow
      label={title}
      hint={description}
      rule={{ minimum, maximum, default: Number(rule.default) }}
      value={typeof value === 'number' ? value : undefined}
      step={step}
      show={String}
      error={error}
      onChange={onChange}
    />
  )
}

/** A field with its name above, and what it is for and what is wrong below. */
function Worded({ name, rule, value, error, onChange }: RowOf) {
  const { t } = useTranslation()
  const id = useId()
  const { title = name, description, enum: choices, maxLength } = rule
  const current = String(value ?? rule.default ?? '')
  const about = {
    id,
    'aria-invalid': error !== undefined,
    'aria-describedby': description === undefined ? undefined : `${id}-about`,
  }
  // Without a default the graph has a value of its own, which nobody here knows.
  const open = rule.default === undefined ? [{ value: '', label: t('create.own.asModel') }] : []
  const isGone = choices !== undefined && current !== '' && !choices.includes(current)
  const shown = isGone ? [current, ...choices] : (choices ?? [])
  const options = [...open, ...shown.map((each) => ({ value: each, label: each }))]
  const choose = (chosen: string): void => onChange(chosen === '' ? undefined : chosen)
  const select = (
    <select
      {...about}
      value={current}
      onChange={({ target }) => choose(target.value)}
      className={`${inputClass} h-8 pointer-coarse:h-11`}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs text-soft">
        {title}
      </label>
      {choices === undefined ? (
        <input
          {...about}
          value={current}
          maxLength={maxLength}
          onChange={({ target }) =>
            onChange(target.value === '' && rule.default === undefined ? undefined : target.value)
          }
          className={`${inputClass} h-8 pointer-coarse:h-11`}
        />
      ) : choices.length > longList ? (
        <Suspense fallback={select}>
          <SearchChoice
            id={id}
            label={title}
            value={current}
            options={options}
            noneFound={t('create.own.noneFound')}
            invalid={error !== undefined}
            describedBy={about['aria-describedby']}
            onChange={choose}
          />
        </Suspense>
      ) : (
        select
      )}
      {description !== undefined && (
        <p id={`${id}-about`} className="text-xs text-faint">
          {description}
        </p>
      )}
      <FieldError error={error && (isGone ? t('create.own.gone') : error)} />
    </div>
  )
}

/** A number that is typed. What is no number yet is not sent. */
function TypedNumber({ name, rule, value, step, error, onChange }: RowOf & { step: number | undefined }) {
  const id = useId()
  const [text, setText] = useState<string>()
  const { title = name, description, minimum, maximum } = rule
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs text-soft">
        {title}
      </label>
      <input
        id={id}
        type="number"
        min={minimum}
        max={maximum}
        step={step ?? 'any'}
        value={text ?? String(value ?? rule.default ?? '')}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-about`}
        onChange={({ target }) => {
          setText(target.value)
          onChange(Number.isNaN(target.valueAsNumber) ? undefined : target.valueAsNumber)
        }}
        onBlur={() => setText(undefined)}
        className={`${inputClass} tabular h-8 pointer-coarse:h-11`}
      />
      <p id={`${id}-about`} className="text-xs text-faint">
        {description !== undefined && `${description} `}
        {`${minimum} – ${maximum}`}
      </p>
      <FieldError error={error} />
    </div>
  )
}
