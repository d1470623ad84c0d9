import { docs_url } from '../lib/api.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../ui/button.tsx'

export function FrontPage() {
  const { t } = useTranslation()
  return (
    <main className="mx-auto flex min-h-dvh max-w-180 flex-col justify-center gap-6 px-6">
      <title>Clipwright</title>
      <div className="flex items-center gap-3">
        <svg viewBox="0 0 28 28" width="36" height="36" aria-hidden>
          <rect width="28" height="28" rx="7" className="fill-raised" />
          <path d="M11 8.5v11l9-5.5z" className="fill-accent" />
        </svg>
        <span className="text-lg font-medium">Clipwright</span>
      </div>
      <h1 className="text-xl font-medium">{t('front.line')}</h1>
      <p className="max-w-130 text-base text-soft">{t('front.what')}</p>
      <div className="flex flex-wrap gap-3">
        <Link to="/auth/sign-in" className={buttonClass('primary', 'h-9')}>
          {t('front.signIn')}
        </Link>
        <Link to="/auth/register" className={buttonClass('plain', 'h-9')}>
          {t('front.register')}
        </Link>
        <a href={docs_url} className={buttonClass('quiet', 'h-9')}>
          {t('front.developers')}
        </a>
      </div>
    </main>
  )
}
