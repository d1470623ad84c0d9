import { useSyncExternalStore } from 'react'
import { base_url, type Model } from '../../lib/api.ts'
import { changeDraft, currentDraft } from './draft.ts'
import { post, UnfitFile, type Upload } from './pictures.ts'

/** As the server takes them; browsers have several names for some. */
export const soundFiles = 'audio/*,.wav,.mp3,.m4a,.aac,.flac,.ogg,.oga,.opus'
const maxSound_bytes = 20 * 1024 * 1024

/** What this browser knows of a sound that was uploaded. */
export interface Sound {
  name: string
  duration_s: number
  /** To play it, for as long as this page is open. */
  url?: string
}

let upload: (Upload & { file: File; stop: AbortController }) | undefined
const listeners = new Set<() => void>()

function change(next: typeof upload): void {
  upload = next
  for (const listener of listeners) listener()
}

/** What is on its way, or did not get through; its `preview` plays it. */
export function useSoundUpload(): Upload | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => upload,
  )
}

/** Whether the model makes videos to a sound, and whether only so. */
export function soundUse(model: Model | undefined): 'none' | 'optional' | 'required' {
  const { properties, required } = (model?.parameters ?? {}) as { properties?: object; required?: string[] }
  if (!properties || !('audio_url' in properties)) return 'none'
  return required?.includes('audio_url') ? 'required' : 'optional'
}

/** What players and files call sound; some files have no type at all. */
export const isSound = ({ type, name }: File): boolean =>
  type.startsWith('audio/') || (type === '' && /\.(wav|mp3|m4a|aac|flac|og[ga]|opus)$/i.test(name))

/** Shows a sound at once and uploads it beside; the draft names it as soon as the server has decoded it. */
export function putSound(file: File): void {
  removeSound()
  const stop = new AbortController()
  const preview = URL.createObjectURL(file)
  change({ name: file.name, preview, progress: 0, file, stop })
  const isCurrent = () => upload?.stop === stop
  send(file, stop.signal, (progress) => {
    if (upload && isCurrent()) change({ ...upload, progress })
  }).then(
    ({ audio_key, duration_seconds }) => {
      if (!isCurrent()) return
      rememberSound(audio_key, { name: file.name, duration_s: duration_seconds })
      playable.set(audio_key, preview)
      change(undefined)
      changeDraft({ audio_url: audio_key })
    },
    (problem: Upload['problem']) => {
      if (upload && isCurrent() && problem) change({ ...upload, problem })
    },
  )
}

/** Sends a sound once more that did not get through. */
export function retrySound(): void {
  if (upload) putSound(upload.file)
}

/** Takes the sound out of the form; one that is on its way is stopped. */
export function removeSound(): void {
  if (upload) {
    upload.stop.abort()
    URL.revokeObjectURL(upload.preview)
    change(undefined)
  }
  if (currentDraft().audio_url) changeDraft({ audio_url: undefined })
}

/** @throws what is wrong with the file, or what the server said of it. */
async function send(file: File, signal: AbortSignal, onProgress: (share: number) => void) {
  if (!isSound(file)) throw new UnfitFile('type')
  if (file.size > maxSound_bytes) throw new UnfitFile('size')
  const sent = await post(`${base_url}/api/v1/uploads/audio/put`, file, signal, onProgress)
  return JSON.parse(sent) as { audio_key: string; duration_seconds: number }
}

/** The sounds that this page has sent, to be played again. */
const playable = new Map<string, string>()
const key = 'clipwright.sounds'
const remembered = 16

function read(): [audio_key: string, Sound][] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as [string, Sound][]
  } catch {
    return []
  }
}

function rememberSound(audio_key: string, sound: Sound): void {
  localStorage.setItem(key, JSON.stringify([[audio_key, sound], ...read()].slice(0, remembered)))
}

export function findSound(audio_key: string): Sound | undefined {
  const sound = new Map(read()).get(audio_key)
  const url = playable.get(audio_key)
  return sound && { ...sound, ...(url !== undefined && { url }) }
}
