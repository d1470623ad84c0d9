import { createRouter } from '@tanstack/react-router'
import { base_url } from '../lib/api.ts'
import { queryClient } from './query-client.ts'
import { accountRoutes } from './routes/account.ts'
import { openRoutes } from './routes/open.ts'
import { root, signedIn } from './routes/roots.ts'
import { videoRoutes } from './routes/videos.ts'

export const router = createRouter({
  routeTree: root.addChildren([...openRoutes, signedIn.addChildren([...videoRoutes, ...accountRoutes])]),
  context: { queryClient },
  basepath: new URL(base_url).pathname,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
