import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { meQuery } from '../features/session/session.ts'
import { NotFoundPage } from '../pages/not-found.tsx'
import { queryClient } from './query-client.ts'
import { RootError, Shell } from './shell.tsx'

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Shell,
  notFoundComponent: NotFoundPage,
  errorComponent: RootError,
})

/** Pages that need somebody: whoever is nobody signs in first and comes back to where they wanted to go. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const me = await context.queryClient.ensureQueryData(meQuery)
    if (me === null) throw redirect({ to: '/auth/sign-in', search: { next: location.href } })
  },
})

const front = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    if (await context.queryClient.ensureQueryData(meQuery)) throw redirect({ to: '/create' })
  },
  component: lazyRouteComponent(() => import('../pages/front.tsx'), 'FrontPage'),
})

const next = (search: Record<string, unknown>): { next?: string } =>
  typeof search['next'] === 'string' && /^\/(?!\/)/.test(search['next']) ? { next: search['next'] } : {}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/auth/sign-in',
  validateSearch: next,
  component: lazyRouteComponent(() => import('../pages/sign-in.tsx'), 'SignInPage'),
})
const register = createRoute({
  getParentRoute: () => root,
  path: '/auth/register',
  validateSearch: next,
  component: lazyRouteComponent(() => import('../pages/register.tsx'), 'RegisterPage'),
})

const create = createRoute({
  getParentRoute: () => signedIn,
  path: '/create',
  component: lazyRouteComponent(() => import('../pages/create.tsx'), 'CreatePage'),
})
const library = createRoute({
  getParentRoute: () => signedIn,
  path: '/library',
  validateSearch: (search: Record<string, unknown>): { status?: 'running' | 'completed' | 'failed' } => {
    const { status } = search
    return status === 'running' || status === 'completed' || status === 'failed' ? { status } : {}
  },
  component: lazyRouteComponent(() => import('../pages/library.tsx'), 'LibraryPage'),
})
const video = createRoute({
  getParentRoute: () => signedIn,
  path: '/v/$task_id',
  component: lazyRouteComponent(() => import('../pages/video.tsx'), 'VideoPage'),
})
const wallet = createRoute({
  getParentRoute: () => signedIn,
  path: '/wallet',
  component: lazyRouteComponent(() => import('../pages/wallet.tsx'), 'WalletPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    front,
    signIn,
    register,
    signedIn.addChildren([create, library, video, wallet]),
  ]),
  context: { queryClient },
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
