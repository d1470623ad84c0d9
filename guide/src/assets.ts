import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './pages.ts'
import type { Entry } from './search-entries.ts'

const { resolve } = createRequire(import.meta.url)

/** Names of the site's own files, each with a hash of what is in it, so that browsers keep them for ever. */
export interface Assets {
  style: string
  font: string
  theme: string
  site: string
  search: string
}

/** Writes what the pages load into `assets/` of a folder. */
export async function writeAssets(folder: string, entries: readonly Entry[]): Promise<Assets> {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  const write = (name: string, content: string | Buffer): string => {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 10)
    const file = `assets/${name.replace('.', `-${hash}.`)}`
    writeFileSync(join(folder, file), content)
    return file
  }
  const font = write(
    'geist.woff2',
    readFileSync(resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2')),
  )
  const own = readFileSync(join(import.meta.dirname, 'browser/guide.css'), 'utf8')
  const face = `@font-face{font-family:'Geist Variable';font-weight:100 900;font-display:swap;src:url(${font.replace('assets/', '')}) format('woff2')}`
  return {
    font,
    style: write('guide.css', `${face}\n:root{${studioTokens()}}\n${own}`),
    theme: write('theme.js', await bundle('theme.ts')),
    site: write('site.js', await bundle('site.ts')),
    search: write('search.js', `clipwrightSearch(${JSON.stringify(entries)})`),
  }
}

/** Colours, sizes and times of the studio, which this site shares. */
function studioTokens(): string {
  const styles = readFileSync(join(root, 'web/src/styles.css'), 'utf8')
  const [, theme = ''] = /@theme \{\n(.*?)^\}/ms.exec(styles) ?? []
  const tokens = theme.match(/^ {2}--[\w-]+: .+;$/gm) ?? []
  if (tokens.length < 20) throw new Error('web/src/styles.css has no tokens where they are looked for.')
  return tokens.map((token) => token.trim()).join('')
}

/** A script for browsers as one classic file: it also runs when somebody opens the pages from a disk. */
async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: join(import.meta.dirname, 'browser', entry), formats: ['iife'], name: 'guide' },
    },
  })
  const [{ output }] = built as unknown as [{ output: { code: string }[] }]
  return output[0]!.code
}
