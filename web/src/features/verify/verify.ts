import type { Schema } from '@clipwright/client'
import { api, isStatus } from '../../lib/api.ts'
import type { HashMessage } from './hash.worker.ts'
import type { Manifest } from './manifest.ts'

export type KnownFile = Schema<'ProvenanceOut'>

/** The browser does not give the file out: it was changed, moved or removed since it was chosen, or it is a folder. */
export class UnreadableFile extends Error {}

/** The SHA-256 of a file, of which nothing leaves the browser. @throws {UnreadableFile}; the signal's reason once it aborts. */
export function hashFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('hash.worker.ts', import.meta.url), { type: 'module' })
  const hashing = new Promise<string>((resolve, reject) => {
    const fail = (): void => reject(new UnreadableFile(`${file.name} cannot be read.`))
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    worker.addEventListener('message', ({ data }: MessageEvent<HashMessage>) => {
      if (data.kind === 'progress') onProgress(data.share)
      else if (data.kind === 'done') resolve(data.sha256)
      else fail()
    })
    worker.addEventListener('error', fail)
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, which has no origin to name
  worker.postMessage(file)
  return hashing.finally(() => worker.terminate())
}

/** What this server knows of a file with this hash; null if it did not make it. */
export async function findFile(sha256: string, signal: AbortSignal): Promise<KnownFile | null> {
  try {
    return await api.GET('/api/v1/provenance/{sha256}', { params: { path: { sha256 } }, signal })
  } catch (error) {
    if (isStatus(error, 404)) return null
    throw error
  }
}

/** Whether a manifest is genuine and, with a hash, about that file: the reasons why not. */
export async function checkManifest(
  manifest: Manifest,
  sha256: string | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const body = { manifest, ...(sha256 !== undefined && { sha256 }) }
  try {
    return (await api.POST('/api/v1/provenance/verify', { body, signal })).reasons
  } catch (error) {
    // Longer than any manifest of this server.
    if (isStatus(error, 413, 422)) return ['not_a_manifest']
    throw error
  }
}
