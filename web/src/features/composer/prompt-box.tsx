import { Star } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, lazy, type RefObject, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { credits } from '../../lib/format.ts'
import { inputClass } from '../../ui/field.tsx'
import { say } from '../../ui/toast.tsx'
import { changeDraft, useDraft } from './draft.ts'
import type { Shelf } from './prompt-library.tsx'
import { helpersQuery, undoImproved, useStar } from './prompts.ts'
import { FieldError } from './rows.tsx'

const loadPanel = () => import('./improve-panel.tsx')
const loadLibrary = () => import('./prompt-library.tsx')
const ImprovePanel = lazy(async () => ({ default: (await loadPanel()).ImprovePanel }))
const PromptLibrary = lazy(async () => ({ default: (await loadLibrary()).PromptLibrary }))

const most = 4000
const tool =
  'inline-flex h-8 items-center gap-1.5 rounded-control px-2 text-xs text-faint transition-colors duration-150 hover:bg-raised hover:text-text disabled:opacity-50 pointer-coarse:h-11'

/** The words of a video, and what helps to find them. */
export function PromptBox({
  fields,
  model,
  lastPrompt,
  error,
  input,
  onSubmit,
}: {
  /** Of the template that the prompt is, if it is one. */
  fields: readonly string[]
  model: string | undefined
  lastPrompt: string | undefined
  error: string | undefined
  input: RefObject<HTMLTextAreaElement | null>
  onSubmit: () => void
}) {
  const { t } = useTranslation()
  const draft = useDraft()
  const { data: helpers } = useQuery(helpersQuery)
  const star = useStar()
  const [improving, setImproving] = useState<string>()
  const [shelf, setShelf] = useState<Shelf>()
  const { prompt } = draft
  const isEmpty = prompt.trim() === ''
  const cost = helpers?.optimize.cost ?? 0
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSubmit()
    } else if (event.key === 'ArrowUp' && prompt === '' && lastPrompt !== undefined) {
      event.preventDefault()
      changeDraft({ prompt: lastPrompt })
    }
  }
  const closeTo = (close: () => void) => (): void => {
    close()
    // Once the fields of a template are there.
    requestAnimationFrame(() => {
      const field = input.current?.form?.querySelector<HTMLInputElement>(`[${templateField}][value='']`)
      const next = field ?? input.current
      next?.focus()
    })
  }
  return (
    <div className="flex flex-col gap-1">
      <div
        className={`flex flex-col rounded-control border bg-surface has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent ${error === undefined ? 'border-line' : 'border-bad'}`}
      >
        <textarea
          ref={input}
          aria-label={t('create.prompt')}
          aria-invalid={error !== undefined}
          placeholder={t('create.promptHint')}
          value={prompt}
          onChange={({ target }) =>
            changeDraft({ prompt: target.value, ...(target.value === '' && { original_prompt: undefined }) })
          }
          onKeyDown={onKeyDown}
          maxLength={most}
          rows={4}
          className="field-sizing-content max-h-80 min-h-28 w-full resize-none bg-transparent px-3 py-3 text-base leading-6 outline-none placeholder:text-faint"
        />
        {improving !== undefined && (
          <Suspense fallback={<p className="p-3 text-sm text-faint">{t('create.improve.writing')}</p>}>
            <ImprovePanel prompt={improving} model={model} onClose={closeTo(() => setImproving(undefined))} />
          </Suspense>
        )}
        <div className="flex flex-wrap items-center border-t border-line px-1 py-0.5">
          <button
            type="button"
            className={tool}
            disabled={isEmpty || improving !== undefined}
            onPointerEnter={() => void loadPanel()}
            onClick={() => setImproving(prompt)}
          >
            {t('create.improve.title')}
            {cost > 0 && <span className="tabular">{credits(cost)}</span>}
          </button>
          {draft.original_prompt && (
            <button
              type="button"
              className={tool}
              title={t('create.improve.backTitle')}
              onClick={undoImproved}
            >
              {t('create.improve.back')}
            </button>
          )}
          {(['used', 'templates'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-haspopup="dialog"
              className={tool}
              onPointerEnter={() => void loadLibrary()}
              onClick={() => setShelf(each)}
            >
              {t(`create.prompts.open.${each}`)}
            </button>
          ))}
          <span className="flex-1" />
          {prompt.length > most - 500 && (
            <span className="tabular px-1 text-xs text-faint">
              {prompt.length} / {most}
            </span>
          )}
          <button
            type="button"
            className={tool}
            aria-label={t('create.prompts.star')}
            title={t('create.prompts.star')}
            disabled={isEmpty || star.isPending}
            onClick={() =>
              star.mutate(
                { prompt: prompt.trim(), starred_id: null },
                { onSuccess: () => say(t('create.prompts.kept')), onError: ({ message }) => say(message) },
              )
            }
          >
            <Star size={16} aria-hidden />
          </button>
        </div>
      </div>
      <FieldError error={error} />
      {fields.length > 0 && <TemplateFields fields={fields} onSubmit={onSubmit} />}
      {shelf !== undefined && (
        <Suspense>
          <PromptLibrary shelf={shelf} onClose={closeTo(() => setShelf(undefined))} />
        </Suspense>
      )}
    </div>
  )
}

/** Marks the inputs of a template's fields, to find the first that is empty. */
export const templateField = 'data-template-field'

function TemplateFields({ fields, onSubmit }: { fields: readonly string[]; onSubmit: () => void }) {
  const draft = useDraft()
  return (
    <div className="grid grid-cols-2 gap-2 pt-1">
      {fields.map((name) => (
        <label key={name} className="flex min-w-0 flex-col gap-1 text-xs text-soft">
          <span className="truncate">{name}</span>
          <input
            {...{ [templateField]: '' }}
            value={draft.fields?.[name] ?? ''}
            maxLength={500}
            onChange={({ target }) => changeDraft({ fields: { ...draft.fields, [name]: target.value } })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (event.ctrlKey || event.metaKey) onSubmit()
            }}
            className={`${inputClass} h-8 pointer-coarse:h-11`}
          />
        </label>
      ))}
    </div>
  )
}
