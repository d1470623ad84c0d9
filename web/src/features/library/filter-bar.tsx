import { Search, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { inputClass } from '../../ui/field.tsx'
import { clean, type Filter, statuses } from './filter.ts'

/** What there is to choose from. */
export interface Choices {
  models: { value: string; label: string }[]
  aspect_ratios: string[]
  resolutions: string[]
}

const quietFor_ms = 300

/** Words, and what else one may look for: in a line where there is room, in a sheet where there is none. */
export function FilterBar({
  filter,
  choices,
  onChange,
}: {
  filter: Filter
  choices: Choices
  onChange: (filter: Filter) => void
}) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { q: _, ...others } = filter
  const count = Object.keys(others).length
  const fields = <Fields filter={filter} choices={choices} onChange={onChange} />
  return (
    <search className="flex flex-wrap items-center gap-2">
      <Words
        key={filter.q === undefined ? 'none' : 'some'}
        value={filter.q ?? ''}
        onChange={(q) => onChange(clean({ ...filter, q }))}
      />
      <div className="hidden flex-wrap items-center gap-2 lg:flex">{fields}</div>
      <Button
        className="lg:hidden"
        aria-label={count > 0 ? t('library.filtersOn', { count }) : undefined}
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal size={16} aria-hidden />
        {t('library.filters')}
        {count > 0 && <span className="tabular text-faint">{count}</span>}
      </Button>
      {Object.keys(filter).length > 0 && (
        <Button look="quiet" className="max-lg:hidden" onClick={() => onChange({})}>
          {t('library.clearFilters')}
        </Button>
      )}
      <Dialog title={t('library.filters')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <div className="flex flex-col gap-4 pb-[env(safe-area-inset-bottom)]">
          <div className="flex flex-col gap-3">{fields}</div>
          <div className="flex justify-between gap-2">
            <Button look="quiet" disabled={count === 0} onClick={() => onChange(clean({ q: filter.q }))}>
              {t('library.clearFilters')}
            </Button>
            <Button look="primary" onClick={() => setOpen(false)}>
              {t('library.show')}
            </Button>
          </div>
        </div>
      </Dialog>
    </search>
  )
}

/** Looks for words shortly after the last one was written. */
function Words({ value, onChange }: { value: string; onChange: (q: string | undefined) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState(value)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    const q = text.trim()
    if (q === value) return
    const timer = setTimeout(() => latest.current(q === '' ? undefined : q), quietFor_ms)
    return () => clearTimeout(timer)
  }, [text, value])
  return (
    <div className="relative min-w-40 flex-1 lg:max-w-64">
      <Search
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-faint"
      />
      <input
        type="search"
        aria-label={t('library.words')}
        placeholder={t('library.words')}
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className={`${inputClass} h-8 pl-8! pointer-coarse:h-11`}
      />
    </div>
  )
}

function Fields({
  filter,
  choices,
  onChange,
}: {
  filter: Filter
  choices: Choices
  onChange: (filter: Filter) => void
}) {
  const { t } = useTranslation()
  const set = (change: { [Name in keyof Filter]?: Filter[Name] | undefined }): void =>
    onChange(clean({ ...filter, ...change }))
  const plain = (values: string[]) => values.map((value) => ({ value, label: value }))
  return (
    <>
      <Choice
        label={t('library.status')}
        value={filter.status}
        options={statuses.map((value) => ({ value, label: t(`library.${value}`) }))}
        onChange={(value) => set({ status: statuses.find((one) => one === value) })}
      />
      <Choice
        label={t('create.model')}
        value={filter.model}
        options={choices.models}
        onChange={(model) => set({ model })}
      />
      <Choice
        label={t('library.shape')}
        value={filter.aspect_ratio}
        options={plain(choices.aspect_ratios)}
        onChange={(aspect_ratio) => set({ aspect_ratio })}
      />
      <Choice
        label={t('create.resolution')}
        value={filter.resolution}
        options={plain(choices.resolutions)}
        onChange={(resolution) => set({ resolution })}
      />
      <Choice
        label={t('library.kind')}
        value={filter.enhanced === undefined ? undefined : String(filter.enhanced)}
        options={[
          { value: 'true', label: t('library.onlyEnhanced') },
          { value: 'false', label: t('library.noEnhanced') },
        ]}
        onChange={(value) => set({ enhanced: value === undefined ? undefined : value === 'true' })}
      />
      <div className="flex items-end gap-2 lg:items-center">
        <Day
          label={t('library.from')}
          value={filter.from}
          max={filter.to}
          onChange={(from) => set({ from })}
        />
        <span aria-hidden className="text-faint max-lg:hidden">
          –
        </span>
        <Day label={t('library.to')} value={filter.to} min={filter.from} onChange={(to) => set({ to })} />
      </div>
    </>
  )
}

/** A label that is seen in the sheet, and only heard in the line. */
function Labelled({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1 lg:flex-none">
      <label htmlFor={id} className="text-xs text-soft lg:sr-only">
        {label}
      </label>
      {children}
    </div>
  )
}

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string | undefined
  options: { value: string; label: string }[]
  onChange: (value: string | undefined) => void
}) {
  const { t } = useTranslation()
  const id = useId()
  // What the address names is shown, even if it is not on offer.
  const all =
    value === undefined || options.some((option) => option.value === value)
      ? options
      : [...options, { value, label: value }]
  return (
    <Labelled id={id} label={label}>
      <select
        id={id}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        className={`h-9 rounded-control border bg-surface px-2 text-sm lg:h-8 lg:max-w-36 pointer-coarse:h-11 ${value === undefined ? 'border-line text-soft' : 'border-accent text-text'}`}
      >
        <option value="">{value === undefined ? label : t('library.any', { what: label })}</option>
        {all.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

function Day({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (value: string | undefined) => void
}) {
  const id = useId()
  return (
    <Labelled id={id} label={label}>
      <input
        id={id}
        type="date"
        title={label}
        value={value ?? ''}
        min={min}
        max={max}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        className={`h-9 w-full rounded-control border bg-surface px-2 text-sm lg:h-8 lg:w-34 pointer-coarse:h-11 ${value === undefined ? 'border-line text-soft' : 'border-accent text-text'}`}
      />
    </Labelled>
  )
}
