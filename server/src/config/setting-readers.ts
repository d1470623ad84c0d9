import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseMasterKeys } from '../platform/secrets/key-ring.ts'
import { ConfigError, type Environment, flag, Secret, type Setting } from '../platform/setting.ts'

// Settings with rules of their own, beyond a number, a flag or a choice.

export function isCidr(item: string): boolean {
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

export const isOrigin = (item: string): boolean => URL.canParse(item) && new URL(item).origin === item

export function secretKey(): Setting<Secret | null> {
  const read = (value: string | undefined): Secret | null => {
    if (value === undefined) return null
    if (Buffer.from(value, 'base64').length < 32)
      throw new ConfigError('SIGNING_KEY must be at least 32 bytes in base64')
    return new Secret(value)
  }
  const about =
    'Key that signs the URLs of stored files: at least 32 bytes in base64. Without it the first start makes a key and keeps it in the data folder; processes on several machines need the same one.'
  return { name: 'SIGNING_KEY', about, default: 'made at the first start', read }
}

export function secretsKeys(): Setting<Secret | null> {
  const read = (value: string | undefined): Secret | null => {
    if (value === undefined) return null
    if (!parseMasterKeys(value))
      throw new ConfigError(
        'SECRETS_KEYS must be name:key pairs, each key 32 bytes in base64, each name once',
      )
    return new Secret(value)
  }
  const about =
    'Keys that encrypt second factors, webhook secrets and keys of engines in the database: `name:base64` of 32 bytes each, separated by commas. The first key encrypts, all keys decrypt. After you put a new one first, `rotate-secrets` encrypts everything again. Without it the first start makes a key and keeps it in the data folder.'
  return { name: 'SECRETS_KEYS', about, default: 'made at the first start', read }
}

export function metricsToken(): Setting<Secret | null> {
  const read = (value: string | undefined): Secret | null => {
    if (value === undefined) return null
    if (!/^[\x21-\x7e]{16,200}$/.test(value))
      throw new ConfigError('METRICS_TOKEN must be 16 to 200 printable characters without spaces')
    return new Secret(value)
  }
  const about =
    'Bearer token for `/metrics` on the port of the API: 16 to 200 printable characters without spaces. Without it the API does not serve metrics.'
  return { name: 'METRICS_TOKEN', about, default: 'no /metrics', read }
}

function postgresUrl(name: string, about: string, fallback: string): Setting<Secret | null> {
  const read = (value: string | undefined): Secret | null => {
    if (value === undefined) return null
    if (!/^postgres(ql)?:\/\//.test(value)) throw new ConfigError(`${name} must begin with postgresql://`)
    return new Secret(value)
  }
  return { name, about, default: fallback, read }
}

export function databaseUrl(): Setting<Secret | null> {
  return postgresUrl(
    'DATABASE_URL',
    'PostgreSQL 15 or newer. Without it `start` runs its own PostgreSQL 18 on a Unix socket in the data folder.',
    'own PostgreSQL',
  )
}

export function databaseSessionUrl(): Setting<Secret | null> {
  return postgresUrl(
    'DATABASE_SESSION_URL',
    'A direct connection to the same database, for notifications. Needed if `DATABASE_URL` leads to a pooler in transaction mode (PgBouncer). See docs/database.md.',
    'DATABASE_URL',
  )
}

export function smtpUrl(): Setting<Secret | null> {
  const read = (value: string | undefined): Secret | null => {
    if (value === undefined) return null
    if (!URL.canParse(value) || !/^smtps?:$/.test(new URL(value).protocol))
      throw new ConfigError('SMTP_URL must begin with smtp:// or smtps://')
    return new Secret(value)
  }
  const about =
    'The mail server, with user and password if it requires them. Without it mails are written to the folder `mail` in the data folder.'
  return { name: 'SMTP_URL', about, default: 'mails become files', read }
}

export function mailFrom(): Setting<string> {
  const read = (value: string | undefined, env: Environment): string => {
    if (value === undefined && env['SMTP_URL'])
      throw new ConfigError('MAIL_FROM must be set where SMTP_URL is')
    if (value !== undefined && !/^(?:[^\r\n<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value))
      throw new ConfigError('MAIL_FROM must be an address, or a name with an address in angle brackets')
    return value ?? 'Clipwright <clipwright@localhost>'
  }
  const about = 'Sender of mails: `Name <address>`. The mail server must accept the address.'
  return { name: 'MAIL_FROM', about, default: 'needed with SMTP_URL', read }
}

export function baseUrl(): Setting<string> {
  const read = (value: string | undefined, env: Environment): string => {
    const listensOnAll = ['0.0.0.0', '::'].includes(env['HOST'] ?? '')
    const host = listensOnAll ? '127.0.0.1' : (env['HOST'] ?? '127.0.0.1')
    const url = value ?? `http://${host.includes(':') ? `[${host}]` : host}:${env['PORT'] ?? '8080'}`
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw new ConfigError('PUBLIC_BASE_URL must be an http or https address')
    }
    return url.replace(/\/+$/, '')
  }
  const about = 'URL under which people reach this service: in links, signed URLs and cookies.'
  return { name: 'PUBLIC_BASE_URL', about, default: 'http://HOST:PORT', read }
}

export function dataDir(): Setting<string> {
  // PostgreSQL does not run as root, and the user that it runs as cannot enter root's own folders.
  const fallback = process.getuid?.() === 0 ? '/var/lib/clipwright' : './data'
  const about = 'Folder for everything that is stored: database, videos, keys.'
  return {
    name: 'DATA_DIR',
    about,
    default: './data, for root /var/lib/clipwright',
    read: (value) => resolve(value ?? fallback),
  }
}

export function adminMfaRequired(): Setting<boolean> {
  const name = 'ADMIN_MFA_REQUIRED'
  const read = (value: string | undefined, env: Environment): boolean =>
    flag(name, env['NODE_ENV'] === 'production', '').read(value, env)
  const about = 'Whether administrators must have signed in with a second factor.'
  return { name, about, default: 'true in production', read }
}
