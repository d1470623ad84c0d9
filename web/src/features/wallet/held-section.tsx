import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { credits } from '../../lib/format.ts'
import { heldQuery } from './wallet.ts'

/** Which videos money is set aside for; nothing where there is none. */
export function HeldSection() {
  const { t } = useTranslation()
  const { data: held } = useQuery(heldQuery)
  if (!held || held.items.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-base font-medium">{t('wallet.heldBy')}</h2>
      <p className="text-sm text-faint">{t('wallet.heldByText')}</p>
      <ul>
        {held.items.map((task) => (
          <li
            key={task.task_id}
            className="flex items-baseline justify-between gap-4 border-b border-line py-2 text-sm"
          >
            <Link
              to="/v/$task_id"
              params={{ task_id: task.task_id }}
              className="truncate underline decoration-line underline-offset-4 hover:decoration-current"
            >
              {task.prompt ?? t('wallet.noPrompt')}
            </Link>
            <span className="tabular">{credits(task.cost)}</span>
          </li>
        ))}
      </ul>
      {!held.isAll && <p className="text-xs text-faint">{t('wallet.heldMore')}</p>}
    </section>
  )
}
