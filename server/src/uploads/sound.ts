/** Accepted types, and the extension of each in storage. */
export const soundExtensions = {
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
} as const
export type SoundType = keyof typeof soundExtensions
export const soundTypes = Object.keys(soundExtensions) as [SoundType, ...SoundType[]]

export const maxSound_bytes = 20 * 1024 * 1024
/** Longer than the videos of any model. */
export const maxSound_s = 300
/** Less is a click. */
export const minSound_s = 0.1
