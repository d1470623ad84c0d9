import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { cleanUp } from '../../server/src/testing/clean-up.ts'

/** Fails the test when the page throws, or does what its content policy forbids. Of a test that fails it tells what the page showed. */
export function watchForFaults(t: TestContext, page: Page): void {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) faults.push(message.text())
  })
  cleanUp(t, async () => {
    if (!(t as { passed?: boolean }).passed)
      t.diagnostic(`The page was at ${page.url()}: ${await page.innerText('body').catch(String)}`)
    assert.deepEqual(faults, [])
  })
}

/** Fills the form of the page with this heading, by the labels of its fields, and presses the button of the heading's name or `button`. */
export async function fillForm(
  page: Page,
  heading: string,
  fields: Record<string, string>,
  button = heading,
): Promise<void> {
  await page.getByRole('heading', { name: heading, exact: true }).first().waitFor()
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: button, exact: true }).last().click()
}
