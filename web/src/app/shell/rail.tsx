import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Clapperboard, Code, Gauge, SquarePen, User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { healthQuery } from '../../features/admin/figures.ts'
import { useMe } from '../../features/session/session.ts'
import { Sign } from '../../ui/sign.tsx'

const places = [
  { to: '/create', name: 'create', Icon: SquarePen, isOnPhones: true },
  { to: '/library', name: 'library', Icon: Clapperboard, isOnPhones: true },
  { to: '/account', name: 'account', Icon: User, isOnPhones: true },
  { to: '/developers', name: 'developers', Icon: Code, isOnPhones: false },
  { to: '/admin', name: 'admin', Icon: Gauge, isOnPhones: false },
] as const satisfies { to: LinkProps['to']; [key: string]: unknown }[]

/** Where one can go: a rail on the left, a bar below on phones. */
export function Rail() {
  const { t } = useTranslation()
  const isAdmin = useMe()?.role === 'admin'
  const shown = places.filter(({ name }) => name !== 'admin' || isAdmin)
  return (
    <nav
      aria-label="Clipwright"
      className="fixed inset-x-0 bottom-0 z-20 flex justify-around border-t border-line bg-page pb-[env(safe-area-inset-bottom)] md:sticky md:inset-auto md:top-0 md:h-dvh md:w-18 md:shrink-0 md:flex-col md:justify-start md:gap-1 md:border-t-0 md:border-r md:p-2"
    >
      <Link
        to="/create"
        className="hidden h-12 items-center justify-center md:flex"
        aria-label="Clipwright"
        activeProps={{}}
      >
        <Sign />
      </Link>
      {shown.map(({ to, name, Icon, isOnPhones }) => (
        <Link
          key={to}
          to={to}
          className={`${isOnPhones ? 'flex' : 'hidden md:flex'} min-h-13 flex-1 flex-col items-center justify-center gap-1 rounded-control px-1 text-[11px] leading-4 text-faint transition-colors duration-150 hover:text-text data-[status=active]:bg-raised data-[status=active]:text-text md:flex-none`}
        >
          <span className="relative">
            <Icon size={20} aria-hidden />
            {name === 'admin' && <HealthMark />}
          </span>
          {t(`nav.${name}`)}
        </Link>
      ))}
    </nav>
  )
}

/** A red dot while something needs the operator. */
function HealthMark() {
  const { t } = useTranslation()
  const { data } = useQuery(healthQuery)
  if (!data?.items.some(({ severity }) => severity === 'now')) return null
  return (
    <span className="absolute -top-1 -right-1 size-2 rounded-full bg-bad">
      <span className="sr-only">{t('nav.needsYou')}</span>
    </span>
  )
}
