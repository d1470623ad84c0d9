import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Check, Checker } from './checker.ts'

/** A checker of the page's own; what it is doing ends when the page is left. */
export function useChecker(): { check: Check; checker: Checker } {
  const [checker] = useState(() => new Checker())
  useEffect(() => checker.reset, [checker])
  return { check: useSyncExternalStore(checker.subscribe, checker.current), checker }
}
