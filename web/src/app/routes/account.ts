import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedIn } from './roots.ts'

/** The person and their money. */
export const accountRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/wallet',
    component: lazyRouteComponent(() => import('../../pages/wallet.tsx'), 'WalletPage'),
  }),
] as const
