import cookie from '@fastify/cookie'
import { Type } from 'typebox'
import type { AccountDeps } from './accounts/accounts.ts'
import { authenticate } from './accounts/authenticate.ts'
import { cookieRules } from './accounts/cookies.ts'
import { mfaRoutes, mfaSignInRoutes } from './accounts/mfa-routes.ts'
import { accountRoutes, authRoutes } from './accounts/routes.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { AppError } from './platform/errors.ts'
import { type App, createHttpApp } from './platform/http/app.ts'
import { registerOpenApi } from './platform/http/openapi.ts'
import { signedIn, type SignInOptions } from './platform/http/sign-in.ts'
import { diskRoutes } from './storage/disk-routes.ts'
import { taskRoutes } from './tasks/routes.ts'
import { walletRoutes } from './wallet/routes.ts'
import packageJson from '../package.json' with { type: 'json' }

const bodyLimit_bytes = 64 * 1024

/** The whole HTTP interface without a port: every group of routes, in one list. */
export async function createApp(deps: Deps): Promise<App> {
  const { config } = deps
  const app = createHttpApp({
    log: deps.log,
    trusted_proxies: config.trusted_proxies,
    body_limit_bytes: bodyLimit_bytes,
    https: config.public_base_url.startsWith('https://'),
  })
  const cookies = cookieRules(config.public_base_url, config.refresh_idle_ttl_s)
  await app.register(cookie)
  await registerOpenApi(app, { version: packageJson.version, session_cookie: cookies.name })

  const accounts = accountDeps(deps)
  const origins = { own: new URL(config.public_base_url).origin, trusted: config.trusted_origins }
  const signIn: SignInOptions = {
    cookie_name: cookies.name,
    origins,
    authenticate: (credential) => authenticate(accounts, credential),
  }

  // Open to everybody
  probeRoutes(app, deps)
  authRoutes(app, { accounts, cookies, origins })
  mfaSignInRoutes(app, { accounts, cookies, origins })
  diskRoutes(app, deps.storage)

  // With a principal
  signedIn(app, signIn, (scope) => {
    accountRoutes(scope, { accounts })
    mfaRoutes(scope, { accounts, cookies })
    walletRoutes(scope, { db: deps.db, topup_enabled: config.topup_enabled })
    taskRoutes(scope, {
      ...deps,
      limits: { max_active_tasks: config.max_active_tasks, deadline_s: config.task_deadline_s },
    })
  })
  return app
}

export function accountDeps({
  db,
  hasher,
  clock,
  config,
  limiter,
  secrets,
}: Pick<Deps, 'db' | 'hasher' | 'clock' | 'limiter' | 'secrets'> & { config: Config }): AccountDeps {
  return {
    db,
    hasher,
    clock,
    limiter,
    secrets,
    password_blocklist: config.password_blocklist,
    lock: {
      threshold: config.lock_threshold,
      base_s: config.lock_base_s,
      max_s: config.lock_max_s,
    },
    registration_enabled: config.registration_enabled,
    lifetimes: {
      access_token_s: config.access_token_ttl_s,
      refresh_idle_s: config.refresh_idle_ttl_s,
      session_absolute_s: config.session_absolute_ttl_s,
    },
  }
}

/** For load balancers and supervisors: is the process there, and can it work. */
function probeRoutes(app: App, { db, storage }: Deps): void {
  const Ok = Type.Object({ status: Type.Literal('ok') })
  app.get('/healthz', { schema: { hide: true, response: { 200: Ok } } }, () => ({ status: 'ok' as const }))
  app.get('/readyz', { schema: { hide: true, response: { 200: Ok } } }, async () => {
    try {
      await Promise.all([db.selectNoFrom((eb) => eb.lit(1).as('one')).execute(), storage.check()])
    } catch (error) {
      throw new AppError(503, 'not_ready', 'Database or storage is away.', {
        headers: { 'retry-after': '1' },
        cause: error,
      })
    }
    return { status: 'ok' as const }
  })
}
