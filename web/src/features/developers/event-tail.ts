import { useEffect, useRef, useState } from 'react'
import { type TaskEvent, watchHeardEvents } from '../../lib/events.ts'

export interface Heard extends TaskEvent {
  id: string
  at: string
}

const kept = 500

/** The events that this page has heard since it was opened, newest first; while paused they are only counted. */
export function useEventTail() {
  const [events, setEvents] = useState<readonly Heard[]>([])
  const [isPaused, setPaused] = useState(false)
  const [held, setHeld] = useState<readonly Heard[]>([])
  const paused = useRef(isPaused)
  paused.current = isPaused
  useEffect(
    () =>
      watchHeardEvents(({ event, id }) => {
        const heard = { ...event, id, at: new Date().toISOString() }
        const add = (list: readonly Heard[]) => [heard, ...list].slice(0, kept)
        if (paused.current) setHeld(add)
        else setEvents(add)
      }),
    [],
  )
  const resume = (): void => {
    setEvents((list) => [...held, ...list].slice(0, kept))
    setHeld([])
    setPaused(false)
  }
  return {
    events,
    held: held.length,
    isPaused,
    pause: () => setPaused(true),
    resume,
    clear: () => setEvents([]),
  }
}
