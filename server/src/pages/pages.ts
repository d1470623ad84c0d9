import type { AccountDeps } from '../accounts/accounts.ts'
import type { App } from '../platform/http/app.ts'
import type { SignInOptions } from '../platform/http/sign-in.ts'
import { forgotPasswordRoutes } from './forgot-password-routes.ts'
import { favicon, type HomeDeps, homeRoutes } from './home-routes.ts'
import { linkPageRoutes } from './link-routes.ts'

export { favicon }

/** Pages for people who have a browser and nothing else: plain HTML, one form each, in English and Chinese. */
export function pageRoutes(
  app: App,
  deps: HomeDeps & { accounts: AccountDeps; origins: SignInOptions['origins'] },
): void {
  homeRoutes(app, deps)
  linkPageRoutes(app, deps.accounts)
  forgotPasswordRoutes(app, deps)
}
