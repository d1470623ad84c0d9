import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** A row of links that is moved sideways shows the open one, in its middle where it can. The row must be positioned. */
export function useOpenInSight(): RefObject<HTMLElement | null> {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const [all, open] = [nav.current, nav.current?.querySelector<HTMLElement>('[data-status=active]')]
    if (all && open) all.scrollLeft = open.offsetLeft - (all.clientWidth - open.offsetWidth) / 2
  }, [pathname])
  return nav
}
