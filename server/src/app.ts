import cookie from '@fastify/cookie'
import * as accountData from './account-data/routes.ts'
import {
  type AccountDeps,
  cookieRules,
  createAccountDeps,
  createAuthenticate,
  forgetFailures,
  hasSecondFactor,
  removeSecondFactor,
} from './accounts/accounts.ts'
import * as accounts from './accounts/routes.ts'
import * as admin from './admin/routes.ts'
import * as agent from './agent/routes.ts'
import { countCall, createAuthenticateKey, revokeApiKeysOf } from './api-keys/api-keys.ts'
import * as apiKeys from './api-keys/routes.ts'
import { previewModel } from './catalog/catalog.ts'
import { type Config, settingDefaults, taskLimits } from './config/config.ts'
import type { Deps } from './deps.ts'
import { notDrawn } from './engines/preview.ts'
import { createEventStreams } from './events/events.ts'
import * as events from './events/routes.ts'
import * as guidePages from './guide/routes.ts'
import * as health from './health/routes.ts'
import { engineKinds } from './inventory/inventory.ts'
import * as mcp from './mcp/routes.ts'
import * as monitoring from './monitoring/routes.ts'
import { openAiErrors } from './openai/openai.ts'
import * as openai from './openai/routes.ts'
import { hintMails } from './outbox/outbox.ts'
import { examples, favicon, guide } from './pages/pages.ts'
import * as pages from './pages/routes.ts'
import type { Trx } from './platform/db/database.ts'
import { createFresh } from './platform/concurrency/fresh.ts'
import { type App, createHttpApp, type Patience } from './platform/http/app.ts'
import { allowOrigins } from './platform/http/cors.ts'
import { limitRequests } from './platform/http/limit-requests.ts'
import { registerOpenApi } from './platform/http/openapi.ts'
import { signedIn, type SignInOptions } from './platform/http/sign-in.ts'
import { limitTable } from './platform/limit-table.ts'
import * as provenance from './provenance/routes.ts'
import { createSender, readSetting } from './settings/settings.ts'
import * as storage from './storage/routes.ts'
import * as studio from './studio/routes.ts'
import * as tasks from './tasks/routes.ts'
import { createSubmitDeps, findMadeFile, tryModel } from './tasks/tasks.ts'
import * as uploads from './uploads/routes.ts'
import * as wallet from './wallet/routes.ts'
import * as webhooks from './webhooks/routes.ts'
import { webhookItems } from './webhooks/webhooks.ts'
import packageJson from '../package.json' with { type: 'json' }

const { version } = packageJson

/** For how long a quota is not read again. */
const quotaFreshFor_ms = 2_000
const bodyLimit_bytes = 64 * 1024

/** The whole HTTP interface without a port: every slice's routes, in one list. */
export async function createApp(deps: Deps, patience: Partial<Patience> = {}): Promise<App> {
  const { config, db, notifier } = deps
  const { public_base_url } = config
  const app = createHttpApp({
    log: deps.log,
    trusted_proxies: config.trusted_proxies,
    body_limit_bytes: bodyLimit_bytes,
    https: public_base_url.startsWith('https://'),
    metrics: deps.metrics,
    max_connections: config.max_connections,
    ...(config.otlp_endpoint !== null && { tracing: deps.tracing }),
    patience,
    error_dialects: [openAiErrors],
  })
  limitRequests(app, deps.limiter)
  const given = sliceDeps(app, deps)
  await app.register(cookie)
  await allowOrigins(app, config.cors_allowed_origins)
  await registerOpenApi(app, {
    version,
    session_cookie: given.accounts.cookies.name,
    public_base_url,
    chapters: guide,
    examples,
    sign: favicon,
    webhooks: webhookItems,
    has_guide: deps.guide !== null,
  })
  hintMails(app, notifier)

  // Open to everybody
  monitoring.publicRoutes(app, deps)
  accounts.publicRoutes(app, given.accounts)
  provenance.publicRoutes(app, { ...deps, findFile: (sha256) => findMadeFile(db, sha256) })
  pages.publicRoutes(app)
  if (deps.studio)
    await studio.publicRoutes(app, {
      public_base_url,
      folder: deps.studio,
      media_origins: mediaOrigins(config),
    })
  if (deps.guide) await guidePages.publicRoutes(app, { public_base_url, folder: deps.guide })
  if (deps.disk) storage.publicRoutes(app, deps.disk)

  // With a principal
  signedIn(app, given.signIn, (scope) => {
    accounts.signedInRoutes(scope, given.accounts)
    accountData.signedInRoutes(scope, deps)
    wallet.signedInRoutes(scope, given.accounts.accounts)
    apiKeys.signedInRoutes(scope, given.apiKeys)
    admin.signedInRoutes(scope, given.admin)
    health.signedInRoutes(scope, deps)
    events.signedInRoutes(scope, given.streams)
    webhooks.signedInRoutes(scope, deps)
    agent.signedInRoutes(scope, given.agent)
    uploads.signedInRoutes(scope, deps)
    tasks.signedInRoutes(scope, given.tasks)
    openai.signedInRoutes(scope, given.tasks)
    mcp.signedInRoutes(scope, { version, public_base_url })
  })
  return app
}

