import type { TestContext } from 'node:test'
import { chromium, type Page } from 'playwright-core'

/** The system's Chromium, without what it would tell its maker. As root it runs without its sandbox, or not at all. */
export async function openPage(t: TestContext, url: string): Promise<Page> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  t.after(() => browser.close())
  const page = await browser.newPage()
  await page.goto(url)
  return page
}
