import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { launchChromium, openProfile } from '../acceptance/lib/chromium.ts'
import { createMaker, makeVideo, openProduct } from '../acceptance/lib/product.ts'
import { fillLibraryOf } from './lib/fill-library.ts'
import { percentile, printTable } from './lib/table.ts'
import { measureScroll } from './studio/scroll.ts'

// What the studio's pages weigh and how soon they answer, in Chromium on a processor made four times slower and a line of
// 10 Mbit/s, beside the budgets of STUDIO 6. Usage: npm run bench -- studio

const dist = join(import.meta.dirname, '../web/dist')
const rounds = 5
const viewport = { width: 1440, height: 900 }
const routes = ['/library', '/wallet', '/account/profile', '/account/security', '/developers/keys', '/verify']

const rows: [string, string, string, string][] = []
function note(what: string, measured: number, budget: number, unit: string): void {
  const round = (value: number): string => value.toFixed(value < 1 ? 3 : value < 10 ? 1 : 0)
  rows.push([what, `${round(measured)} ${unit}`, `${budget} ${unit}`, measured <= budget ? '' : 'over'])
}

await using product = await openProduct()
await product.start()
const maker = await createMaker(product.url)
const me = await maker.GET('/api/v1/me')
const task_id = await makeVideo(maker, 1)
for (let i = 0; i < 5; i++) await makeVideo(maker, 1)
const browser = await launchChromium()
try {
  await weigh()
  await paint()
  await interact()
  await listen()
  await scroll()
} finally {
  await browser.close()
}
printTable(['what', 'measured', 'budget', ''], rows)

/** A browser in which the maker has signed in. */
async function openContext(): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport })
  await signIn(context)
  return context
}

async function signIn(context: BrowserContext): Promise<void> {
  const answer = await context.request.post(`${product.url}/api/v1/auth/login`, {
    data: { email: me.email, password: 'correct horse battery', session_mode: 'cookie' },
    headers: { origin: product.url },
  })
  if (!answer.ok()) throw new Error(await answer.text())
}

/** As STUDIO 6 wants it: a slow processor and a slow line. */
async function slowDown(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page)
  const bytes_per_s = 10_000_000 / 8
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: bytes_per_s,
    uploadThroughput: bytes_per_s,
  })
  return cdp
}

/** The bytes of scripts and styles that a page asks for until it is quiet, as gzip packs them. */
async function weigh(): Promise<void> {
  const context = await openContext()
  const load = async (path: string): Promise<Set<string>> => {
    const page = await context.newPage()
    const files = new Set<string>()
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (/\.(js|css)$/.test(pathname)) files.add(pathname)
    })
    await page.goto(product.url + path)
    await page.getByRole('main').waitFor()
    await page.waitForTimeout(1_500) // the event stream keeps the network from ever being idle
    await page.close()
    return files
  }
  const kilobytes = async (files: Iterable<string>): Promise<number> => {
    const sizes = await Promise.all(
      [...files].map(async (file) => gzipSync(await readFile(join(dist, file)), { level: 9 }).length),
    )
    return sizes.reduce((sum, size) => sum + size, 0) / 1000
  }
  const of = (files: Set<string>, ending: string): string[] =>
    [...files].filter((file) => file.endsWith(ending))
  const first = await load('/create')
  note('/create, scripts', await kilobytes(of(first, '.js')), 180, 'kB')
  note('/create, styles', await kilobytes(of(first, '.css')), 25, 'kB')
  for (const path of [...routes, `/v/${task_id}`]) {
    const more = of(await load(path), '.js').filter((file) => !first.has(file))
    note(`${path.replace(task_id, ':task_id')}, scripts more`, await kilobytes(more), 60, 'kB')
  }
  await context.close()
}

/**
 * The largest paint and how much the page jumps, in a browser that has never seen the page and in one that saw it twice: that
 * has compiled its scripts. Nothing looks into the page while it is drawn.
 */
async function paint(): Promise<void> {
  const cold: number[] = []
  const warm: number[] = []
  const shifts: number[] = []
  for (let round = 0; round < rounds; round++) {
    const profile = await mkdtemp(join(tmpdir(), 'clipwright-profile-'))
    const context = await openProfile(profile, viewport)
    await signIn(context)
    for (const times of [cold, undefined, warm]) {
      const page = await context.newPage()
      await slowDown(page)
      await page.goto(`${product.url}/create`)
      await page.waitForTimeout(4_000) // paints and jumps that come late count too
      if ((await page.getByRole('article').count()) === 0) throw new Error('The videos are not there')
      const { paint_ms, shift } = await page.evaluate(
        () =>
          new Promise<{ paint_ms: number; shift: number }>((resolve) => {
            let paint_ms = 0
            let shift = 0
            new PerformanceObserver((list) => {
              paint_ms = Math.max(paint_ms, ...list.getEntries().map(({ startTime }) => startTime))
            }).observe({ type: 'largest-contentful-paint', buffered: true })
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
                shift += entry.value
            }).observe({ type: 'layout-shift', buffered: true })
            setTimeout(() => resolve({ paint_ms, shift }), 200)
          }),
      )
      times?.push(paint_ms / 1000)
      shifts.push(shift)
      await page.close()
    }
    await context.close()
    await rm(profile, { recursive: true })
  }
  note('/create, largest paint, cold', percentile(cold, 0.5), 1.8, 's')
  note('/create, largest paint, warm', percentile(warm, 0.5), 0.8, 's')
  note('/create, layout shift, worst', Math.max(...shifts), 0.02, '')
}

