import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isOpenQuery } from './session.ts'

/** One line for whoever comes to an installation that has no administrator yet: where the link is that makes one. */
export function NotSetUp() {
  const { t } = useTranslation()
  const { data: isOpen } = useQuery(isOpenQuery)
  return isOpen && <p className="border-l-2 border-accent pl-3 text-sm text-pretty">{t('auth.notSetUp')}</p>
}
