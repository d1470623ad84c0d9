import type { Readable } from 'node:stream'
import { EngineError } from '../engines.ts'
import { createServerClient, type ServerClient } from '../server.ts'
import type { VideoRecord } from './record.ts'

/** The error of a video that was uploaded to a host that the entry does not allow; undefined if the video can be downloaded. */
export function storedElsewhere(
  { url }: VideoRecord,
  allowed: ReadonlySet<string>,
  server: string,
): EngineError | undefined {
  if (url === null || locate(url, allowed)) return undefined
  const place = URL.canParse(url) ? new URL(url).host : 'an address that is none'
  return new EngineError('output_missing', 'The engine stored the video where it cannot be fetched.', {
    fault: 'engine',
    retry: false,
    cause: new Error(
      `${server}: the server uploads its videos to ${place}. Unset SGLANG_CLOUD_STORAGE_TYPE on the server, ` +
        'or name that host in download_hosts of the entry.',
    ),
  })
}

/** Downloads the video of a completed job. A download from cloud storage carries none of the server's headers, above all no key. */
export async function downloadVideo(
  client: ServerClient,
  record: VideoRecord,
  allowed: ReadonlySet<string>,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<Readable> {
  const problem = storedElsewhere(record, allowed, name)
  if (problem) throw problem
  const elsewhere = record.url === null ? undefined : locate(record.url, allowed)
  if (!elsewhere) return client.download(`/v1/videos/${encodeURIComponent(record.id)}/content`, signal)
  const cloud = createServerClient(name, { url: elsewhere.origin, headers: {} })
  return cloud.download(elsewhere.pathname + elsewhere.search, signal)
}

function locate(url: string, allowed: ReadonlySet<string>): URL | undefined {
  if (!URL.canParse(url)) return undefined
  const parsed = new URL(url)
  const isWeb = parsed.protocol === 'https:' || parsed.protocol === 'http:'
  return isWeb && parsed.username === '' && allowed.has(parsed.host) ? parsed : undefined
}
