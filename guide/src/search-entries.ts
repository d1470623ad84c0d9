import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type MarkdownIt from 'markdown-it'
import { headingsOf } from './markdown.ts'
import { type Page, root } from './pages.ts'

/** A part of a page, from one heading to the next: where it is, whose, what it is called, what it says. */
export type Entry = [url: string, page: string, title: string, text: string]

export function searchEntries(md: MarkdownIt, pages: readonly Page[]): Entry[] {
  return pages.flatMap((page) => entriesOf(md, page))
}

function entriesOf(md: MarkdownIt, page: Page): Entry[] {
  const env = { page: { inputPath: page.source } }
  const tokens = md.parse(readFileSync(join(root, page.source), 'utf8'), env)
  const headings = headingsOf(tokens)
  const entries: Entry[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const { level, id, text } = headings.shift()!
      entries.push([
        level === 1 ? page.path : `${page.path}#${id}`,
        page.label,
        level === 1 ? page.label : text,
        '',
      ])
    }
    const isText =
      (token.type === 'fence' && token.info !== 'mermaid') ||
      (token.type === 'inline' && tokens[index - 1]!.type !== 'heading_open')
    const last = entries.at(-1)
    if (isText && last) last[3] += `${textOf(token)} `
  }
  return entries
}

function textOf({ type, content, children }: ReturnType<MarkdownIt['parse']>[number]): string {
  if (type === 'fence') return content
  return (children ?? []).map(({ type, content }) => (type.endsWith('break') ? ' ' : content)).join('')
}
