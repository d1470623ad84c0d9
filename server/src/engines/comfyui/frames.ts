// ComfyUI's binary WebSocket messages. Each starts with a big-endian uint32 that says what it is.

/** A picture of a prompt that is being sampled. */
export interface PreviewFrame {
  /** Undefined where the server does not say; it then belongs to the prompt that runs. */
  prompt_id: string | undefined
  /** A PNG or JPEG file by its first bytes; the rest is not checked. */
  picture: Uint8Array
}

const codes = { preview: 1, previewWithMetadata: 4 } as const

/** Ten times what ComfyUI sends at its largest default size. */
export const maxPicture_bytes = 512 * 1024
const maxMetadata_bytes = 16 * 1024
const signatures = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
]

/** Undefined for a message of another kind, for one that is broken, and for a picture that is too large or no picture. */
export function readPreviewFrame(message: ArrayBuffer): PreviewFrame | undefined {
  if (message.byteLength < 8) return undefined
  const view = new DataView(message)
  // A preview has the picture's format here, one with metadata its length.
  const [code, second] = [view.getUint32(0), view.getUint32(4)]
  if (code === codes.preview) return withPicture(undefined, message, 8)
  if (code !== codes.previewWithMetadata || second > maxMetadata_bytes) return undefined
  const start = 8 + second
  if (start > message.byteLength) return undefined
  const prompt_id = readPromptId(new Uint8Array(message, 8, second))
  return prompt_id === undefined ? undefined : withPicture(prompt_id, message, start)
}

function withPicture(
  prompt_id: string | undefined,
  message: ArrayBuffer,
  start: number,
): PreviewFrame | undefined {
  if (message.byteLength - start > maxPicture_bytes) return undefined
  const picture = new Uint8Array(message.slice(start)) // not a view, which would keep the whole message
  const isKnown = signatures.some((signature) => signature.every((byte, at) => picture[at] === byte))
  return isKnown ? { prompt_id, picture } : undefined
}

function readPromptId(metadata: Uint8Array): string | undefined {
  try {
    const { prompt_id } = JSON.parse(new TextDecoder().decode(metadata)) as { prompt_id?: unknown }
    return typeof prompt_id === 'string' ? prompt_id : undefined
  } catch {
    return undefined // `null` or no JSON
  }
}
