import { type RefObject, useEffect, useState } from 'react'
import { openVideo } from '../../lib/api.ts'

/** A frame's number, from 0, for a place in the video in seconds. */
export const frameAt = (seconds: number, fps: number): number => Math.max(0, Math.floor(seconds * fps + 0.01))

/** The middle of a frame: a place that rounding cannot push into its neighbour. */
export const middleOf = (frame: number, fps: number): number => (frame + 0.5) / fps

/** The number of the frame that is on the screen, exactly: the browser tells which one it has drawn. */
export function useFrame(video: RefObject<HTMLVideoElement | null>, fps: number): number {
  const [frame, setFrame] = useState(0)
  useEffect(() => {
    const element = video.current
    if (!element) return
    let handle = 0
    const onFrame: VideoFrameRequestCallback = (_, { mediaTime }) => {
      setFrame(frameAt(mediaTime, fps))
      handle = element.requestVideoFrameCallback(onFrame)
    }
    handle = element.requestVideoFrameCallback(onFrame)
    return () => element.cancelVideoFrameCallback(handle)
  }, [video, fps])
  return frame
}

/** Stops at the frame that is so many frames from the one on the screen. */
export function stepFrames(element: HTMLVideoElement, fps: number, frames: number, by: number): void {
  element.pause()
  const next = Math.min(frames - 1, Math.max(0, frameAt(element.currentTime, fps) + by))
  element.currentTime = middleOf(next, fps)
}

/** The frame on the screen as a PNG, in the video's own size. */
export async function grabFrame(element: HTMLVideoElement, task_id: string): Promise<Blob> {
  if (element.crossOrigin !== null) return draw(element)
  // The storage lets no page read what the element shows, so the same place is taken from a copy.
  const copy = await load(await (await openVideo(task_id)).blob())
  try {
    const isThere = once(copy, 'seeked')
    copy.currentTime = element.currentTime
    await isThere
    return await draw(copy)
  } finally {
    URL.revokeObjectURL(copy.src)
  }
}

async function load(video: Blob): Promise<HTMLVideoElement> {
  const element = document.createElement('video')
  const isLoaded = once(element, 'loadeddata')
  element.preload = 'auto'
  element.muted = true
  element.src = URL.createObjectURL(video)
  await isLoaded
  return element
}

/** @throws when the video cannot be shown. */
function once(element: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    element.addEventListener(event, () => resolve(), { once: true })
    element.addEventListener('error', () => reject(new Error('The video cannot be shown.')), { once: true })
  })
}

function draw(element: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = element.videoWidth
  canvas.height = element.videoHeight
  canvas.getContext('2d')!.drawImage(element, 0, 0)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The frame is empty.'))), 'image/png')
  })
}
