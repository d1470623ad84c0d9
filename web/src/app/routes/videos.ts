import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { modelsQuery } from '../../lib/models.ts'
import { readFilter } from '../../features/library/filter.ts'
import { videoSearch } from '../../features/player/search.ts'
import { videosQuery } from '../../features/video/videos.ts'
import { signedIn } from './roots.ts'

/** Making videos, and those that were made. */
export const videoRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/create',
    // Beside the page's own code, not after it.
    loader: ({ context: { queryClient } }) => {
      void queryClient.prefetchInfiniteQuery(videosQuery())
      void queryClient.prefetchQuery(modelsQuery)
    },
    component: lazyRouteComponent(() => import('../../pages/create.tsx'), 'CreatePage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/library',
    validateSearch: readFilter,
    component: lazyRouteComponent(() => import('../../pages/library.tsx'), 'LibraryPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/v/$task_id',
    validateSearch: videoSearch,
    component: lazyRouteComponent(() => import('../../pages/video.tsx'), 'VideoPage'),
  }),
] as const
