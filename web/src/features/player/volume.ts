import { type RefObject, useEffect, useState } from 'react'

const key = 'clipwright.volume'

export interface Volume {
  /** From 0 to 1. */
  level: number
  isMuted: boolean
}

/** What this browser was last set to; full for what is unreadable. */
function read(): Volume {
  try {
    const { level, isMuted } = JSON.parse(localStorage.getItem(key) ?? '') as Partial<Volume>
    if (typeof level === 'number' && level >= 0 && level <= 1) return { level, isMuted: isMuted === true }
  } catch {
    // nothing was kept
  }
  return { level: 1, isMuted: false }
}

/** How loud a video is; the next one is as loud. */
export function useVolume(
  video: RefObject<HTMLVideoElement | null>,
): [Volume, (changes: Partial<Volume>) => void] {
  const [volume, setVolume] = useState(read)
  const { level } = volume
  useEffect(() => {
    if (video.current) video.current.volume = level
  }, [video, level])
  const change = (changes: Partial<Volume>): void => {
    const next = { ...volume, ...changes }
    setVolume(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // full or forbidden: it holds until the page is left
    }
  }
  return [volume, change]
}
