import { accessSync, constants } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { cleanUp } from '../../server/src/testing/clean-up.ts'

/** Debian's name first. */
const names = ['chromium', 'chromium-browser', 'google-chrome']

function findChromium(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  for (const file of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      // not here
    }
  }
  throw new Error('There is no chromium on the PATH; npm test installs it on Debian')
}

/** A browser without a window, closed after the test. It calls nobody by itself. */
export async function openBrowser(t: TestContext): Promise<Browser> {
  const args = ['quic', 'background-networking', 'component-update', 'sync', 'dev-shm-usage'].map(
    (what) => `--disable-${what}`,
  )
  const browser = await chromium.launch({
    executablePath: findChromium(),
    chromiumSandbox: process.getuid?.() !== 0, // as root it has none
    args: [...args, '--no-first-run'],
  })
  cleanUp(t, () => browser.close())
  return browser
}

/** A page of somebody else, at an origin of its own on `host`. */
export async function servePage(t: TestContext, host: string, html: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  cleanUp(t, () => void server.close())
  return `http://${host}:${(server.address() as AddressInfo).port}/`
}

/** A page of a browser of its own, at this address. */
export async function openPage(t: TestContext, url: string): Promise<Page> {
  const page = await (await openBrowser(t)).newPage()
  cleanUp(t, async () => {
    if (!(t as { passed?: boolean }).passed)
      t.diagnostic(`The page was at ${page.url()}: ${await page.innerText('body')}`)
  })
  await page.goto(url)
  return page
}
