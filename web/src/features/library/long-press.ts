import { type RefObject, useEffect, useRef } from 'react'

const hold_ms = 450
const slack_px = 10

/** On touch screens a tile that is held begins a choice, and a finger that then moves on reaches others. */
export function useLongPress(
  ref: RefObject<HTMLElement | null>,
  handlers: { onBegin: (index: number) => void; onReach: (index: number) => void },
): void {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    const grid = ref.current!
    let timer = 0
    let from: Touch | undefined
    let isChoosing = false
    let reached: number | undefined
    const indexAt = ({ clientX, clientY }: Touch): number | undefined => {
      const tile = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-index]')
      return tile && grid.contains(tile) ? Number(tile.dataset['index']) : undefined
    }
    const onStart = (event: TouchEvent): void => {
      clearTimeout(timer)
      isChoosing = false
      if (event.touches.length !== 1) return
      from = event.touches[0]!
      timer = window.setTimeout(() => {
        reached = indexAt(from!)
        if (reached === undefined) return
        isChoosing = true
        latest.current.onBegin(reached)
      }, hold_ms)
    }
    const onMove = (event: TouchEvent): void => {
      const touch = event.touches[0]!
      if (!isChoosing) {
        if (from && Math.hypot(touch.clientX - from.clientX, touch.clientY - from.clientY) > slack_px)
          clearTimeout(timer)
        return
      }
      event.preventDefault() // it chooses and does not scroll
      const index = indexAt(touch)
      if (index === undefined || index === reached) return
      reached = index
      latest.current.onReach(index)
    }
    const onEnd = (event: TouchEvent): void => {
      clearTimeout(timer)
      if (isChoosing) event.preventDefault() // it is no click
    }
    const onMenu = (event: Event): void => {
      if (isChoosing || matchMedia('(pointer: coarse)').matches) event.preventDefault()
    }
    grid.addEventListener('touchstart', onStart, { passive: true })
    grid.addEventListener('touchmove', onMove, { passive: false })
    grid.addEventListener('touchend', onEnd, { passive: false })
    grid.addEventListener('touchcancel', onEnd)
    grid.addEventListener('contextmenu', onMenu)
    return () => {
      clearTimeout(timer)
      grid.removeEventListener('touchstart', onStart)
      grid.removeEventListener('touchmove', onMove)
      grid.removeEventListener('touchend', onEnd)
      grid.removeEventListener('touchcancel', onEnd)
      grid.removeEventListener('contextmenu', onMenu)
    }
  }, [ref])
}
