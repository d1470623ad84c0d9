import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { Search, Star } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { inputClass } from '../../ui/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Segments } from '../../ui/segments.tsx'
import { starredPromptsQuery, takePrompt, usedPromptsQuery, useStar } from './prompts.ts'
import { fieldsOf, parseTemplate } from './template.ts'

export type Shelf = 'used' | 'starred' | 'templates'
interface Row {
  prompt: string
  starred_id: string | null
}

/** Prompts to use again: those of one's videos, starred ones, and templates. */
export function PromptLibrary({ shelf: first, onClose }: { shelf: Shelf; onClose: () => void }) {
  const { t } = useTranslation()
  const [shelf, setShelf] = useState(first)
  const [search, setSearch] = useState('')
  const q = useDeferredValue(search.trim())
  return (
    <Dialog title={t('create.prompts.title')} isOpen onClose={onClose} className="sm:max-w-160">
      <div className="flex flex-col gap-3">
        <Segments
          label={t('create.prompts.title')}
          value={shelf}
          options={(['used', 'starred', 'templates'] as const).map((value) => ({
            value,
            label: t(`create.prompts.${value}`),
          }))}
          onChange={setShelf}
        />
        <div className="relative">
          <Search size={16} aria-hidden className="absolute top-1/2 left-3 -translate-y-1/2 text-faint" />
          <input
            type="search"
            aria-label={t('create.prompts.search')}
            placeholder={t('create.prompts.search')}
            value={search}
            maxLength={200}
            onChange={({ target }) => setSearch(target.value)}
            className={`${inputClass} h-9 pl-9! pointer-coarse:h-11`}
          />
        </div>
        <div className="h-[50vh] overflow-y-auto">
          {shelf === 'used' && <Used q={q} onDone={onClose} />}
          {shelf === 'starred' && <Starred q={q} onDone={onClose} />}
          {shelf === 'templates' && <Templates q={q} onDone={onClose} />}
        </div>
      </div>
    </Dialog>
  )
}

function Used({ q, onDone }: { q: string; onDone: () => void }) {
  const { t } = useTranslation()
  return (
    <Pages
      pages={useInfiniteQuery(usedPromptsQuery(q))}
      empty={t('create.prompts.noneUsed')}
      onDone={onDone}
    />
  )
}

function Starred({ q, onDone }: { q: string; onDone: () => void }) {
  const { t } = useTranslation()
  return (
    <Pages
      pages={useInfiniteQuery(starredPromptsQuery(q))}
      empty={t('create.prompts.noneStarred')}
      onDone={onDone}
    />
  )
}

/** Ours, and starred ones with fields in them. */
function Templates({ q, onDone }: { q: string; onDone: () => void }) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(starredPromptsQuery(`${q} {`.trim()))
  const words = q.toLowerCase().split(/\s+/)
  const ours = [t('create.prompts.template1'), t('create.prompts.template2'), t('create.prompts.template3')]
    .filter((prompt) => words.every((word) => prompt.toLowerCase().includes(word)))
    .map((prompt): Row => ({ prompt, starred_id: null }))
  const theirs = rowsOf(pages.data).filter(({ prompt }) => fieldsOf(parseTemplate(prompt)).length > 0)
  return (
    <>
      <p className="pb-2 text-xs text-faint">{t('create.prompts.templatesHint')}</p>
      <List
        rows={[...theirs, ...ours.filter(({ prompt }) => !theirs.some((row) => row.prompt === prompt))]}
        onDone={onDone}
      />
    </>
  )
}

const rowsOf = (data: InfiniteData<{ items: Row[] }> | undefined): Row[] =>
  data?.pages.flatMap(({ items }) => items) ?? []

interface Paged {
  data: InfiniteData<{ items: Row[] }> | undefined
  error: Error | null
  isSuccess: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}

function Pages({ pages, empty, onDone }: { pages: Paged; empty: string; onDone: () => void }) {
  const { t } = useTranslation()
  const rows = rowsOf(pages.data)
  return (
    <>
      {pages.error && <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isSuccess && rows.length === 0 && <p className="py-12 text-center text-soft">{empty}</p>}
      <List rows={rows} onDone={onDone} />
      {pages.hasNextPage && (
        <Button look="quiet" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('create.prompts.more')}
        </Button>
      )}
    </>
  )
}

function List({ rows, onDone }: { rows: Row[]; onDone: () => void }) {
  const { t } = useTranslation()
  const star = useStar()
  return (
    <ul className="-mx-2 flex flex-col">
      {rows.map((row) => (
        <li key={row.prompt} className="flex items-start gap-1 rounded-control hover:bg-raised">
          <button
            type="button"
            onClick={() => {
              takePrompt(row.prompt)
              onDone()
            }}
            className="line-clamp-3 min-h-9 flex-1 px-2 py-2 text-left text-sm pointer-coarse:min-h-11"
          >
            {row.prompt}
          </button>
          <button
            type="button"
            aria-pressed={row.starred_id !== null}
            aria-label={t('create.prompts.star')}
            title={t('create.prompts.star')}
            disabled={star.isPending}
            onClick={() => star.mutate(row)}
            className="flex size-9 shrink-0 items-center justify-center rounded-control text-faint hover:text-text pointer-coarse:size-11"
          >
            <Star size={16} aria-hidden className={row.starred_id === null ? '' : 'fill-current text-text'} />
          </button>
        </li>
      ))}
    </ul>
  )
}
