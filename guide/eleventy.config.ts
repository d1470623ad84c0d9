import { globSync, readFileSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { favicon } from '../server/src/pages/pages.ts'
import packageJson from '../package.json' with { type: 'json' }
import { writeAssets } from './src/assets.ts'
import { brokenLinks } from './src/links.ts'
import { createMarkdown, headingsOf } from './src/markdown.ts'
import { arrange, findPages, type Page, pageAt, root, wayTo } from './src/pages.ts'
import { searchEntries } from './src/search-entries.ts'

/** What of Eleventy is used here; it brings no types. */
interface Eleventy {
  setLibrary(name: string, library: unknown): void
  addPassthroughCopy(files: Record<string, string>): void
  addTemplate(path: string, content: string): void
  addGlobalData(name: string, value: unknown): void
  on(event: string, listener: (event: { results: { url: string; content: string }[] }) => Promise<void>): void
}

interface Data {
  page: { inputPath: string }
}

const output = 'guide/dist'
const missing: Page = {
  source: 'guide/src/missing.md',
  path: '404.html',
  title: 'There is no such page',
  label: '',
}

/** What Eleventy makes of docs/: a page of HTML each. It fails where a link of one leads nowhere. */
export default async function configure(eleventy: Eleventy): Promise<object> {
  await rm(join(root, output), { recursive: true, force: true })
  const pages = findPages()
  const sections = arrange(pages)
  const order = sections.flatMap(({ pages }) => pages)
  const files = globSync('docs/**/*.{yaml,yml,json,conf,png,webp,svg}', { cwd: root })
  const md = createMarkdown({ pages: [...pages, missing], files })
  const assets = await writeAssets(join(root, output), searchEntries(md, pages))
  await writeFile(join(root, output, 'favicon.svg'), favicon)

  eleventy.setLibrary('md', md)
  for (const file of files) eleventy.addPassthroughCopy({ [file]: file.replace(/^docs\//, '') })
  const beside = [...pages, missing].filter(({ source }) => !source.startsWith('docs/'))
  for (const { source } of beside) eleventy.addTemplate(source, readFileSync(join(root, source), 'utf8'))

  const pageOf = ({ page }: Data): Page => pageAt(page.inputPath, [...pages, missing])
  const sectionOf = (data: Data) => sections.find(({ pages }) => pages.includes(pageOf(data)))
  const turn = (data: Data, steps: number): Page | undefined => {
    const at = order.indexOf(pageOf(data))
    return at === -1 ? undefined : order[at + steps]
  }
  eleventy.addGlobalData('layout', 'page.njk')
  eleventy.addGlobalData('assets', assets)
  eleventy.addGlobalData('version', packageJson.version)
  eleventy.addGlobalData('eleventyComputed', {
    permalink: (data: Data) => pageOf(data).path,
    here: pageOf,
    isHome: (data: Data) => pageOf(data).path === 'index.html',
    // Whoever asks for a page that is not there may have asked anywhere; the server writes its own address here.
    base: (data: Data) => (pageOf(data) === missing ? '/guide/' : undefined),
    way: (data: Data) => (to: string) => wayTo(pageOf(data).path, to),
    root: (data: Data) => wayTo(pageOf(data).path, '').replace(/$/, (end, at) => (at > 0 ? '/' : end)),
    section: (data: Data) => sectionOf(data)?.title,
    sections: (data: Data) => sections.map((part) => ({ ...part, open: part === sectionOf(data) })),
    previous: (data: Data) => turn(data, -1),
    next: (data: Data) => turn(data, 1),
    parts: (data: Data) => partsOf(pageOf(data)),
  })

  const partsOf = ({ source }: Page) => {
    const tokens = md.parse(readFileSync(join(root, source), 'utf8'), { page: { inputPath: source } })
    return headingsOf(tokens).filter(({ level }) => level === 2 || level === 3)
  }

  eleventy.on('eleventy.after', async ({ results }) => {
    const html = new Map(
      results.map(({ url, content }) => [url.replace(/^\//, '').replace(/(^|\/)$/, '$1index.html'), content]),
    )
    const built = await readdir(join(root, output), { recursive: true })
    const broken = brokenLinks(html, new Set(built))
    if (broken.length > 0) throw new Error(`Links that lead nowhere:\n${broken.join('\n')}`)
    await Promise.all(built.filter((file) => file !== 'index.html').map(compress))
    await compress('index.html') // the last file: with it the guide is whole
  })
  return {
    markdownTemplateEngine: false,
    dir: { input: 'docs', output, includes: '../guide/src/layouts' },
  }
}

/** Writes a brotli twin of a text file, so that the server compresses nothing while it serves. */
async function compress(file: string): Promise<void> {
  if (!/\.(js|css|html|svg|json|yaml)$/.test(file)) return
  const path = join(root, output, file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(await readFile(path), { params }))
}
