import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Columns2, CornerDownRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Task, urlOf } from '../../lib/api.ts'
import { buttonClass } from '../../ui/button.tsx'
import { canCompare, differences, familyQuery, type Relative, toTree } from './family.ts'
import { useOwnRules } from './own-rules.ts'

/** What the video came from and what came from it, with what changed; nothing for one that stands alone. */
export function FamilyTree({ task }: { task: Task }) {
  const { t } = useTranslation()
  const { data: family = [] } = useQuery(familyQuery(task.task_id))
  if (family.length < 2) return null
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-xs text-faint">{t('player.family')}</h2>
      <ul className="flex flex-col gap-1">
        {toTree(family).map((relative) => (
          <Branch key={relative.task.task_id} relative={relative} shown={task} />
        ))}
      </ul>
    </section>
  )
}

function Branch({ relative: { task, depth, came }, shown }: { relative: Relative; shown: Task }) {
  const { t } = useTranslation()
  const rules = useOwnRules(task.model)
  const isShown = task.task_id === shown.task_id
  const changes =
    isShown || task.model === 'enhance' || shown.model === 'enhance' ? [] : differences(shown, task)
  const poster = task.media?.poster_url
  return (
    <li className="flex items-start gap-2" style={{ paddingLeft: `${Math.min(depth, 5) * 12}px` }}>
      {depth > 0 && <CornerDownRight size={16} aria-hidden className="mt-2 shrink-0 text-faint" />}
      <Link
        to="/v/$task_id"
        params={{ task_id: task.task_id }}
        aria-current={isShown ? 'page' : undefined}
        className="flex min-w-0 flex-1 items-center gap-2 rounded-control p-1 hover:bg-raised aria-[current]:bg-raised"
      >
        {poster ? (
          <img
            src={urlOf(poster)}
            alt=""
            loading="lazy"
            className="h-9 w-16 shrink-0 rounded-control object-cover"
          />
        ) : (
          <span className="h-9 w-16 shrink-0 rounded-control bg-surface" />
        )}
        <span className="flex min-w-0 flex-col text-xs">
          <span className="truncate">
            {came === undefined ? t('player.first') : t(`player.came.${came}`)}
          </span>
          <span className="truncate text-faint">
            {isShown && t('player.thisOne')}
            {changes.length > 0 &&
              changes
                .map(({ field, own, from, to }) =>
                  field === 'prompt' || field === 'negative_prompt'
                    ? t(`player.another.${field}`)
                    : `${field ? t(`player.fields.${field}`) : (rules[own]?.title ?? own)} ${from || '–'} → ${to || '–'}`,
                )
                .join(' · ')}
          </span>
        </span>
      </Link>
      {canCompare(shown, task) && (
        <Link
          to="/v/$task_id"
          params={{ task_id: shown.task_id }}
          search={{ compare: task.task_id }}
          replace
          aria-label={t('compare.withThis')}
          title={t('compare.withThis')}
          className={buttonClass('quiet', 'my-auto shrink-0 px-2')}
        >
          <Columns2 size={16} aria-hidden />
        </Link>
      )}
    </li>
  )
}
