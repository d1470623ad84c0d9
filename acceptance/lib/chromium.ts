import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core'

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

const quiet = ['quic', 'background-networking', 'component-update', 'sync', 'dev-shm-usage'].map(
  (what) => `--disable-${what}`,
)
const options = (): LaunchOptions => ({
  executablePath: findChromium(),
  chromiumSandbox: process.getuid?.() !== 0, // as root it has none
  args: [...quiet, '--no-first-run'],
})

/** The machine's own Chromium, without a window. It calls nobody by itself. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(options())
}

/** The same with a folder in which it keeps what it has read and compiled, as a person's browser does. */
export function openProfile(
  folder: string,
  viewport: { width: number; height: number },
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...options(), viewport })
}
