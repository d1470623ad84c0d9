import { useRef, useState } from 'react'
import { checkManifest, findFile, hashFile, type KnownFile, readManifest } from './verify.ts'

/** What has been found out about what was dropped. */
export interface Check {
  file?: { name: string; progress: number; sha256?: string; known?: KnownFile | null }
  /** The manifest's name, and why it does not hold; no reason where it does. */
  manifest?: { name: string; reasons?: readonly string[] }
  error?: unknown
}

/** Takes a video, a manifest, or both, together or one after the other; a new one of a kind replaces the old one. */
export function useCheck(): { check: Check; take: (files: readonly File[]) => void; reset: () => void } {
  const [check, setCheck] = useState<Check>({})
  const work = useRef(new AbortController())
  const known = useRef<{ sha256?: string; manifest?: NonNullable<Awaited<ReturnType<typeof readManifest>>> }>(
    {},
  )

  const look = async (files: readonly File[], signal: AbortSignal): Promise<void> => {
    for (const file of files) {
      const manifest = await readManifest(file)
      if (signal.aborted) return
      if (manifest) {
        known.current.manifest = manifest
        setCheck((now) => ({ ...now, manifest: { name: file.name } }))
        continue
      }
      delete known.current.sha256
      const about = { name: file.name, progress: 0 }
      setCheck((now) => ({ ...now, file: about }))
      const onProgress = (progress: number): void =>
        setCheck((now) => ({ ...now, file: { ...about, progress } }))
      const sha256 = await hashFile(file, onProgress, signal)
      known.current.sha256 = sha256
      const found = await findFile(sha256)
      if (signal.aborted) return
      setCheck((now) => ({ ...now, file: { ...about, progress: 1, sha256, known: found } }))
    }
    const { manifest, sha256 } = known.current
    if (!manifest) return
    const reasons = await checkManifest(manifest, sha256)
    if (!signal.aborted)
      setCheck((now) => ({ ...now, manifest: { name: now.manifest?.name ?? '', reasons } }))
  }
  const take = (files: readonly File[]): void => {
    if (files.length === 0) return
    work.current.abort()
    work.current = new AbortController()
    const { signal } = work.current
    setCheck(({ file, manifest }) => ({ ...(file && { file }), ...(manifest && { manifest }) }))
    look(files, signal).catch((error: unknown) => {
      if (!signal.aborted) setCheck((now) => ({ ...now, error }))
    })
  }
  const reset = (): void => {
    work.current.abort()
    known.current = {}
    setCheck({})
  }
  return { check, take, reset }
}
