import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

export type HashMessage =
  | { kind: 'progress'; share: number }
  | { kind: 'done'; sha256: string }
  | { kind: 'failed' }

// Hashes the file it is sent, piece by piece, so that a large one does not fill the memory.
const tell = (message: HashMessage): void => postMessage(message)

addEventListener('message', ({ data: file }: MessageEvent<File>) => {
  hash(file).then(
    (hex) => tell({ kind: 'done', sha256: hex }),
    () => tell({ kind: 'failed' }),
  )
})

async function hash(file: File): Promise<string> {
  const digest = sha256.create()
  let done = 0
  let told = 0
  const reader = file.stream().getReader()
  for (;;) {
    const { value } = await reader.read()
    if (!value) return bytesToHex(digest.digest())
    digest.update(value)
    done += value.length
    if (done - told < 1e6 && done < file.size) continue
    told = done
    tell({ kind: 'progress', share: done / file.size })
  }
}
