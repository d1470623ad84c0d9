import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../lib/api.ts'
import { differences, familyQuery } from './family.ts'
import { useOwnRules } from './own-rules.ts'

const WordDiff = lazy(async () => ({ default: (await import('../../ui/word-diff.tsx')).WordDiff }))

/** In what the recipe differs from that of the video it came from; nothing for one that came from none, or is the same. */
export function Changes({ task }: { task: Task }) {
  const { t } = useTranslation()
  const { data: family = [] } = useQuery(familyQuery(task.task_id))
  const rules = useOwnRules(task.model)
  const parent = family.find(({ task_id }) => task_id === task.parent_task_id)
  if (!parent || task.model === 'enhance') return null
  const changes = differences(parent, task)
  if (changes.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-xs text-faint">{t('player.changes')}</h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        {changes.map(({ field, own, from, to }) => (
          <div key={field ?? `own ${own}`} className="contents">
            <dt className="text-faint">{field ? t(`player.fields.${field}`) : (rules[own]?.title ?? own)}</dt>
            <dd className="min-w-0 break-words">
              {field === 'prompt' || field === 'negative_prompt' ? (
                <Suspense fallback={to}>
                  <WordDiff before={from} after={to} />
                </Suspense>
              ) : (
                <span className="tabular">
                  <del className="text-faint no-underline">{from || '–'}</del> →{' '}
                  <ins className="no-underline">{to || '–'}</ins>
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
