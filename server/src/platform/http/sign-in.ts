import { AppError, unauthorized } from '../errors.ts'
import type { App } from './app.ts'
import { isCrossSite } from './cross-site.ts'
import { type Access, allow, chooseCredential, type Credential, type Principal } from './principal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required on every route inside `signedIn`. */
    access?: Access
  }
  interface FastifyRequest {
    /**
     * Checks again that the caller may do this, for long-lived answers. It does not count as use, so that an open page does
     * not keep a session alive. @throws AppError 401 or 403.
     */
    stillAllowed(): Promise<void>
  }
}

export interface SignInOptions {
  cookie_name: string
  /** Our own origin, and those whose pages may use the cookie. */
  origins: { own: string; trusted: readonly string[] }
  /** Authenticates, and records the use unless `only_look`. @throws AppError 401 with the matching code. */
  authenticate(credential: Credential, options?: { only_look: boolean }): Promise<Principal>
  /** @throws AppError 429 `rate_limited` when the user or the key exceeds its rate. */
  countCall(by: Principal): Promise<void>
  /** Whether administrators need a second factor. */
  admin_mfa_required: boolean
}

/**
 * Registers routes that need a principal. The check runs before the body is read, so that a caller without access gets 401
 * or 403, never 422. A route without `access` fails the start: none opens to keys by oversight.
 */
export function signedIn(app: App, options: SignInOptions, register: (scope: App) => void): void {
  void app.register(async (scope) => {
    scope.decorateRequest('principal')
    scope.decorateRequest('stillAllowed')
    scope.addHook('onRoute', (route) => {
      const access = route.config?.access
      if (access === undefined) throw new Error(`${route.url} does not declare its access`)
      if (access === 'session' || access === 'admin') {
        route.schema = { security: [{ bearer: [] }, { session: [] }], ...route.schema }
      }
    })
    scope.addHook('onRequest', async (request) => {
      const credential = chooseCredential(request.headers, request.cookies[options.cookie_name])
      if (!credential) throw unauthorized('not_authenticated', 'Sign in, or send an API key.')
      if (credential.kind === 'cookie') refuseCrossSite(request, options.origins)
      request.principal = await options.authenticate(credential)
      const { access } = request.routeOptions.config
      if (access === undefined) throw new Error('a signed-in route without access')
      allow(request.principal, access, options)
      request.stillAllowed = async () =>
        allow(await options.authenticate(credential, { only_look: true }), access, options)
      await options.countCall(request.principal)
    })
    register(scope)
  })
}

interface IncomingRequest {
  method: string
  headers: Record<string, string | string[] | undefined>
}

/** @throws AppError 403 `csrf_failed` when a foreign page may have sent the request. */
export function refuseCrossSite(request: IncomingRequest, origins: SignInOptions['origins']): void {
  const header = (name: string) => request.headers[name] as string | undefined
  const crossSite = isCrossSite(
    {
      method: request.method,
      origin: header('origin'),
      sec_fetch_site: header('sec-fetch-site'),
      sec_fetch_mode: header('sec-fetch-mode'),
    },
    origins,
  )
  if (crossSite) throw new AppError(403, 'csrf_failed', 'The request comes from a foreign page.')
}
