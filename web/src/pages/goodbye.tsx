import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AuthFrame } from '../features/session/auth-frame.tsx'
import { date } from '../lib/format.ts'
import { buttonClass } from '../ui/button.tsx'

/** The last page of an account that was just closed. */
export function GoodbyePage() {
  const { t } = useTranslation()
  const { until } = useSearch({ from: '/auth/goodbye' })
  return (
    <AuthFrame title={t('account.goodbye.title')}>
      {until !== undefined && <p className="text-soft">{t('account.goodbye.text', { date: date(until) })}</p>}
      <p className="text-soft">{t('account.goodbye.undo')}</p>
      <Link to="/" className={buttonClass('plain', 'self-start')}>
        {t('account.goodbye.home')}
      </Link>
    </AuthFrame>
  )
}
