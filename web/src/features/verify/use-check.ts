import { useRef, useState } from 'react'
import { checkManifest, findFile, hashFile, type KnownFile, type Manifest, readManifest } from './verify.ts'

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
  /** Of the file that is being read. */
  const work = useRef<AbortController>(undefined)
  const found = useRef<{ sha256?: string; manifest?: Manifest }>({})

  const readFile = async (file: File): Promise<void> => {
    work.current?.abort()
    const reading = new AbortController()
    work.current = reading
    delete found.current.sha256
    const about = { name: file.name, progress: 0 }
    setCheck((now) => ({ ...now, file: about }))
    const onProgress = (progress: number): void =>
      setCheck((now) => ({ ...now, file: { ...about, progress } }))
    try {
      const sha256 = await hashFile(file, onProgress, reading.signal)
      const known = await findFile(sha256)
      if (reading.signal.aborted) return
      found.current.sha256 = sha256
      setCheck((now) => ({ ...now, file: { ...about, progress: 1, sha256, known } }))
    } finally {
      if (work.current === reading) work.current = undefined
    }
  }
  /** Once the file is read, if there is one: with its hash the server can say whether the manifest is about it. */
  const compare = async (): Promise<void> => {
    const { manifest, sha256 } = found.current
    if (!manifest || work.current) return
    const reasons = await checkManifest(manifest, sha256)
    const isStillIt = found.current.manifest === manifest && found.current.sha256 === sha256
    if (isStillIt) setCheck((now) => ({ ...now, manifest: { name: now.manifest?.name ?? '', reasons } }))
  }
  const look = async (file: File): Promise<void> => {
    const manifest = await readManifest(file)
    if (manifest) {
      found.current.manifest = manifest
      setCheck((now) => ({ ...now, manifest: { name: file.name } }))
    } else await readFile(file)
    await compare()
  }
  const take = (files: readonly File[]): void => {
    setCheck(({ file, manifest }) => ({ ...(file && { file }), ...(manifest && { manifest }) }))
    for (const file of files)
      look(file).catch((error: unknown) => {
        const isStopped = error instanceof DOMException && error.name === 'AbortError'
        if (!isStopped) setCheck((now) => ({ ...now, error }))
      })
  }
  const reset = (): void => {
    work.current?.abort()
    work.current = undefined
    found.current = {}
    setCheck({})
  }
  return { check, take, reset }
}
