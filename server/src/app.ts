import cookie from '@fastify/cookie'
import { Type } from 'typebox'
import * as accountDataRoutes from './account-data/routes.ts'
import type { AccountDeps } from './accounts/accounts.ts'
import { createAuthenticate } from './accounts/authenticate.ts'
import { forgetFailures } from './accounts/lock.ts'
import { hasSecondFactor, removeSecondFactor } from './accounts/mfa-status.ts'
import { cookieRules } from './accounts/cookies.ts'
import * as accountRoutes from './accounts/routes.ts'
import * as agentRoutes from './agent/routes.ts'
import type { AdminDeps } from './admin/admin.ts'
import * as adminRoutes from './admin/routes.ts'
import { type ApiKeyDeps, countCall, createAuthenticateKey, revokeApiKeysOf } from './api-keys/api-keys.ts'
import * as apiKeyRoutes from './api-keys/routes.ts'
import { previewModel } from './catalog/catalog.ts'
import { type Config, taskLimits } from './config/config.ts'
import type { Deps } from './deps.ts'
import { metricsRoute } from './monitoring/monitoring.ts'
import { notDrawn } from './engines/preview.ts'
import { mailChannel } from './outbox/outbox.ts'
import { createEventStreams } from './events/events.ts'
import * as eventRoutes from './events/routes.ts'
import { AppError } from './platform/errors.ts'
import { type App, createHttpApp, type Patience } from './platform/http/app.ts'
import { allowOrigins } from './platform/http/cors.ts'
import { checkSpace, isOutOfSpace, outOfSpace } from './platform/files/out-of-space.ts'
import { registerOpenApi } from './platform/http/openapi.ts'
import { signedIn, type SignInOptions } from './platform/http/sign-in.ts'
import { createKeyedMutex } from './platform/concurrency/keyed-mutex.ts'
import { createSettingsReader, type Settings } from './settings/settings.ts'
import { examples, favicon, guide } from './pages/pages.ts'
import * as pageRoutes from './pages/routes.ts'
import * as provenanceRoutes from './provenance/routes.ts'
import { StorageFull } from './storage/storage.ts'
import * as storageRoutes from './storage/routes.ts'
import { signedInRoutes as signedInTaskRoutes } from './tasks/routes.ts'
import { findMadeFile } from './tasks/tasks.ts'
import * as uploadRoutes from './uploads/routes.ts'
import * as walletRoutes from './wallet/routes.ts'
import * as webhookRoutes from './webhooks/routes.ts'
import { webhookItems } from './webhooks/webhooks.ts'
import packageJson from '../package.json' with { type: 'json' }

const bodyLimit_bytes = 64 * 1024

/** What these routes do may queue a mail; its transaction has ended before the answer, be that a refusal. */
const mayQueueMail = /^\/(api\/v1\/(auth|me|admin)\/|[a-z-]+$)/

