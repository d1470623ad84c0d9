import { resolve } from 'node:path'
import {
  ConfigError,
  type Environment,
  flag,
  integer,
  Secret,
  type Setting,
  text,
} from '../platform/setting.ts'

// Settings of the object storage and of retention.

/** Settings that need S3_BUCKET: one of them without it stops the start. */
const s3Names = [
  'S3_ENDPOINT',
  'S3_PUBLIC_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_FORCE_PATH_STYLE',
]

function s3Bucket(): Setting<string | null> {
  const name = 'S3_BUCKET'
  const read = (value: string | undefined, env: Environment): string | null => {
    if (value === undefined) {
      const dependent = s3Names.find((other) => env[other])
      if (dependent !== undefined) throw new ConfigError(`S3_BUCKET must be set where ${dependent} is`)
      return null
    }
    if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value))
      throw new ConfigError('S3_BUCKET must be a bucket name: 3 to 63 of a-z, 0-9, dot and hyphen')
    if (!env['S3_ENDPOINT'] && !env['S3_REGION'])
      throw new ConfigError('S3_BUCKET needs S3_REGION on AWS, or S3_ENDPOINT elsewhere')
    return value
  }
  const about =
    'Private bucket for videos and pictures, which only this service uses. Without it they are files in the data folder. See docs/storage.md.'
  return { name, about, default: 'files in the data folder', read }
}

function s3AccessKeyId(): Setting<string | null> {
  const name = 'S3_ACCESS_KEY_ID'
  const read = (value: string | undefined, env: Environment): string | null => {
    if (value === undefined && env['S3_BUCKET'])
      throw new ConfigError(`${name} must be set where S3_BUCKET is`)
    // The prefix of AWS's temporary keys. When such a key expires, every link that was signed with it ends too.
    if (value?.startsWith('ASIA'))
      throw new ConfigError(`${name} is a temporary key; links need a static one`)
    return value ?? null
  }
  const about = 'Static access key: with a temporary one, links to videos would end before their 24 hours.'
  return { name, about, default: 'needed with S3_BUCKET', read }
}

function s3SecretAccessKey(): Setting<Secret | null> {
  const name = 'S3_SECRET_ACCESS_KEY'
  const read = (value: string | undefined, env: Environment): Secret | null => {
    if (value === undefined && env['S3_BUCKET'])
      throw new ConfigError(`${name} must be set where S3_BUCKET is`)
    return value === undefined ? null : new Secret(value)
  }
  return { name, about: 'Secret of the access key.', default: 'needed with S3_BUCKET', read }
}

function s3Endpoint(name: string, about: string, fallback: string): Setting<string | null> {
  const read = (value: string | undefined): string | null => {
    if (value === undefined) return null
    const url = URL.canParse(value) ? new URL(value) : undefined
    const isPlain = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash
    if (!isPlain || url.username || url.password)
      throw new ConfigError(`${name} must be an http or https address without a path`)
    return url.origin
  }
  return { name, about, default: fallback, read }
}

function s3ForcePathStyle(): Setting<boolean> {
  const name = 'S3_FORCE_PATH_STYLE'
  const read = (value: string | undefined, env: Environment): boolean =>
    flag(name, Boolean(env['S3_ENDPOINT']), '').read(value, env)
  const about = 'Whether URLs have the bucket in the path and not in the host name.'
  return { name, about, default: 'true with S3_ENDPOINT', read }
}

function legacyResultsDir(): Setting<string | null> {
  const about =
    'Folder of videos that another system made. Tasks whose result is a path below it are served from there.'
  const read = (value: string | undefined) => (value === undefined ? null : resolve(value))
  return { name: 'LEGACY_RESULTS_DIR', about, default: 'none', read }
}

export const storageSettings = {
  s3_bucket: s3Bucket(),
  s3_endpoint: s3Endpoint('S3_ENDPOINT', 'URL of the S3 server; AWS needs none.', 'AWS'),
  s3_public_endpoint: s3Endpoint(
    'S3_PUBLIC_ENDPOINT',
    'URL of the S3 server in links, if browsers reach it under another URL than this service does.',
    'S3_ENDPOINT',
  ),
  s3_region: text('S3_REGION', 'us-east-1', 'Region of the bucket; required on AWS.'),
  s3_access_key_id: s3AccessKeyId(),
  s3_secret_access_key: s3SecretAccessKey(),
  s3_force_path_style: s3ForcePathStyle(),
  legacy_results_dir: legacyResultsDir(),
  upload_retention_days: integer(
    'UPLOAD_RETENTION_DAYS',
    30,
    [1, 3650],
    'Days for which an uploaded or fetched picture is kept after the last task that used it.',
  ),
  result_retention_days: integer(
    'RESULT_RETENTION_DAYS',
    0,
    [0, 36_500],
    'Days after which a video is removed; its task stays, and its result answers 410. 0 keeps videos for ever.',
  ),
  deleted_retention_days: integer(
    'DELETED_RETENTION_DAYS',
    7,
    [0, 3650],
    'Days after the deletion of a task until its video is removed; at least ten minutes. Until then its owner can undo it.',
  ),
} satisfies Record<string, Setting<unknown>>

/** Returns the errors that concern several settings together. */
export function unsafeStorage(config: {
  env: string
  allow_insecure_http: boolean
  public_base_url: string
  s3_endpoint: string | null
  s3_public_endpoint: string | null
}): string[] {
  const links = config.s3_public_endpoint ?? config.s3_endpoint ?? ''
  const errors: string[] = []
  // Files of users must not share an origin with the session cookie.
  if (links === new URL(config.public_base_url).origin)
    errors.push('S3_PUBLIC_ENDPOINT (or S3_ENDPOINT) must be another origin than PUBLIC_BASE_URL')
  if (config.env === 'production' && links.startsWith('http:') && !config.allow_insecure_http) {
    errors.push(
      'S3_PUBLIC_ENDPOINT (or S3_ENDPOINT) must be https in production, or set ALLOW_INSECURE_HTTP=true',
    )
  }
  return errors
}
