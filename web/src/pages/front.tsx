import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import clip from '../assets/lighthouse.mp4'
import poster from '../assets/lighthouse.webp'
import { docs_url } from '../lib/api.ts'
import { buttonClass } from '../ui/button.tsx'
import { NotSetUp } from '../features/session/not-set-up.tsx'
import { Sign } from '../ui/sign.tsx'
import { useSiteName } from '../ui/title.tsx'

/** What this is, for whoever is not signed in: one screen with a video that the built-in preview made from the words below it. */
export function FrontPage() {
  const { t } = useTranslation()
  const site_name = useSiteName()
  const moves = !matchMedia('(prefers-reduced-motion: reduce)').matches
  return (
    <div className="mx-auto flex min-h-dvh max-w-360 flex-col px-6 md:px-10">
      <title>{site_name}</title>
      <header className="flex h-16 items-center gap-3">
        <Sign />
        <span className="min-w-0 truncate text-base font-medium">{site_name}</span>
        <Link to="/auth/sign-in" className={buttonClass('quiet', 'ml-auto')}>
          {t('front.signIn')}
        </Link>
      </header>
      <main className="flex flex-1 flex-col justify-center gap-10 pb-16 lg:flex-row lg:items-center lg:gap-16">
        <div className="flex flex-col gap-6 lg:w-100 lg:shrink-0">
          <h1 className="text-xl font-medium text-balance">{t('front.line')}</h1>
          <p className="text-base text-soft">{t('front.what')}</p>
          <NotSetUp />
          <div className="flex flex-wrap gap-2">
            <Link to="/auth/register" className={buttonClass('primary', 'h-10 px-4!')}>
              {t('front.register')}
            </Link>
            <a href={docs_url} className={buttonClass('quiet', 'h-10')}>
              {t('front.developers')}
            </a>
          </div>
        </div>
        <figure className="flex min-w-0 flex-1 flex-col gap-3">
          <video
            src={clip}
            poster={poster}
            autoPlay={moves}
            muted
            loop
            playsInline
            aria-label={t('front.prompt')}
            className="aspect-[832/480] w-full rounded-media bg-surface"
          />
          <figcaption className="flex flex-wrap justify-between gap-x-6 text-xs text-faint">
            <span>“{t('front.prompt')}”</span>
            <span>{t('front.made')}</span>
          </figcaption>
        </figure>
      </main>
    </div>
  )
}
