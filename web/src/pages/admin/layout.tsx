import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { accessQuery } from '../../features/admin/calls.ts'
import { useMe } from '../../features/session/session.ts'
import { needsSecondFactor } from '../../lib/api.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useOpenInSight } from '../../ui/use-open-in-sight.ts'

const groups = [
  ['now', ['overview', 'tasks', 'queues', 'engines', 'capacity']],
  ['people', ['users', 'invites']],
  ['money', ['prices', 'ledger']],
  ['service', ['models', 'settings', 'limits', 'audit']],
] as const

/** The operator's place: its parts on the left, above on phones. */
export function AdminLayout() {
  const { t } = useTranslation()
  const nav = useOpenInSight()
  const access = useQuery(accessQuery)
  const isShut = needsSecondFactor(access.error)
  return (
    <div className="mx-auto flex w-full max-w-320 flex-col gap-4 pt-2 lg:flex-row lg:gap-12">
      <div className="flex min-w-0 shrink-0 flex-col gap-3 lg:sticky lg:top-14 lg:w-36 lg:self-start">
        <h1 className="text-lg font-medium">{t('admin.title')}</h1>
        <nav
          ref={nav}
          aria-label={t('admin.title')}
          className="relative -mx-3 flex overflow-x-auto lg:flex-col lg:gap-4 lg:overflow-visible"
        >
          {groups.map(([group, pages]) => (
            <div key={group} className="flex lg:flex-col">
              <span className="hidden px-3 pb-1 text-xs text-faint lg:block">
                {t(`admin.group.${group}`)}
              </span>
              {pages.map((page) => (
                <Link
                  key={page}
                  to={`/admin/${page}`}
                  className="flex h-8 items-center rounded-control px-3 text-sm whitespace-nowrap text-soft hover:text-text data-[status=active]:bg-raised data-[status=active]:text-text pointer-coarse:h-11"
                >
                  {t(`admin.nav.${page}`)}
                </Link>
              ))}
            </div>
          ))}
        </nav>
      </div>
      <div className="min-w-0 flex-1 lg:pt-1">{isShut ? <SecondFactorFirst /> : <Outlet />}</div>
    </div>
  )
}

function SecondFactorFirst() {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <Empty
      title={t('admin.factor.title')}
      hint={t(me?.mfa_enabled ? 'admin.factor.signIn' : 'admin.factor.setUp')}
    >
      {me?.mfa_enabled === false && (
        <Link to="/account/security" className={buttonClass('primary')}>
          {t('admin.factor.open')}
        </Link>
      )}
    </Empty>
  )
}
