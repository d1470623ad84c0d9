import { Title } from '../ui/title.tsx'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../ui/button.tsx'

/** `isAlone`: nothing is around it. */
export function NotFoundPage({ isAlone = false }: { isAlone?: boolean }) {
  const { t } = useTranslation()
  const Place = isAlone ? 'main' : 'div'
  return (
    <Place className="mx-auto flex min-h-[70dvh] max-w-lg flex-col items-center justify-center gap-3 p-8 text-center">
      <Title>{t('error.notFoundTitle')}</Title>
      <h1 className="text-lg">{t('error.notFoundTitle')}</h1>
      <p className="text-soft">{t('error.notFound')}</p>
      <Link to="/create" className={buttonClass()}>
        {t('error.home')}
      </Link>
    </Place>
  )
}
