import { AppError, unauthorized } from '../errors.ts'
import type { App } from './app.ts'
import { isCrossSite } from './cross-site.ts'
import { chooseCredential, type Credential, type Principal } from './principal.ts'

export interface SignInOptions {
  cookie_name: string
  /** Our own origin, and others whose pages may use the cookie. */
  origins: { own: string; trusted: readonly string[] }
  /** @throws AppError 401 with the code that fits the credential. */
  authenticate(credential: Credential): Promise<Principal>
}

/**
 * Registers a group of routes that need a principal. The check runs before the body is read: who may not call gets 401
 * or 403, not 422.
 */
export function signedIn(app: App, options: SignInOptions, register: (scope: App) => void): void {
  void app.register((scope, _options, done) => {
    scope.decorateRequest('principal')
    scope.addHook('onRequest', async (request) => {
      const credential = chooseCredential(request.headers, request.cookies[options.cookie_name])
      if (!credential) throw unauthorized('not_authenticated', 'Sign in, or send an API key.')
      if (credential.kind === 'cookie') refuseCrossSite(request, options.origins)
      request.principal = await options.authenticate(credential)
    })
    register(scope)
    done()
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
