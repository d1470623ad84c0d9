import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from './roots.ts'

/** Only for those who build the studio: `npm run dev`, then `/kit`. */
export const kitRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/kit',
        component: lazyRouteComponent(() => import('../../pages/kit.tsx'), 'KitPage'),
      }),
    ]
  : []
