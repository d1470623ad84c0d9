import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { meQuery } from '../../features/session/session.ts'
import { root } from './roots.ts'

const next = (search: Record<string, unknown>): { next?: string } =>
  typeof search['next'] === 'string' && /^\/(?!\/)/.test(search['next']) ? { next: search['next'] } : {}

/** Pages for everybody. */
export const openRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: async ({ context }) => {
      if (await context.queryClient.ensureQueryData(meQuery)) throw redirect({ to: '/create' })
    },
    component: lazyRouteComponent(() => import('../../pages/front.tsx'), 'FrontPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/auth/sign-in',
    validateSearch: next,
    component: lazyRouteComponent(() => import('../../pages/sign-in.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/auth/register',
    validateSearch: next,
    component: lazyRouteComponent(() => import('../../pages/register.tsx'), 'RegisterPage'),
  }),
] as const
