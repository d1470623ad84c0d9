import { createHash } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { parseMasterKeys } from './platform/key-ring.ts'
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
} from './platform/setting.ts'

function isCidr(item: string): boolean {
  const [address = '', prefix] = item.split('/')
  const family = isIP(address)
  if (family === 0) return false
  try {
    new BlockList().addSubnet(
      address,
      Number(prefix ?? (family === 4 ? 32 : 128)),
      family === 4 ? 'ipv4' : 'ipv6',
    )
    return true
  } catch {
    return false
  }
}

const isOrigin = (item: string): boolean => URL.canParse(item) && new URL(item).origin === item

function secretKey(): Setting<Secret | null> {
  const read = (value: string | undefined): Secret | null => {
    if (value === undefined) return null
    if (Buffer.from(value, 'base64').length < 32)
      throw new ConfigError('SIGNING_KEY must be at least 32 bytes in base64')
    return new Secret(value)
  }
  const about =
    'Signs the URLs of stored files: at least 32 bytes in base64. Without it a key is made at the first start and kept in the data folder; processes on several machines need the same one.'
  return { name: 'SIGNING_KEY', about, default: 'made at the first start', read }
}

function secretsKeys(): Setting<Secret | null> {
  const read = (value: string | undefined): Secret | null => {
    if (value === undefined) return null
    if (!parseMasterKeys(value))
      throw new ConfigError(
        'SECRETS_KEYS must be name:key pairs, each key 32 bytes in base64, each name once',
      )
    return new Secret(value)
  }
  const about =
    'Keys that seal second factors in the database: `name:base64` of 32 bytes, separated by commas. The first seals, all open; after putting a new one first, `rotate-secrets` seals everything again. Without it a key is made at the first start and kept in the data folder.'
  return { name: 'SECRETS_KEYS', about, default: 'made at the first start', read }
}

function databaseUrl(): Setting<Secret | null> {
  const read = (value: string | undefined): Secret | null => {
    if (value === undefined) return null
    if (!/^postgres(ql)?:\/\//.test(value))
      throw new ConfigError('DATABASE_URL must begin with postgresql://')
    return new Secret(value)
  }
  const about =
    'PostgreSQL 15 or newer. Without it `start` brings its own PostgreSQL 18 on a unix socket in the data folder.'
  return { name: 'DATABASE_URL', about, default: 'own PostgreSQL', read }
}

function smtpUrl(): Setting<Secret | null> {
  const read = (value: string | undefined): Secret | null => {
    if (value === undefined) return null
    if (!URL.canParse(value) || !/^smtps?:$/.test(new URL(value).protocol))
      throw new ConfigError('SMTP_URL must begin with smtp:// or smtps://')
    return new Secret(value)
  }
  const about =
    'The mail server, with user and password where it wants them. Without it mails are written to the folder `mail` in the data folder.'
  return { name: 'SMTP_URL', about, default: 'mails become files', read }
}

function mailFrom(): Setting<string> {
  const read = (value: string | undefined, env: Environment): string => {
    if (value === undefined && env['SMTP_URL'])
      throw new ConfigError('MAIL_FROM must be set where SMTP_URL is')
    if (value !== undefined && !/^(?:[^\r\n<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value))
      throw new ConfigError('MAIL_FROM must be an address, or a name with an address in angle brackets')
    return value ?? 'Clipwright <clipwright@localhost>'
  }
  const about = 'The sender of mails: `Name <address>`. Mail servers refuse addresses that are not theirs.'
  return { name: 'MAIL_FROM', about, default: 'needed with SMTP_URL', read }
}

function baseUrl(): Setting<string> {
  const read = (value: string | undefined, env: Environment): string => {
    const everywhere = ['0.0.0.0', '::'].includes(env['HOST'] ?? '')
    const host = everywhere ? '127.0.0.1' : (env['HOST'] ?? '127.0.0.1')
    const url = value ?? `http://${host.includes(':') ? `[${host}]` : host}:${env['PORT'] ?? '8080'}`
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw new ConfigError('PUBLIC_BASE_URL must be an http or https address')
    }
    return url.replace(/\/+$/, '')
  }
  const about = 'The address under which people reach this service: in links, signed URLs and cookies.'
  return { name: 'PUBLIC_BASE_URL', about, default: 'http://HOST:PORT', read }
}

function dataDir(): Setting<string> {
  // Root's own folders are closed to the user that PostgreSQL then runs as.
  const fallback = process.getuid?.() === 0 ? '/var/lib/clipwright' : './data'
  const about = 'Folder for everything that is kept: database, videos, keys.'
  return {
    name: 'DATA_DIR',
    about,
    default: './data, for root /var/lib/clipwright',
    read: (value) => resolve(value ?? fallback),
  }
}

function adminMfaRequired(): Setting<boolean> {
  const name = 'ADMIN_MFA_REQUIRED'
  const read = (value: string | undefined, env: Environment): boolean =>
    flag(name, env['NODE_ENV'] === 'production', '').read(value, env)
  const about = 'Whether administrators must have signed in with a second factor.'
  return { name, about, default: 'true in production', read }
}

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
  database_url: databaseUrl(),
  database_pool_size: integer(
    'DATABASE_POOL_SIZE',
    10,
    [2, 200],
    'Connections to PostgreSQL per process, a few for the queue not counted.',
  ),
  signing_key: secretKey(),
  secrets_keys: secretsKeys(),
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
  max_active_tasks: integer(
    'MAX_ACTIVE_TASKS',
    100,
    [1, 100_000],
    'Tasks a user may have queued or running at once.',
  ),
  task_max_attempts: integer(
    'TASK_MAX_ATTEMPTS',
    3,
    [1, 20],
    'Attempts that may fail by no fault of the request before a task is given up.',
  ),
  task_deadline_s: integer(
    'TASK_DEADLINE_SECONDS',
    7200,
    [60, 18_000],
    'Seconds from submission after which a task that has not ended fails.',
  ),
  task_lease_s: integer(
    'TASK_LEASE_SECONDS',
    15,
    [2, 300],
    'Seconds without a heartbeat after which a running task is taken over by another worker.',
  ),
  stop_patience_s: integer(
    'STOP_PATIENCE_SECONDS',
    10,
    [0, 3600],
    'Seconds a graceful stop lets running tasks go on before it hands them back to the queue.',
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
  if (faults.length === 0) faults.push(...unsafeForProduction(config))
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

/** A key of its own for each purpose, all from the one signing key. */
export function deriveKey(signingKey: Uint8Array, purpose: string): Uint8Array {
  return createHash('sha256').update(`clipwright:${purpose}:`).update(signingKey).digest()
}

export function signingKeyFile(config: Config): string {
  return join(config.data_dir, 'signing-key')
}

/** In the form of `SECRETS_KEYS`, so that it can be moved there. */
export function secretsKeysFile(config: Config): string {
  return join(config.data_dir, 'secrets-keys')
}
