import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { dirname, normalize } from 'node:path/posix'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import ini from 'highlight.js/lib/languages/ini'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import nginx from 'highlight.js/lib/languages/nginx'
import python from 'highlight.js/lib/languages/python'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import yaml from 'highlight.js/lib/languages/yaml'
import MarkdownIt from 'markdown-it'
import { notRun } from './blocks.ts'
import { type Page, pageAt, root, wayTo } from './pages.ts'

type Token = ReturnType<MarkdownIt['parse']>[number]

const languages = { bash, ini, javascript, json, nginx, python, sql, typescript, yaml }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)

export interface Heading {
  level: number
  id: string
  text: string
}

/** Where links of a page lead: to other pages and files of the site. */
export interface Links {
  pages: readonly Page[]
  /** Files of docs/ that the site takes as they are. */
  files: readonly string[]
}

/** Markdown as GitHub reads it, for the pages of the site. `env.page` says which one is read. */
export function createMarkdown(links: Links): MarkdownIt {
  const md = new MarkdownIt({ html: true, linkify: false, highlight })
  md.core.ruler.push('guide', ({ tokens, env }) => {
    const { page: at } = env as { page: { inputPath: string } }
    const page = pageAt(at.inputPath, links.pages)
    nameHeadings(tokens)
    for (const token of tokens) {
      if (token.type === 'inline') for (const child of token.children ?? []) leadOn(child, page, links)
      // The site's policy allows no styles in elements.
      const align = /text-align:(\w+)/.exec(token.attrGet('style') ?? '')?.[1]
      if (align !== undefined) {
        token.attrs = token.attrs!.filter(([name]) => name !== 'style')
        token.attrJoin('class', align)
      }
    }
    markNotRun(tokens)
  })
  const fence = md.renderer.rules.fence!
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const language = tokens[index]!.info.trim()
    if (language === 'mermaid') return '' // a picture on GitHub alone
    const code = fence(tokens, index, options, env, self).replace('<pre>', '<pre tabindex="0">')
    const block = `<div class="block" data-language="${language}">${code}</div>\n`
    return openTabs(tokens, index) + block + closeTabs(tokens, index)
  }
  md.renderer.rules['table_open'] = () => '<div class="table" tabindex="0"><table>\n'
  md.renderer.rules['table_close'] = () => '</table></div>\n'
  md.renderer.rules['heading_close'] = (tokens, index) => {
    const { tag } = tokens[index]!
    const id = tokens[index - 2]!.attrGet('id')
    return tag === 'h1'
      ? '</h1>\n'
      : `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a></${tag}>\n`
  }
  return md
}

function highlight(code: string, language: string): string {
  return hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : ''
}

/** Headings, with the ids that GitHub gives them. */
export function headingsOf(tokens: readonly Token[]): Heading[] {
  const seen = new Map<string, number>()
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return []
    const text = (tokens[index + 1]!.children ?? [])
      .filter(({ type }) => type === 'text' || type === 'code_inline')
      .map(({ content }) => content)
      .join('')
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    const times = seen.get(slug) ?? 0
    seen.set(slug, times + 1)
    return { level: Number(token.tag[1]), id: times === 0 ? slug : `${slug}-${times}`, text }
  })
}

function nameHeadings(tokens: readonly Token[]): void {
  const headings = headingsOf(tokens)
  for (const token of tokens.filter(({ type }) => type === 'heading_open')) {
    const { id } = headings.shift()!
    token.attrSet('id', id)
  }
}

/** Turns a link to a file of the repository into one of the site; what the site does not have is only named. */
function leadOn(token: Token, page: Page, { pages, files }: Links): void {
  const attribute = token.type === 'image' ? 'src' : 'href'
  const href = token.attrGet(attribute)
  if (href === null || token.type === 'link_close' || /^([a-z]+:|#)/.test(href)) return
  const [path, anchor] = href.split('#') as [string, string?]
  const target = normalize(join(dirname(page.source), path))
  const to =
    pages.find(({ source }) => source === target || source === join(target, 'README.md'))?.path ??
    files.find((file) => file === target)?.replace(/^docs\//, '')
  if (to !== undefined)
    token.attrSet(attribute, wayTo(page.path, to) + (anchor === undefined ? '' : `#${anchor}`))
  else if (existsSync(join(root, target)) && !statSync(join(root, target)).isDirectory()) {
    token.attrs = [
      ['class', 'source'],
      ['title', `${target} in the source`],
    ]
  } else throw new Error(`${page.source} links to ${href}, which is not there.`)
}

/** The line that says why no test runs the block above it. */
function markNotRun(tokens: readonly Token[]): void {
  for (const [index, token] of tokens.entries())
    if (token.type === 'inline' && notRun.test(token.content)) tokens[index - 1]!.attrJoin('class', 'not-run')
}

const isProgram = (token: Token | undefined): boolean =>
  token?.type === 'fence' && ['sh', 'ts', 'python', 'js'].includes(token.info.trim())

/** Whether two blocks say the same in two languages: they follow each other without a word between them. */
const belong = (one: Token | undefined, other: Token | undefined): boolean =>
  isProgram(one) && isProgram(other) && one!.info !== other!.info && one!.level === other!.level

function openTabs(tokens: readonly Token[], index: number): string {
  if (belong(tokens[index - 1], tokens[index]) || !belong(tokens[index], tokens[index + 1])) return ''
  return '<div class="tabs">\n'
}

function closeTabs(tokens: readonly Token[], index: number): string {
  if (!belong(tokens[index - 1], tokens[index]) || belong(tokens[index], tokens[index + 1])) return ''
  return '</div>\n'
}
