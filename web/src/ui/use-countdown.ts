import { useEffect, useState } from 'react'

/** Whole seconds that are left, down to zero; `restart` begins again. */
export function useCountdown(from_s: number): [left_s: number, restart: (seconds: number) => void] {
  const [ends_ms, setEnds] = useState(() => Date.now() + from_s * 1000)
  const [now_ms, setNow] = useState(Date.now)
  const left_s = Math.max(0, Math.ceil((ends_ms - now_ms) / 1000))
  useEffect(() => {
    if (left_s === 0) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [left_s === 0])
  const restart = (seconds: number): void => {
    setNow(Date.now())
    setEnds(Date.now() + seconds * 1000)
  }
  return [left_s, restart]
}
