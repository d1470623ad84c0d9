import type { QueryClient } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import { meQuery } from '../../features/session/session.ts'
import { readSetup, type SetupSearch } from '../../features/setup/steps.ts'
import { loadAdminWords } from '../../lib/i18n.ts'
import { root } from './roots.ts'

/** Where to go afterwards, within the studio; and whether a session that ended led here. */
const next = (search: Record<string, unknown>): { next?: string; ended?: true } => ({
  ...(typeof search['next'] === 'string' && /^\/(?![/\\])/.test(search['next']) && { next: search['next'] }),
  ...(search['ended'] === true && { ended: true }),
})

interface Ways {
  context: { queryClient: QueryClient }
  search: { next?: string }
}

/** Whoever is signed in already goes on. */
const unlessSignedIn = async ({ context, search }: Ways): Promise<void> => {
  if (await context.queryClient.ensureQueryData(meQuery)) throw redirect({ href: search.next ?? '/create' })
}

const mailedLink = () => import('../../pages/mailed-link.tsx')

/** After the first step it is for administrators: the first step makes one. */
const guardSetup = async ({
  context,
  search,
  location,
}: Ways & { search: SetupSearch; location: { href: string } }) => {
  const [me] = await Promise.all([context.queryClient.ensureQueryData(meQuery), loadAdminWords()])
  if (search.step === undefined) return
  if (me === null) throw redirect({ to: '/auth/sign-in', search: { next: location.href } })
  if (me.role !== 'admin') throw notFound()
}

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
    path: '/setup',
    validateSearch: readSetup,
    beforeLoad: guardSetup,
    component: lazyRouteComponent(() => import('../../pages/setup.tsx'), 'SetupPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/auth/sign-in',
    validateSearch: next,
    beforeLoad: unlessSignedIn,
    component: lazyRouteComponent(() => import('../../pages/sign-in.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/auth/register',
    validateSearch: next,
    beforeLoad: unlessSignedIn,
    component: lazyRouteComponent(() => import('../../pages/register.tsx'), 'RegisterPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/auth/forgot-password',
    component: lazyRouteComponent(() => import('../../pages/forgot-password.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/auth/reset-password',
    component: lazyRouteComponent(() => import('../../pages/reset-password.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/auth/verify',
    component: lazyRouteComponent(mailedLink, 'VerifyPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/auth/confirm-password',
    component: lazyRouteComponent(mailedLink, 'ConfirmPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/auth/confirm-email',
    component: lazyRouteComponent(mailedLink, 'ConfirmEmailPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/auth/undo-email',
    component: lazyRouteComponent(mailedLink, 'UndoEmailPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/auth/undo-deletion',
    component: lazyRouteComponent(mailedLink, 'UndoDeletionPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/auth/goodbye',
    validateSearch: ({ until }: Record<string, unknown>): { until?: string } =>
      typeof until === 'string' && !Number.isNaN(Date.parse(until)) ? { until } : {},
    component: lazyRouteComponent(() => import('../../pages/goodbye.tsx'), 'GoodbyePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/verify',
    beforeLoad: ({ context }) => context.queryClient.ensureQueryData(meQuery),
    component: lazyRouteComponent(() => import('../../pages/verify.tsx'), 'VerifyPage'),
  }),
] as const
