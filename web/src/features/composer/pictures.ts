import { useSyncExternalStore } from 'react'
import { ApiError, base_url, type Model, NetworkError } from '../../lib/api.ts'
import { changeDraft, currentDraft } from './draft.ts'

/** The fields of a submission that name pictures. */
export const slots = ['image_url', 'last_image_url'] as const
export type Slot = (typeof slots)[number]

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp']
const maxPicture_bytes = 20 * 1024 * 1024

/** What this browser knows of a picture that was uploaded: the server gives no address to look at it. */
export interface Picture {
  /** A small one, as a data URL. */
  thumbnail: string
  width_px: number
  height_px: number
}

/** What can be told of a file without asking the server. */
export class UnfitFile extends Error {
  readonly reason: 'type' | 'size' | 'unreadable'

  constructor(reason: UnfitFile['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** A picture on its way, or one that did not get through. */
export interface Upload {
  name: string
  /** Of the file itself, for as long as it is on its way. */
  preview: string
  /** From 0 to 1. */
  progress: number
  problem?: UnfitFile | ApiError | NetworkError
}

const uploads = new Map<Slot, Upload & { file: File; stop: AbortController }>()
const listeners = new Set<() => void>()
let shown: Partial<Record<Slot, Upload>> = {}

function tell(): void {
  shown = Object.fromEntries(uploads)
  for (const listener of listeners) listener()
}

/** What is on its way, by slot. */
export function useUploads(): Partial<Record<Slot, Upload>> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
}

/** The slots that a model has; while nobody knows yet which, the one that most have. */
export function slotsOf(model: Model | undefined): Slot[] {
  if (!model) return ['image_url']
  const { properties } = model.parameters as { properties?: object }
  return slots.filter((slot) => properties && slot in properties)
}

/** The slot for a picture that was dropped or pasted somewhere: the first free one, or the first. */
export const freeSlot = (offered: readonly Slot[]): Slot | undefined =>
  offered.find((slot) => !currentDraft()[slot] && !uploads.has(slot)) ?? offered[0]

/** Shows a picture at once and uploads it beside; the draft names it as soon as the server has checked it. */
export function putPicture(slot: Slot, file: File): void {
  removePicture(slot)
  const stop = new AbortController()
  const upload = { name: file.name, preview: URL.createObjectURL(file), progress: 0, file, stop }
  const change = (changes: Partial<Upload>): void => {
    const current = uploads.get(slot)
    if (current?.stop !== stop) return
    uploads.set(slot, { ...current, ...changes })
    tell()
  }
  uploads.set(slot, upload)
  tell()
  send(file, stop.signal, (progress) => change({ progress })).then(
    ({ image_key, ...picture }) => {
      if (stop.signal.aborted) return
      rememberPicture(image_key, picture)
      forgetUpload(slot)
      changeDraft({ [slot]: image_key })
    },
    (problem: Upload['problem']) => {
      if (!stop.signal.aborted && problem) change({ problem })
    },
  )
}

/** Sends a picture once more that did not get through. */
export function retryPicture(slot: Slot): void {
  const upload = uploads.get(slot)
  if (upload) putPicture(slot, upload.file)
}

/** Takes a picture out of the form; one that is on its way is stopped. With the first one goes the video that it was taken from. */
export function removePicture(slot: Slot): void {
  forgetUpload(slot)
  const gone =
    slot === 'image_url' ? { image_url: undefined, parent_task_id: undefined } : { [slot]: undefined }
  if (currentDraft()[slot] || currentDraft().parent_task_id) changeDraft(gone)
}

function forgetUpload(slot: Slot): void {
  const upload = uploads.get(slot)
  if (!upload) return
  upload.stop.abort()
  URL.revokeObjectURL(upload.preview)
  uploads.delete(slot)
  tell()
}

/** @throws what is wrong with the file, or what the server said of it. */
async function send(file: File, signal: AbortSignal, onProgress: (share: number) => void) {
  if (!pictureTypes.includes(file.type)) throw new UnfitFile('type')
  if (file.size > maxPicture_bytes) throw new UnfitFile('size')
  const thumbnail = await drawThumbnail(file).catch(() => {
    throw new UnfitFile('unreadable')
  })
  // Through the server and not straight to the storage: it looks at the picture now, and not when the video is submitted.
  const sent = await post(`${base_url}/api/v1/uploads/put`, file, signal, onProgress)
  return { ...(JSON.parse(sent) as Omit<Picture, 'thumbnail'> & { image_key: string }), thumbnail }
}

/** A request that tells how far it is, which `fetch` cannot. */
export function post(url: string, file: File, signal: AbortSignal, onProgress: (share: number) => void) {
  return new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('load', () => {
      const { status, responseText } = request
      if (status === 200) return resolve(responseText)
      const headers = new Headers()
      for (const name of ['retry-after', 'x-request-id'])
        headers.set(name, request.getResponseHeader(name) ?? '')
      reject(new ApiError({ status, headers }, responseText))
    })
    request.addEventListener('error', () => reject(new NetworkError('interrupted', 'The upload broke.')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

const thumbnailSide_px = 320

/** @throws when the file is no picture. */
async function drawThumbnail(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, thumbnailSide_px / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.toDataURL('image/webp', 0.8)
}

const key = 'clipwright.pictures'
const remembered = 16

function read(): [image_key: string, Picture][] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as [string, Picture][]
  } catch {
    return []
  }
}

/** Keeps what is known of an uploaded picture, so that it is seen again after a reload; of the newest ones. */
export function rememberPicture(image_key: string, picture: Picture): void {
  const others = read().filter(([known]) => known !== image_key)
  try {
    localStorage.setItem(key, JSON.stringify([[image_key, picture], ...others].slice(0, remembered)))
  } catch {
    localStorage.removeItem(key) // full: the pictures are still there, only not seen
  }
}

export const findPicture = (image_key: string): Picture | undefined => new Map(read()).get(image_key)

/** As the server chooses it for a video of a picture that names no ratio. */
export function nearestRatio(
  sizes: readonly { aspect_ratio: string; width_px: number; height_px: number }[],
  picture: Pick<Picture, 'width_px' | 'height_px'>,
): string | undefined {
  const shape = Math.log(picture.width_px / picture.height_px)
  const distance = (size: { width_px: number; height_px: number }): number =>
    Math.abs(Math.log(size.width_px / size.height_px) - shape)
  return sizes.toSorted((a, b) => distance(a) - distance(b))[0]?.aspect_ratio
}
