import type { Schema } from '@clipwright/client'
import { api, isStatus } from '../../lib/api.ts'
import type { HashMessage } from './hash.worker.ts'

export type KnownFile = Schema<'ProvenanceOut'>
export type Manifest = Schema<'ProvenanceEnvelope'>

/** The SHA-256 of a file, of which nothing leaves the browser. @throws when it cannot be read, or the signal aborts. */
export function hashFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('hash.worker.ts', import.meta.url), { type: 'module' })
    const end = (): void => worker.terminate()
    signal.addEventListener('abort', () => {
      end()
      reject(new DOMException('Stopped', 'AbortError'))
    })
    worker.addEventListener('message', ({ data }: MessageEvent<HashMessage>) => {
      if (data.kind === 'progress') return onProgress(data.share)
      end()
      if (data.kind === 'done') resolve(data.sha256)
      else reject(new Error('The file cannot be read.'))
    })
    worker.addEventListener('error', () => {
      end()
      reject(new Error('The file cannot be read.'))
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, which has no origin to name
    worker.postMessage(file)
  })
}

/** What this server knows of a file with this hash; null if it did not make it. */
export async function findFile(sha256: string): Promise<KnownFile | null> {
  try {
    return await api.GET('/api/v1/provenance/{sha256}', { params: { path: { sha256 } } })
  } catch (error) {
    if (isStatus(error, 404)) return null
    throw error
  }
}

/** The manifest that a file holds; null where it holds something else. */
export async function readManifest(file: File): Promise<Manifest | null> {
  const largest_bytes = 1e6
  if (file.size > largest_bytes) return null
  try {
    const value = JSON.parse(await file.text()) as Partial<Manifest>
    return typeof value.payload === 'string' && Array.isArray(value.signatures) ? (value as Manifest) : null
  } catch {
    return null
  }
}

/** Whether a manifest is genuine and, with a hash, about that file: the reasons why not. */
export async function checkManifest(
  manifest: Manifest,
  sha256: string | undefined,
): Promise<readonly string[]> {
  const body = { manifest, ...(sha256 !== undefined && { sha256 }) }
  return (await api.POST('/api/v1/provenance/verify', { body })).reasons
}
