import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Nothing on the page keeps people out, in either theme: no finding of axe of impact moderate or above. */
export async function assertAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // What fades in has little contrast until it is there.
    await page.evaluate(async () => {
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
      await Promise.allSettled(ending.map(({ finished }) => finished))
    })
    // By the debugger, which no content policy holds: a script element would be refused.
    await page.evaluate(source)
    const { violations } = await page.evaluate(async () =>
      (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
    )
    const found = violations
      .filter(({ impact }) => impact !== 'minor')
      .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`)
    assert.deepEqual(found, [], `${page.url()} in ${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}