/** What each slice is given, of what the process has. */
function sliceDeps(app: App, deps: Deps) {
  const { config, db, log, clock, limiter, llm, notifier, catalog } = deps
  const { public_base_url, admin_mfa_required } = config
  const ofAccounts = accountDeps(deps)
  const ofKeys = {
    db,
    limiter,
    clock,
    api_key_auth_enabled: config.api_key_auth_enabled,
    hasSecondFactor,
  }
  const cookies = cookieRules(public_base_url, config.refresh_idle_ttl_s)
  const origins = {
    own: new URL(public_base_url).origin,
    trusted: [...config.trusted_origins, ...config.cors_allowed_origins],
  }
  const streams = createEventStreams({
    ...deps,
    limits: { per_user: config.event_streams_per_user, per_process: config.event_streams_per_process },
    heartbeat_ms: config.event_heartbeat_s * 1000,
  })
  app.addHook('onListen', async () => streams.begin())
  app.addHook('preClose', async () => streams.close())
  const authenticate = createAuthenticate(ofAccounts)
  const authenticateKey = createAuthenticateKey(ofKeys)
  const signIn: SignInOptions = {
    cookie_name: cookies.name,
    origins,
    authenticate: (credential, use) =>
      credential.kind === 'api_key' ? authenticateKey(credential.value, use) : authenticate(credential, use),
    countCall: async (by) => {
      await limiter.takeHere(limitTable.requests_of_user, by.user_id)
      if (by.kind === 'api_key') await countCall(ofKeys, by)
    },
    admin_mfa_required,
  }
  const submitDeps = createSubmitDeps({
    db,
    metrics: deps.metrics,
    tracing: deps.tracing,
    clock,
    notifier,
    catalog,
    uploads: deps,
    limits: taskLimits(config),
    readQuota: createFresh(0, quotaFreshFor_ms, () => readSetting(db, 'storage_quota_bytes', 0)),
    notDrawn: (model: string, prompt: string) => (model === previewModel.name ? notDrawn(prompt) : []),
  })
  const ofTasks = {
    ...submitDeps,
    streams,
    storage: deps.storage,
    legacy_results_dir: deps.legacy_results_dir,
    retention: config,
  }
  return {
    signIn,
    streams,
    accounts: { accounts: ofAccounts, cookies, origins, avatars: deps },
    apiKeys: ofKeys,
    admin: {
      db,
      clock,
      notifier,
      catalog,
      limiter,
      mailer: deps.mailer,
      sender: createSender(db, config.mail_from),
      inventory: deps.inventory,
      kinds: engineKinds(log),
      secrets: deps.secrets,
      tryModel: async (caller: { user_id: string; request_id: string }, model: string, prompt?: string) =>
        (await tryModel(submitDeps, { ...caller, spender: undefined }, model, prompt)).answer,
      lifetimes: ofAccounts.lifetimes,
      public_base_url,
      setting_defaults: settingDefaults(config),
      admin_mfa_required,
      forgetFailures: (trx: Trx, identity: string) => forgetFailures(trx, ofAccounts, identity),
      removeSecondFactor,
    },
    agent: {
      db,
      clock,
      limiter,
      log,
      llm,
      llm_timeout_ms: config.llm_timeout_s * 1000,
      llm_fallback: config.llm_fallback,
    },
    tasks: ofTasks,
  }
}

/** What accounts are given, also by a command that serves nothing. */
export function accountDeps(
  deps: Pick<Deps, 'config' | 'db' | 'hasher' | 'clock' | 'limiter' | 'secrets'>,
): AccountDeps {
  return createAccountDeps(deps.config, { ...deps, revokeApiKeys: revokeApiKeysOf })
}

/** Where links to stored files lead when they are not ours. */
function mediaOrigins({ s3_bucket, s3_endpoint, s3_public_endpoint, s3_region }: Config): string[] {
  if (s3_bucket === null) return []
  const endpoint = s3_public_endpoint ?? s3_endpoint
  if (endpoint === null)
    return [`https://${s3_bucket}.s3.${s3_region}.amazonaws.com`, `https://s3.${s3_region}.amazonaws.com`]
  const { protocol, host, origin } = new URL(endpoint)
  return [origin, `${protocol}//${s3_bucket}.${host}`]
}
