import type { Config } from '../config/config.ts'
import { inBytes } from './database-rules.ts'
import { type Finding, found } from './findings.ts'

// Rules about the settings, the programs and the machine: facts in, findings out.

export function settingFindings(config: Config, topup_enabled: boolean): Finding[] {
  const url = new URL(config.public_base_url)
  const isLocal = isLoopback(url.hostname)
  const isProduction = config.env === 'production'
  const findings: Finding[] = []
  if (!isLocal && !isProduction)
    findings.push(found('not_production', 'NODE_ENV', { url: config.public_base_url, env: config.env }))
  if (isProduction && config.allow_insecure_http)
    findings.push(found('insecure_http', 'ALLOW_INSECURE_HTTP', {}))
  if (!isLoopback(config.host) && isLocal)
    findings.push(
      found('base_url_is_local', 'PUBLIC_BASE_URL', { host: config.host, url: config.public_base_url }),
    )
  if (url.protocol === 'https:' && config.trusted_proxies.length === 0)
    findings.push(found('proxy_not_trusted', 'TRUSTED_PROXIES', {}))
  if (config.metrics_port > 0 && !isLoopback(config.metrics_host))
    findings.push(found('metrics_are_open', 'METRICS_HOST', { host: config.metrics_host }))
  // On a laptop these are as they should be.
  if (isLocal && !isProduction) return findings
  if (!config.smtp_url) findings.push(found('mail_to_a_folder', 'SMTP_URL', {}))
  if (topup_enabled) findings.push(found('money_for_nothing', 'TOPUP_ENABLED', {}))
  if (!config.admin_mfa_required)
    findings.push(found('admins_without_second_factor', 'ADMIN_MFA_REQUIRED', {}))
  return findings
}

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host)

/** Of an ffmpeg: what it says of itself, and the encoders that it has. Undefined where there is none. */
export interface Ffmpeg {
  version: string
  encoders: readonly string[]
}

export const wantedEncoders = ['libx264', 'aac', 'flac', 'libwebp'] as const
const oldestFfmpeg = 5

export function ffmpegFindings(ffmpeg: Ffmpeg | { missing: string }): Finding[] {
  if ('missing' in ffmpeg) return [found('ffmpeg_missing', 'FFMPEG_PATH', { reason: ffmpeg.missing })]
  const { version, encoders } = ffmpeg
  const lacking = wantedEncoders.filter((name) => !encoders.includes(name))
  // One that was built from the repository has no number, and is new.
  const number = /^n?(\d+)\./.exec(version)?.[1]
  return [
    ...(number !== undefined && Number(number) < oldestFfmpeg
      ? [found('ffmpeg_old', 'FFMPEG_PATH', { version })]
      : []),
    ...(lacking.length > 0 ? [found('ffmpeg_lacks', 'FFMPEG_PATH', { encoders: lacking.join(', ') })] : []),
  ]
}

export function fleetFindings(
  version: string,
  workers: readonly { worker_id: string; version: string }[],
): Finding[] {
  const others = workers.filter((worker) => worker.version !== version)
  if (others.length === 0) return []
  const text = others.map((worker) => `${worker.worker_id} (${worker.version})`).join(', ')
  return [found('versions_differ', null, { version, others: text })]
}

export interface Machine {
  data_dir: string
  inodes: { free: number; total: number }
  /** Files that a process may open; undefined where the system does not tell. */
  open_files: number | undefined
  memory_bytes: number
}

const leastMemory_bytes = 1.5 * 2 ** 30
const fewInodes = 0.05
/** Beside streams and connections: requests, videos, the log. */
const otherFiles = 500

export function machineFindings(machine: Machine, config: Config): Finding[] {
  const { data_dir, inodes, open_files, memory_bytes } = machine
  const wanted = config.event_streams_per_process + config.database_pool_size + otherFiles
  return [
    ...(inodes.total > 0 && inodes.free < fewInodes * inodes.total
      ? [
          found('inodes_few', data_dir, {
            path: data_dir,
            percent: Math.floor((inodes.free / inodes.total) * 100),
          }),
        ]
      : []),
    ...(open_files !== undefined && open_files < wanted
      ? [found('files_few', null, { limit: open_files, wanted })]
      : []),
    ...(memory_bytes < leastMemory_bytes
      ? [found('memory_small', null, { size: inBytes(memory_bytes), wanted: '2 GiB' })]
      : []),
  ]
}
