import { type RefObject, useEffect, useState } from 'react'

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

/** The frame on the screen as a PNG, in the video's own size. @throws when the browser may not read it. */
export function grabFrame(element: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = element.videoWidth
  canvas.height = element.videoHeight
  canvas.getContext('2d')!.drawImage(element, 0, 0)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The frame is empty.'))), 'image/png')
  })
}
