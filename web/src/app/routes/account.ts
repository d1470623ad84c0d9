import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { type HistoryFilter, transactionTypes } from '../../features/wallet/wallet.ts'
import { dayOf } from '../../lib/days.ts'
import { knownOf, withoutEmpty } from '../../lib/filter.ts'
import { signedIn } from './roots.ts'

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('../../pages/account/layout.tsx'), 'AccountLayout'),
})

/** The person and their money. */
export const accountRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/wallet',
    validateSearch: ({ type, from, to }: Record<string, unknown>): HistoryFilter =>
      withoutEmpty({ type: knownOf(transactionTypes, type), from: dayOf(from), to: dayOf(to) }),
    component: lazyRouteComponent(() => import('../../pages/wallet.tsx'), 'WalletPage'),
  }),
  account.addChildren([
    createRoute({
      getParentRoute: () => account,
      path: '/',
      beforeLoad: () => {
        throw redirect({ to: '/account/profile', replace: true })
      },
    }),
    createRoute({
      getParentRoute: () => account,
      path: '/profile',
      component: lazyRouteComponent(() => import('../../pages/account/profile.tsx'), 'ProfilePage'),
    }),
    createRoute({
      getParentRoute: () => account,
      path: '/security',
      component: lazyRouteComponent(() => import('../../pages/account/security.tsx'), 'SecurityPage'),
    }),
    createRoute({
      getParentRoute: () => account,
      path: '/sessions',
      component: lazyRouteComponent(() => import('../../pages/account/sessions.tsx'), 'SessionsPage'),
    }),
    createRoute({
      getParentRoute: () => account,
      path: '/data',
      component: lazyRouteComponent(() => import('../../pages/account/data.tsx'), 'DataPage'),
    }),
  ]),
] as const
