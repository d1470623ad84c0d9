import type { Page } from 'playwright-core'

export interface Scrolled {
  frames: number
  /** Frames that took longer than 50 ms: at a hand's pace, and when the rest rushes by. */
  long_frames: number
  long_frames_rushing: number
  longest_ms: number
  /** By which the heap has grown, after garbage was collected on both sides. */
  heap_growth_mib: number
  /** The most elements of the document on the way. */
  elements: number
}

/**
 * Scrolls a page that is open from its top to its end as a hand would, in `seconds`, on a processor that is `slowdown` times
 * slower, and then jumps about. Frames are those of the page's own animation clock.
 */
export async function measureScroll(
  page: Page,
  { seconds = 20, slowdown = 4 }: { seconds?: number; slowdown?: number } = {},
): Promise<Scrolled> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Performance.enable')
  await debug.send('HeapProfiler.enable')
  const heap = async (): Promise<number> => {
    await debug.send('HeapProfiler.collectGarbage')
    const { metrics } = await debug.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value
  }
  const before = await heap()
  await debug.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const { frames, rushes_from, elements } = await page.evaluate(async (duration_ms) => {
    const times: number[] = []
    let rushesFrom = 0
    let most = 0
    const began = performance.now()
    await new Promise<void>((resolve) => {
      let last = began
      const step = (now: number): void => {
        times.push(now - last)
        last = now
        const share = (now - began) / duration_ms
        if (times.length % 30 === 0) most = Math.max(most, document.querySelectorAll('*').length)
        if (share >= 1) return resolve()
        if (share < 0.8) rushesFrom = times.length
        // At a hand's pace for most of the time, then to the end.
        const whole = document.documentElement.scrollHeight - innerHeight
        const top =
          share < 0.8
            ? (share / 0.8) * Math.min(whole, 24_000)
            : 24_000 + ((share - 0.8) / 0.2) * (whole - 24_000)
        scrollTo({ top, behavior: 'instant' })
        requestAnimationFrame(step)
      }
      requestAnimationFrame(step)
    })
    return { frames: times, rushes_from: rushesFrom, elements: most }
  }, seconds * 1000)
  await debug.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  // Jumps, as by the scrollbar: everything between was skipped.
  for (const share of [0.5, 0.1, 0.9, 0]) {
    await page.evaluate((part) => scrollTo({ top: document.documentElement.scrollHeight * part }), share)
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[role=gridcell] img')].some((image) => {
        const { top, bottom } = image.getBoundingClientRect()
        return bottom > 0 && top < innerHeight && (image as HTMLImageElement).complete
      }),
    )
  }
  const after = await heap()
  await debug.detach()
  const long = (some: number[]): number => some.filter((ms) => ms > 50).length
  return {
    frames: frames.length,
    long_frames: long(frames.slice(2, rushes_from)), // the first two belong to what was before
    long_frames_rushing: long(frames.slice(rushes_from)),
    longest_ms: Math.max(...frames.slice(2)),
    heap_growth_mib: (after - before) / 2 ** 20,
    elements,
  }
}
