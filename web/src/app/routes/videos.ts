import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readFilter } from '../../features/library/filter.ts'
import { signedIn } from './roots.ts'

/** Making videos, and those that were made. */
export const videoRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/create',
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
    component: lazyRouteComponent(() => import('../../pages/video.tsx'), 'VideoPage'),
  }),
] as const
