import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dirname, relative } from 'node:path/posix'
import { labels, menu } from './menu.ts'

export const root = join(import.meta.dirname, '../..')

export interface Page {
  /** From the root of the repository: `docs/engines/README.md`. */
  source: string
  /** From the root of the site: `engines/index.html`. */
  path: string
  /** Its first heading. */
  title: string
  /** What the menu calls it. */
  label: string
}

export interface Section {
  title: string
  pages: Page[]
}

/** Pages outside of docs/ that readers need as well. */
const beside: Record<string, string> = {
  'client/README.md': 'client.html',
  'python/README.md': 'python.html',
  'ARCHITECTURE.md': 'architecture.html',
}

/** Every page that the site has. */
export function findPages(): Page[] {
  const sources = globSync('docs/**/*.md', { cwd: root }).toSorted()
  return [...sources, ...Object.keys(beside)].map((source) => {
    const title = titleOf(source)
    return { source, path: beside[source] ?? pathOf(source), title, label: labels[source] ?? title }
  })
}

function pathOf(source: string): string {
  return source
    .replace(/^docs\//, '')
    .replace(/README\.md$/, 'index.html')
    .replace(/\.md$/, '.html')
}

function titleOf(source: string): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(root, source), 'utf8')) ?? []
  if (title === undefined) throw new Error(`${source} has no heading of its own.`)
  return title.replaceAll('`', '')
}

/** The menu with the pages that exist. */
export function arrange(pages: readonly Page[]): Section[] {
  const named = new Set(menu.flatMap(({ pages }) => pages).map(sourceOf))
  const sections = menu.map(({ title, pages: names }) => ({
    title,
    pages: names.flatMap((name) =>
      pages.filter(({ source }) =>
        name.endsWith('/*')
          ? dirname(source) === dirname(sourceOf(name)) && !named.has(source)
          : source === sourceOf(name),
      ),
    ),
  }))
  return sections.filter(({ pages }) => pages.length > 0)
}

const sourceOf = (name: string): string => (name.startsWith('/') ? `${name.slice(1)}.md` : `docs/${name}.md`)

/** The way from one page or file of the site to another, so that the site works in any folder. */
export const wayTo = (from: string, to: string): string => relative(dirname(from), to)

/** The page that Eleventy calls by this path; those beside docs/ are in there for it. */
export function pageAt(inputPath: string, pages: readonly Page[]): Page {
  const path = inputPath.replace(/^\.\//, '')
  return pages.find(({ source }) => source === path || `docs/${source}` === path)!
}
