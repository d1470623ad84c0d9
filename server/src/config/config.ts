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
import { provenanceSettings } from './provenance-settings.ts'
import { upscaleSettings } from './upscale-settings.ts'
import { taskSettings } from './task-settings.ts'
import { storageSettings, unsafeStorage } from './storage-settings.ts'

export { provenanceKeyPlace, secretsKeysPlace, signingKeyPlace } from './key-places.ts'
export { taskLimits } from './task-settings.ts'

/** Every setting, once. `docs/config.md` is written from this list. */
export const settings = {
  env: oneOf(
    'NODE_ENV',
    'development',
    ['development', 'test', 'production'],
    '`production` refuses settings that are only safe on a laptop.',
  ),
  host: text('HOST', '127.0.0.1', 'Address to listen on.'),
  port: integer('PORT', 8080, [0, 65_535], 'Port to listen on; 0 takes a free one.'),
  data_dir: dataDir(),
  public_base_url: baseUrl(),
  allow_insecure_http: flag('ALLOW_INSECURE_HTTP', false, 'Lets production run without https.'),
  trusted_origins: list(
    'TRUSTED_ORIGINS',
    'Other web origins whose pages may use the session cookie, separated by commas.',
    isOrigin,
    'an origin',
  ),
  cors_allowed_origins: list(
    'CORS_ALLOWED_ORIGINS',
    'Web origins whose pages may read answers and send the session cookie, separated by commas. None: no other page may.',
    isOrigin,
    'an origin',
  ),
  trusted_proxies: list(
    'TRUSTED_PROXIES',
    'Addresses or networks of proxies whose X-Forwarded-For counts, separated by commas.',
    isCidr,
    'an address or network',
  ),
  log_level: oneOf(
    'LOG_LEVEL',
    'info',
    ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    'How much is logged.',
  ),
  metrics_token: metricsToken(),
  metrics_port: integer(
    'METRICS_PORT',
    0,
    [0, 65_535],
    'A port of its own for Prometheus, without a token, in every process; 0 opens none.',
  ),
  metrics_host: text('METRICS_HOST', '127.0.0.1', 'The address that METRICS_PORT is opened on.'),
  database_url: databaseUrl(),
  database_session_url: databaseSessionUrl(),
  database_pool_size: integer(
    'DATABASE_POOL_SIZE',
    10,
    [2, 200],
    'Connections to PostgreSQL per process, a few for the queue not counted.',
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
    'The ffmpeg program; ffprobe is looked for beside it. Without it the PATH is searched.',
  ),
  api_key_auth_enabled: flag(
    'API_KEY_AUTH_ENABLED',
    true,
    'Whether API keys work; administrators can switch it online.',
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
    "Seconds from login until an administrator's session ends whatever happens.",
  ),
  registration_enabled: flag('REGISTRATION_ENABLED', true, 'Whether anybody may register.'),
  email_verification_required: flag(
    'EMAIL_VERIFICATION_REQUIRED',
    false,
    'Whether an address must be confirmed by mail before its account can be used, and a new password likewise.',
  ),
  smtp_url: smtpUrl(),
  mail_from: mailFrom(),
  topup_enabled: flag(
    'TOPUP_ENABLED',
    true,
    'Whether the simulated top-up is open. It creates credits out of nothing: switch it off where credits are worth something.',
  ),
  access_token_ttl_s: integer(
    'ACCESS_TOKEN_TTL_SECONDS',
    600,
    [60, 86_400],
    'Seconds an access token lives.',
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
    'Seconds from login until a session ends whatever happens.',
  ),
  argon2_memory_kib: integer(
    'ARGON2_MEMORY_KIB',
    65_536,
    [1024, 4_194_304],
    'Memory of one password hash. Production: at least 19456.',
  ),
  argon2_passes: integer('ARGON2_PASSES', 3, [1, 20], 'Passes of one password hash. Production: at least 2.'),
  password_blocklist: oneOf<'on' | 'off'>(
    'PASSWORD_BLOCKLIST',
    'on',
    ['on', 'off'],
    'Whether new passwords must not be among the most common ones.',
  ),
  lock_threshold: integer(
    'LOCK_THRESHOLD',
    5,
    [2, 100],
    'Failed sign-ins after which an account is locked for a while.',
  ),
  lock_base_s: integer(
    'LOCK_BASE_SECONDS',
    60,
    [1, 86_400],
    'Seconds of the first lock; each further failure doubles it.',
  ),
  lock_max_s: integer('LOCK_MAX_SECONDS', 900, [1, 86_400], 'Seconds of the longest lock.'),
  ...taskSettings,
  stop_patience_s: integer(
    'STOP_PATIENCE_SECONDS',
    10,
    [0, 3600],
    'Seconds a graceful stop lets running tasks go on before it hands them back to the queue.',
  ),
  event_retention_days: integer(
    'EVENT_RETENTION_DAYS',
    30,
    [1, 3650],
    'Days that events of tasks are kept; progress is kept for one.',
  ),
  event_heartbeat_s: integer(
    'EVENT_HEARTBEAT_SECONDS',
    15,
    [1, 30],
    'Seconds between two comments on an event stream, when its credential is looked at again. A reader that takes nothing for that long is dropped.',
  ),
  event_streams_per_user: integer(
    'EVENT_STREAMS_PER_USER',
    20,
    [1, 10_000],
    'Event streams a user may have open at once, per process.',
  ),
  event_streams_per_process: integer(
    'EVENT_STREAMS_PER_PROCESS',
    1_000,
    [1, 100_000],
    'Event streams that may be open at once, per process.',
  ),
  outbound_allow_http: flag(
    'OUTBOUND_ALLOW_HTTP',
    false,
    'Whether addresses that users give, such as those of webhooks, may be http and not only https.',
  ),
  outbound_allowed_networks: list(
    'OUTBOUND_ALLOWED_NETWORKS',
    'Networks that such addresses may lead to although they are private, and there on any port, separated by commas. None: only the public Internet.',
    isCidr,
    'an address or network',
  ),
  outbound_denied_networks: list(
    'OUTBOUND_DENIED_NETWORKS',
    'Networks that such addresses may not lead to although they are public, separated by commas: your own.',
    isCidr,
    'an address or network',
  ),
  engines_file: text(
    'ENGINES_FILE',
    null,
    'The YAML file that names models and inference servers; docs/engines/README.md explains it. None: only the built-in preview engine.',
  ),
  picture_processes: integer(
    'PICTURE_PROCESSES',
    2,
    [2, 64],
    'Pictures that users send are looked at and drawn again by so many processes at once, each with up to 600 MB. They start when they are needed; one user never has all of them.',
  ),
  preview_slots: integer(
    'PREVIEW_SLOTS',
    1,
    [0, 64],
    'Videos the built-in preview engine renders at once in this process; 0 switches it off.',
  ),
  preview_threads: integer(
    'PREVIEW_THREADS',
    0,
    [0, 64],
    'Threads that draw one preview video; 0 is all cores but one.',
  ),
} satisfies Record<string, Setting<unknown>>