/** The whole HTTP interface without a port: every group of routes, in one list. */
export async function createApp(deps: Deps, patience: Partial<Patience> = {}): Promise<App> {
  const { config } = deps
  const app = createHttpApp({
    log: deps.log,
    trusted_proxies: config.trusted_proxies,
    body_limit_bytes: bodyLimit_bytes,
    https: config.public_base_url.startsWith('https://'),
    metrics: deps.metrics,
    patience,
  })
  const cookies = cookieRules(config.public_base_url, config.refresh_idle_ttl_s)
  await app.register(cookie)
  await allowOrigins(app, config.cors_allowed_origins)
  await registerOpenApi(app, {
    version: packageJson.version,
    session_cookie: cookies.name,
    public_base_url: config.public_base_url,
    chapters: guide,
    examples,
    sign: favicon,
    webhooks: webhookItems,
  })

  const accounts = accountDeps(deps)
  const apiKeys: ApiKeyDeps = {
    ...deps,
    api_key_auth_enabled: config.api_key_auth_enabled,
    hasSecondFactor,
  }
  const administration: AdminDeps = {
    ...deps,
    lifetimes: accounts.lifetimes,
    public_base_url: config.public_base_url,
    setting_defaults: settingDefaults(config),
    admin_mfa_required: config.admin_mfa_required,
    forgetFailures: (trx, identity) => forgetFailures(trx, accounts, identity),
    removeSecondFactor,
  }
  const streams = createEventStreams({
    ...deps,
    limits: { per_user: config.event_streams_per_user, per_process: config.event_streams_per_process },
    heartbeat_ms: config.event_heartbeat_s * 1000,
  })
  app.addHook('onListen', async () => streams.begin())
  app.addHook('preClose', async () => streams.close())
  const origins = {
    own: new URL(config.public_base_url).origin,
    trusted: [...config.trusted_origins, ...config.cors_allowed_origins],
  }
  const authenticate = createAuthenticate(accounts)
  const authenticateKey = createAuthenticateKey(apiKeys)
  const signIn: SignInOptions = {
    cookie_name: cookies.name,
    origins,
    authenticate: (credential, use) =>
      credential.kind === 'api_key' ? authenticateKey(credential.value, use) : authenticate(credential, use),
    countCall: (key) => countCall(apiKeys, key),
    admin_mfa_required: config.admin_mfa_required,
  }

  app.addHook('onResponse', (request, _reply, done) => {
    if (request.method !== 'GET' && mayQueueMail.test(request.routeOptions.url ?? '')) {
      deps.notifier.notify(mailChannel)
    }
    done()
  })

  // Open to everybody
  probeRoutes(app, deps)
  metricsRoute(app, deps)
  accountRoutes.publicRoutes(app, { accounts, cookies, origins, avatars: deps })
  provenanceRoutes.publicRoutes(app, {
    ...deps,
    findFile: (sha256) => findMadeFile(deps.db, sha256),
  })
  pageRoutes.publicRoutes(app, { accounts, origins, version: packageJson.version })
  if (deps.disk) storageRoutes.publicRoutes(app, deps.disk)

  // With a principal
  signedIn(app, signIn, (scope) => {
    accountRoutes.signedInRoutes(scope, { accounts, cookies, origins, avatars: deps })
    accountDataRoutes.signedInRoutes(scope, deps)
    walletRoutes.signedInRoutes(scope, accounts)
    apiKeyRoutes.signedInRoutes(scope, apiKeys)
    adminRoutes.signedInRoutes(scope, administration)
    eventRoutes.signedInRoutes(scope, streams)
    webhookRoutes.signedInRoutes(scope, deps)
    agentRoutes.signedInRoutes(scope, {
      ...deps,
      llm_timeout_ms: config.llm_timeout_s * 1000,
      llm_fallback: config.llm_fallback,
    })
    uploadRoutes.signedInRoutes(scope, deps)
    signedInTaskRoutes(scope, {
      ...deps,
      uploads: deps,
      limits: taskLimits(config),
      streams,
      notDrawn: (model, prompt) => (model === previewModel.name ? notDrawn(prompt) : []),
    })
  })
  return app
}

/** What counts where no administrator has set anything else. */
function settingDefaults(config: Config): Settings {
  return {
    api_key_auth_enabled: config.api_key_auth_enabled,
    registration_enabled: config.registration_enabled,
    topup_enabled: config.topup_enabled,
    email_verification_required: config.email_verification_required,
    price_overrides: {},
  }
}

export function accountDeps({
  db,
  hasher,
  clock,
  limiter,
  config,
  secrets,
}: Pick<Deps, 'db' | 'hasher' | 'clock' | 'limiter' | 'secrets'> & { config: Config }): AccountDeps {
  return {
    db,
    hasher,
    clock,
    refreshing: new Set(),
    mutex: createKeyedMutex(),
    revokeApiKeys: revokeApiKeysOf,
    settings: createSettingsReader(db, settingDefaults(config)),
    limiter,
    secrets,
    password_blocklist: config.password_blocklist,
    lock: {
      threshold: config.lock_threshold,
      base_s: config.lock_base_s,
      max_s: config.lock_max_s,
    },
    public_base_url: config.public_base_url,
    lifetimes: {
      access_token_s: config.access_token_ttl_s,
      refresh_idle_s: config.refresh_idle_ttl_s,
      session_absolute_s: config.session_absolute_ttl_s,
      admin: {
        refresh_idle_s: config.admin_session_idle_ttl_s,
        session_absolute_s: config.admin_session_absolute_ttl_s,
      },
    },
  }
}

/** For load balancers and supervisors: is the process there, and can it work: a full disk is told by name. */
function probeRoutes(app: App, { db, storage, config }: Deps): void {
  const Ok = Type.Object({ status: Type.Literal('ok') })
  app.get('/healthz', { schema: { hide: true, response: { 200: Ok } } }, () => ({ status: 'ok' as const }))
  app.get('/readyz', { schema: { hide: true, response: { 200: Ok } } }, async () => {
    try {
      await Promise.all([
        db.selectNoFrom((eb) => eb.lit(1).as('one')).execute(),
        storage.check(),
        checkSpace(config.data_dir),
      ])
    } catch (error) {
      if (error instanceof StorageFull || isOutOfSpace(error)) throw outOfSpace(error)
      throw new AppError(503, 'not_ready', 'Database or storage is away.', {
        headers: { 'retry-after': '1' },
        cause: error,
      })
    }
    return { status: 'ok' as const }
  })
}
