import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import { meQuery } from '../../features/session/session.ts'
import { loadAdminWords } from '../../lib/i18n.ts'
import { signedIn } from './roots.ts'

/** Nobody else is told that these pages are there. */
const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  beforeLoad: async ({ context }) => {
    const me = await context.queryClient.ensureQueryData(meQuery)
    if (me?.role !== 'admin') throw notFound()
    await loadAdminWords()
  },
  component: lazyRouteComponent(() => import('../../pages/admin/layout.tsx'), 'AdminLayout'),
})

/** Reads filters from the address: texts by their names, and the page. The pages themselves refuse what they do not know. */
function filter<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [K in Name]?: string } & { page?: number } => {
    const texts = names.flatMap((name) => {
      const value = search[name]
      return (typeof value === 'string' && value !== '') || typeof value === 'number'
        ? [[name, String(value)]]
        : []
    })
    const page = Number(search['page'])
    return { ...Object.fromEntries(texts), ...(Number.isInteger(page) && page > 1 && { page }) }
  }
}

/** For those who run the service. */
export const adminRoutes = [
  admin.addChildren([
    createRoute({
      getParentRoute: () => admin,
      path: '/',
      beforeLoad: () => {
        throw redirect({ to: '/admin/overview', replace: true })
      },
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/overview',
      component: lazyRouteComponent(() => import('../../pages/admin/overview.tsx'), 'OverviewPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/capacity',
      component: lazyRouteComponent(() => import('../../pages/admin/capacity.tsx'), 'CapacityPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/users',
      validateSearch: filter('query', 'status', 'role'),
      component: lazyRouteComponent(() => import('../../pages/admin/users.tsx'), 'UsersPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/users/$user_id',
      component: lazyRouteComponent(() => import('../../pages/admin/user.tsx'), 'UserPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/tasks',
      validateSearch: filter('status', 'model', 'user_id', 'from', 'to', 'cursor'),
      component: lazyRouteComponent(() => import('../../pages/admin/tasks.tsx'), 'TasksPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/tasks/$task_id',
      component: lazyRouteComponent(() => import('../../pages/admin/task.tsx'), 'TaskPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/engines',
      component: lazyRouteComponent(() => import('../../pages/admin/engines.tsx'), 'EnginesPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/queues',
      component: lazyRouteComponent(() => import('../../pages/admin/queues.tsx'), 'QueuesPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/models',
      component: lazyRouteComponent(() => import('../../pages/admin/models.tsx'), 'ModelsPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/prices',
      validateSearch: filter('kind', 'model'),
      component: lazyRouteComponent(() => import('../../pages/admin/prices.tsx'), 'PricesPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/ledger',
      validateSearch: filter('type', 'user_id', 'from', 'to', 'cursor'),
      component: lazyRouteComponent(() => import('../../pages/admin/ledger.tsx'), 'LedgerPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/invites',
      validateSearch: filter(),
      component: lazyRouteComponent(() => import('../../pages/admin/invites.tsx'), 'InvitesPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/settings',
      component: lazyRouteComponent(() => import('../../pages/admin/settings.tsx'), 'SettingsPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/limits',
      component: lazyRouteComponent(() => import('../../pages/admin/limits.tsx'), 'LimitsPage'),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: '/audit',
      validateSearch: filter('event', 'actor', 'subject', 'from', 'to', 'cursor'),
      component: lazyRouteComponent(() => import('../../pages/admin/audit.tsx'), 'AuditPage'),
    }),
  ]),
] as const
