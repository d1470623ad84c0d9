import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { cleanUp } from '../../server/src/testing/clean-up.ts'
import { launchChromium } from './chromium.ts'

/** A browser without a window, closed after the test. It calls nobody by itself. */
export async function openBrowser(t: TestContext): Promise<Browser> {
  const browser = await launchChromium()
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
