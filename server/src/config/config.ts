import { createHash } from 'node:crypto'
import {
  ConfigError,
  type Environment,
  flag,
  integer,
  list,
  oneOf,
  Secret,
  type Setting,
  text,
} from '../platform/setting.ts'
import type { Settings } from '../settings/settings.ts'
import {
  adminMfaRequired,
  baseUrl,
  databaseSessionUrl,
  databaseUrl,
  dataDir,
  isCidr,
  isOrigin,
  mailFrom,
  metricsToken,
  secretKey,
  secretsKeys,
  smtpUrl,
} from './setting-readers.ts'
import { llmSettings } from './llm-settings.ts'
import { tracingSettings } from './tracing-settings.ts'
import { provenanceSettings } from './provenance-settings.ts'
import { upscaleSettings } from './upscale-settings.ts'
import { taskSettings } from './task-settings.ts'
import { storageSettings, unsafeStorage } from './storage-settings.ts'
import { withFiles } from './setting-files.ts'

export { provenanceKeyPlace, secretsKeysPlace, signingKeyPlace } from './key-places.ts'
export { taskLimits } from './task-settings.ts'

/** All settings. `npm run fix` generates `docs/config.md` from this list. */
export const settings = {
  env: oneOf(
    'NODE_ENV',
    'development',
    ['development', 'test', 'production'],
    '`production` rejects settings that are safe only on a laptop.',
  ),
  host: text('HOST', '127.0.0.1', 'Address to listen on.'),
  port: integer('PORT', 8080, [0, 65_535], 'Port to listen on; 0 chooses a free one.'),
  data_dir: dataDir(),
  public_base_url: baseUrl(),
  allow_insecure_http: flag('ALLOW_INSECURE_HTTP', false, 'Whether production may run without https.'),
  trusted_origins: list(
    'TRUSTED_ORIGINS',
    'Other web origins whose pages may send requests with the session cookie, separated by commas.',
    isOrigin,
    'an origin',
  ),
  cors_allowed_origins: list(
    'CORS_ALLOWED_ORIGINS',
    'Web origins whose pages may read responses and send the session cookie, separated by commas.',
    isOrigin,
    'an origin',
  ),
  trusted_proxies: list(
    'TRUSTED_PROXIES',
    'Addresses or networks of the proxies whose X-Forwarded-For is trusted, separated by commas.',
    isCidr,
    'an address or network',
  ),
  log_level: oneOf(
    'LOG_LEVEL',
    'info',
    ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    'The least severe messages that are logged.',
  ),
  metrics_token: metricsToken(),
  metrics_port: integer(
    'METRICS_PORT',
    0,
    [0, 65_535],
    'Port on which each process serves metrics to Prometheus without a token; 0 serves none.',
  ),
  metrics_host: text('METRICS_HOST', '127.0.0.1', 'Address that METRICS_PORT listens on.'),
  ...tracingSettings,
  database_url: databaseUrl(),
  database_session_url: databaseSessionUrl(),
  database_pool_size: integer(
    'DATABASE_POOL_SIZE',
    10,
    [2, 200],
    'Connections to PostgreSQL in the pool of each process; see docs/database.md.',
  ),
  signing_key: secretKey(),
  secrets_keys: secretsKeys(),
  ...storageSettings,
  ...provenanceSettings,
  ...llmSettings,
  ...upscaleSettings,
  ffmpeg_path: text(
    'FFMPEG_PATH',
    null,
    'The ffmpeg program. An ffprobe in the same folder belongs to it. Either one that is missing is looked for on the PATH.',
  ),
  api_key_auth_enabled: flag(
    'API_KEY_AUTH_ENABLED',
    true,
    'Whether API keys are accepted. Administrators can change it while the service runs.',
  ),
  admin_mfa_required: adminMfaRequired(),
  admin_session_idle_ttl_s: integer(
    'ADMIN_SESSION_IDLE_TTL_SECONDS',
    1_800,
    [60, 31_536_000],
    "Seconds without use until an administrator's session ends.",
  ),
  admin_session_absolute_ttl_s: integer(
    'ADMIN_SESSION_ABSOLUTE_TTL_SECONDS',
    43_200,
    [600, 31_536_000],
    "Seconds from login until an administrator's session ends, even if it is in use.",
  ),
  registration_enabled: flag(
    'REGISTRATION_ENABLED',
    true,
    'Whether anybody may register. Administrators can change it while the service runs.',
  ),
  email_verification_required: flag(
    'EMAIL_VERIFICATION_REQUIRED',
    false,
    'Whether users must confirm their address by mail before they can use an account, and confirm each new password. Administrators can change it while the service runs.',
  ),
  smtp_url: smtpUrl(),
  mail_from: mailFrom(),
  topup_enabled: flag(
    'TOPUP_ENABLED',
    true,
    'Whether users may top up. The top-up is simulated and creates credits out of nothing: switch it off if credits are worth something. Administrators can change it while the service runs.',
  ),
  access_token_ttl_s: integer(
    'ACCESS_TOKEN_TTL_SECONDS',
    600,
    [60, 86_400],
    'Seconds until an access token expires.',
  ),
  refresh_idle_ttl_s: integer(
    'REFRESH_IDLE_TTL_SECONDS',
    1_209_600,
    [600, 31_536_000],
    'Seconds without use until a session ends.',
  ),
  session_absolute_ttl_s: integer(
    'SESSION_ABSOLUTE_TTL_SECONDS',
    2_592_000,
    [600, 31_536_000],
    'Seconds from login until a session ends, even if it is in use.',
  ),
  argon2_memory_kib: integer(
    'ARGON2_MEMORY_KIB',
    65_536,
    [1024, 4_194_304],
    'KiB of memory for one password hash. Production: at least 19456.',
  ),
  argon2_passes: integer('ARGON2_PASSES', 3, [1, 20], 'Passes over that memory. Production: at least 2.'),
  password_blocklist: oneOf<'on' | 'off'>(
    'PASSWORD_BLOCKLIST',
    'on',
    ['on', 'off'],
    'Whether the most common passwords are rejected.',
  ),
  lock_threshold: integer('LOCK_THRESHOLD', 5, [2, 100], 'Failed sign-ins after which an account is locked.'),
  lock_base_s: integer(
    'LOCK_BASE_SECONDS',
    60,
    [1, 86_400],
    'Seconds that the first lock lasts; each further failure doubles it.',
  ),
  lock_max_s: integer('LOCK_MAX_SECONDS', 900, [1, 86_400], 'Seconds that a lock lasts at most.'),
  ...taskSettings,
  stop_patience_s: integer(
    'STOP_PATIENCE_SECONDS',
    10,
    [0, 3600],
    'Seconds for which a stopping process lets running tasks go on before it puts them back into the queue.',
  ),
  drain_s: integer(
    'DRAIN_SECONDS',
    0,
    [0, 600],
    'Seconds for which a stopping process still takes requests, while `/readyz` answers 503, so that a proxy learns to send it no more. At least two of the proxy’s health intervals; 0 without a proxy.',
  ),
  event_retention_days: integer(
    'EVENT_RETENTION_DAYS',
    30,
    [1, 3650],
    'Days for which events of tasks are kept; progress events are kept for one day.',
  ),
  delivery_retention_days: integer(
    'DELIVERY_RETENTION_DAYS',
    30,
    [1, 3650],
    'Days for which deliveries to webhooks are kept.',
  ),
  attempt_retention_days: integer(
    'ATTEMPT_RETENTION_DAYS',
    0,
    [0, 3650],
    'Days after which attempts at tasks are moved into the archive (docs/operating/data.md); 0 keeps them in the database.',
  ),
  audit_retention_days: integer(
    'AUDIT_RETENTION_DAYS',
    0,
    [0, 3650],
    'Days after which the audit log is moved into the archive; 0 keeps it in the database.',
  ),
  event_heartbeat_s: integer(
    'EVENT_HEARTBEAT_SECONDS',
    15,
    [1, 30],
    'Seconds between two heartbeats on an event stream. Each heartbeat checks the credential again. A reader that takes nothing for that long is disconnected.',
  ),
  event_streams_per_user: integer(
    'EVENT_STREAMS_PER_USER',
    20,
    [1, 10_000],
    'Open event streams per user and process.',
  ),
  event_streams_per_process: integer(
    'EVENT_STREAMS_PER_PROCESS',
    1_000,
    [1, 100_000],
    'Open event streams per process.',
  ),
  max_connections: integer(
    'MAX_CONNECTIONS',
    10_000,
    [10, 1_000_000],
    'Open connections per process; further ones are closed at once. The limit of open files of the process must be higher.',
  ),
  outbound_allow_http: flag(
    'OUTBOUND_ALLOW_HTTP',
    false,
    'Whether URLs that users give, such as those of webhooks, may be http. Without it they must be https.',
  ),
  outbound_allowed_networks: list(
    'OUTBOUND_ALLOWED_NETWORKS',
    'Private networks that URLs of users may reach, on any port, separated by commas. Without it they reach only public addresses.',
    isCidr,
    'an address or network',
  ),
  outbound_denied_networks: list(
    'OUTBOUND_DENIED_NETWORKS',
    'Public networks that URLs of users may not reach, such as your own, separated by commas.',
    isCidr,
    'an address or network',
  ),
  engines_file: text(
    'ENGINES_FILE',
    null,
    'YAML file with the models and inference servers; docs/engines/README.md explains it. Without it administrators name them through the API, and until then there are only the built-in engines.',
  ),
  picture_processes: integer(
    'PICTURE_PROCESSES',
    2,
    [2, 64],
    'Processes that check and re-encode pictures of users, each with up to 600 MB. They start on demand, and one user never occupies all of them.',
  ),
  preview_slots: integer(
    'PREVIEW_SLOTS',
    1,
    [0, 64],
    'Videos that the built-in preview engine renders at once in each process; 0 switches it off.',
  ),
  preview_threads: integer(
    'PREVIEW_THREADS',
    0,
    [0, 64],
    'Threads that draw one preview video; 0 uses all cores but one, but at least two where there are two.',
  ),
} satisfies Record<string, Setting<unknown>>

