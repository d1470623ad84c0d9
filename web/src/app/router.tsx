import { createRouter } from '@tanstack/react-router'
import { base_url } from '../lib/api.ts'
import { queryClient, whenSessionEnds } from './query-client.ts'
import { accountRoutes } from './routes/account.ts'
import { adminRoutes } from './routes/admin.ts'
import { developerRoutes } from './routes/developers.ts'
import { kitRoutes } from './routes/kit.ts'
import { openRoutes } from './routes/open.ts'
import { root, signedIn } from './routes/roots.ts'
import { videoRoutes } from './routes/videos.ts'

export const router = createRouter({
  routeTree: root.addChildren([
    ...openRoutes,
    ...kitRoutes,
    signedIn.addChildren([...videoRoutes, ...accountRoutes, ...developerRoutes, ...adminRoutes]),
  ]),
  context: { queryClient },
  basepath: new URL(base_url).pathname,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

// Back to where one was, once one has signed in again.
whenSessionEnds(() => {
  const { location, matches } = router.state
  const isOpen = !matches.some(({ routeId }) => routeId === '/signed-in')
  if (isOpen && !(location.pathname === '/setup' && 'step' in location.search)) return
  void router.navigate({ to: '/auth/sign-in', search: { next: location.href, ended: true }, replace: true })
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