/** From a key or a click to the next paint. */
async function interact(): Promise<void> {
  const context = await openContext()
  const page = await context.newPage()
  await page.goto(`${product.url}/create`)
  await page.getByRole('article').first().waitFor()
  await slowDown(page)
  await page.evaluate(() => {
    const seen = globalThis as unknown as { slowest_ms: number }
    seen.slowest_ms = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.slowest_ms = Math.max(seen.slowest_ms, duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  const slowest = async (act: () => Promise<unknown>): Promise<number> => {
    await page.evaluate(() => void ((globalThis as unknown as { slowest_ms: number }).slowest_ms = 0))
    await act()
    await page.waitForTimeout(1_000)
    return page.evaluate(() => (globalThis as unknown as { slowest_ms: number }).slowest_ms)
  }
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await prompt.focus()
  const typed = await slowest(() => page.keyboard.type('a lighthouse in a storm, waves', { delay: 60 }))
  note('typing in the prompt, slowest key', typed, 100, 'ms')
  await page.getByRole('article').first().getByRole('link').first().hover()
  await page.waitForTimeout(300) // a hand rests before it presses
  const opened = await slowest(async () => {
    await page.mouse.down()
    await page.mouse.up()
    await page.waitForURL('**/v/*')
  })
  note('opening a video, click to next paint', opened, 100, 'ms')
  await context.close()
}

/** From the top of ten thousand videos to their end, on the slow processor. */
async function scroll(): Promise<void> {
  await fillLibraryOf(product.data_dir, me.email, 10_000)
  const context = await openContext()
  const page = await context.newPage()
  await page.goto(`${product.url}/library`)
  await page.getByRole('gridcell').first().waitFor()
  const { frames, long_frames, longest_ms, heap_growth_mib } = await measureScroll(page)
  note(`library of 10,000, slowest of ${frames} frames`, longest_ms, 50, 'ms')
  note('library of 10,000, frames over 50 ms', long_frames, 0, '')
  note('library of 10,000, heap growth', heap_growth_mib, 50, 'MB')
  await context.close()
}

/** Many tabs share one stream, and what a tab hears in two hours does not stay in its memory. */
async function listen(): Promise<void> {
  const context = await openContext()
  const open = new Set<object>()
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/events') open.add(request)
  })
  context.on('requestfinished', (request) => void open.delete(request))
  context.on('requestfailed', (request) => void open.delete(request))
  const pages: Page[] = []
  for (let tab = 0; tab < 40; tab++) {
    const page = await context.newPage()
    await page.goto(`${product.url}/create`)
    await page.getByRole('article').first().waitFor()
    pages.push(page)
  }
  note('event streams of 40 tabs', open.size, 1, '')

  const [teller, hearer] = pages as [Page, Page]
  for (const page of pages.slice(2)) await page.close()
  const cdp = await context.newCDPSession(hearer)
  const heap_MB = async (): Promise<number> => {
    await cdp.send('HeapProfiler.collectGarbage')
    return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1e6
  }
  const task = await maker.GET('/api/v1/tasks/{task_id}', { params: { path: { task_id } } })
  const tell = (seconds: number) =>
    teller.evaluate(
      async ({ told, seconds }) => {
        const channel = new BroadcastChannel('clipwright.events')
        // Two videos in work tell of themselves each second; one of them ends every ten.
        for (let second = 0; second < seconds; second++) {
          for (const progress of [(second % 100) / 100, null]) {
            const type = second % 10 === 0 && progress === null ? 'task.completed' : 'task.progress'
            const event = { type, task: { ...told, progress, updated_at: new Date().toISOString() } }
            // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, which has one origin
            channel.postMessage({ kind: 'event', event, id: String(second) })
          }
          if (second % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 20))
        }
        channel.close()
      },
      { told: { ...task, attempt: 1 }, seconds },
    )
  await tell(600) // what is loaded once is not growth
  await hearer.waitForTimeout(2_000)
  const before = await heap_MB()
  await tell(7_200)
  await hearer.waitForTimeout(3_000)
  note('heap growth over two hours of events', (await heap_MB()) - before, 50, 'MB')
  await context.close()
}
