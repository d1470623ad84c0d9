import type { AccountDeps } from '../accounts/accounts.ts'
import type { App } from '../platform/http/app.ts'
import type { SignInOptions } from '../platform/http/sign-in.ts'
import { forgotPasswordRoutes } from './forgot-password-routes.ts'
import { homeRoutes } from './home-routes.ts'
import { linkPageRoutes } from './link-routes.ts'

/** Plain HTML pages in English and Chinese: the home page, and one form for each mailed link. */
export function publicRoutes(
  app: App,
  deps: { accounts: AccountDeps; origins: SignInOptions['origins']; version: string; has_studio: boolean },
): void {
  homeRoutes(app, {
    public_base_url: deps.accounts.public_base_url,
    version: deps.version,
    has_studio: deps.has_studio,
  })
  linkPageRoutes(app, deps.accounts)
  forgotPasswordRoutes(app, deps)
}