export type Config = { readonly [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['read']> }

/** The checked, frozen configuration. @throws ConfigError that names every setting at fault. */
export function readConfig(env: Environment = process.env): Config {
  const faults: string[] = []
  const entries = Object.entries(settings).map(([key, setting]) => {
    try {
      return [key, setting.read(env[setting.name] || undefined, env)]
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      faults.push(error.message)
      return [key, undefined]
    }
  })
  const config = Object.fromEntries(entries) as Config
  if (faults.length === 0) faults.push(...unsafeForProduction(config), ...unsafeStorage(config))
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return Object.freeze(config)
}

function unsafeForProduction(config: Config): string[] {
  if (config.env !== 'production') return []
  const faults: string[] = []
  if (!config.public_base_url.startsWith('https://') && !config.allow_insecure_http) {
    faults.push('PUBLIC_BASE_URL must be https in production, or set ALLOW_INSECURE_HTTP=true')
  }
  if (config.argon2_memory_kib < 19_456) faults.push('ARGON2_MEMORY_KIB must be at least 19456 in production')
  if (config.argon2_passes < 2) faults.push('ARGON2_PASSES must be at least 2 in production')
  return faults
}

/** A variable that the engines file names, such as the key of an inference server. */
export function readVariable(name: string, env: Environment = process.env): Secret | undefined {
  const value = env[name]
  return value ? new Secret(value) : undefined
}

/** A key of its own for each purpose, all from the one signing key. */
export function deriveKey(signingKey: Uint8Array, purpose: string): Uint8Array {
  return createHash('sha256').update(`clipwright:${purpose}:`).update(signingKey).digest()
}

/** What counts where no administrator has set anything else. */
export function settingDefaults(config: Config): Settings {
  return {
    api_key_auth_enabled: config.api_key_auth_enabled,
    registration_enabled: config.registration_enabled,
    topup_enabled: config.topup_enabled,
    email_verification_required: config.email_verification_required,
    price_overrides: {},
  }
}
