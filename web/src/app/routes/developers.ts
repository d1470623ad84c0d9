import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { signedIn } from './roots.ts'

const developers = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers',
  component: lazyRouteComponent(() => import('../../pages/developers/layout.tsx'), 'DevelopersLayout'),
})

/** For those who write programs. */
export const developerRoutes = [
  developers.addChildren([
    createRoute({
      getParentRoute: () => developers,
      path: '/',
      beforeLoad: () => {
        throw redirect({ to: '/developers/keys', replace: true })
      },
    }),
    createRoute({
      getParentRoute: () => developers,
      path: '/keys',
      component: lazyRouteComponent(() => import('../../pages/developers/keys.tsx'), 'KeysPage'),
    }),
    createRoute({
      getParentRoute: () => developers,
      path: '/webhooks',
      validateSearch: ({ hook }: Record<string, unknown>): { hook?: string } =>
        typeof hook === 'string' ? { hook } : {},
      component: lazyRouteComponent(() => import('../../pages/developers/webhooks.tsx'), 'WebhooksPage'),
    }),
    createRoute({
      getParentRoute: () => developers,
      path: '/events',
      component: lazyRouteComponent(() => import('../../pages/developers/events.tsx'), 'EventsPage'),
    }),
    createRoute({
      getParentRoute: () => developers,
      path: '/quickstart',
      component: lazyRouteComponent(() => import('../../pages/developers/quickstart.tsx'), 'QuickstartPage'),
    }),
  ]),
] as const
