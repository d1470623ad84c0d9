import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { meQuery } from '../../features/session/session.ts'
import { NotFound, RootError, Shell } from '../shell/shell.tsx'

/** Where the links of older mails led. */
const older = new Set([
  '/verify',
  '/reset-password',
  '/confirm-password',
  '/confirm-email',
  '/undo-email',
  '/undo-deletion',
])
const isLinkToken = (hash: string): boolean => hash.startsWith('t=')

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Shell,
  beforeLoad: ({ location }) => {
    if (older.has(location.pathname) && isLinkToken(location.hash))
      throw redirect({ href: `/auth${location.pathname}#${location.hash}`, replace: true })
    if (location.pathname === '/forgot-password')
      throw redirect({ to: '/auth/forgot-password', replace: true })
  },
  notFoundComponent: NotFound,
  errorComponent: RootError,
})

/** Pages that need somebody: whoever is nobody signs in first and comes back to where they wanted to go. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const me = await context.queryClient.ensureQueryData(meQuery)
    if (me === null) throw redirect({ to: '/auth/sign-in', search: { next: location.href } })
  },
})