export type Config = { readonly [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['read']> }

/** Reads and checks all settings; the result is frozen. @throws ConfigError with a line for every wrong setting. */
export function readConfig(given: Environment = process.env): Config {
  const errors: string[] = []
  const names = Object.values(settings).map(({ name }) => name)
  const env = withFiles(given, names, (message) => errors.push(message))
  const entries = Object.entries(settings).map(([key, setting]) => {
    try {
      return [key, setting.read(env[setting.name] || undefined, env)]
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      errors.push(error.message)
      return [key, undefined]
    }
  })
  const config = Object.fromEntries(entries) as Config
  if (errors.length === 0) errors.push(...unsafeForProduction(config), ...unsafeStorage(config))
  if (errors.length > 0) throw new ConfigError(errors.join('\n'))
  return Object.freeze(config)
}

function unsafeForProduction(config: Config): string[] {
  if (config.env !== 'production') return []
  const errors: string[] = []
  if (!config.public_base_url.startsWith('https://') && !config.allow_insecure_http) {
    errors.push('PUBLIC_BASE_URL must be https in production, or set ALLOW_INSECURE_HTTP=true')
  }
  if (config.argon2_memory_kib < 19_456) errors.push('ARGON2_MEMORY_KIB must be at least 19456 in production')
  if (config.argon2_passes < 2) errors.push('ARGON2_PASSES must be at least 2 in production')
  return errors
}

/** Reads an environment variable that the engines file names, such as the key of an inference server, or the file that `NAME_FILE` names. */
export function readVariable(name: string, env: Environment = process.env): Secret | undefined {
  const value = withFiles(env, [name], (message) => {
    throw new ConfigError(message)
  })[name]
  return value ? new Secret(value) : undefined
}

/**
 * The socket that systemd listens on for this process (`deploy/systemd/clipwright-serve.socket`), by its number; undefined without one.
 * It goes on taking connections while the service restarts, and they wait.
 */
export function inheritedSocket(env: Environment = process.env): number | undefined {
  // What we start ourselves has our environment, and not the socket. The first number after input and output is that of the first.
  return env['LISTEN_PID'] === String(process.pid) && Number(env['LISTEN_FDS']) > 0 ? 3 : undefined
}

/** Derives a separate 32-byte key for each purpose from the signing key. */
export function deriveKey(signingKey: Uint8Array, purpose: string): Uint8Array {
  return createHash('sha256').update(`clipwright:${purpose}:`).update(signingKey).digest()
}

/** The runtime settings as long as no administrator has changed them. */
export function settingDefaults(config: Config): Settings {
  return {
    site_name: 'Clipwright',
    api_key_auth_enabled: config.api_key_auth_enabled,
    registration_enabled: config.registration_enabled,
    topup_enabled: config.topup_enabled,
    email_verification_required: config.email_verification_required,
    price_overrides: {},
    longest_wait_s: 600,
    rate_limits: {},
    storage_quota_bytes: 0,
  }
}
