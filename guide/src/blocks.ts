import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it'
import { root } from './pages.ts'

/** Languages of blocks that a reader runs. */
export const runnable: readonly string[] = ['sh', 'bash', 'js', 'ts', 'python', 'sql']

/** The sentence below a block that no test runs, with the reason. */
export const notRun = /^\*Not run by our tests: [^*]{8,}\*$/

export interface Block {
  /** From the root of the repository. */
  source: string
  line: number
  language: string
  code: string
  /** The headings that it stands below, the nearest last. */
  headings: string[]
  /** Whether the page says below it why no test runs it. */
  not_run: boolean
}

const md = new MarkdownIt({ html: true })

/** All blocks of code of a page, in their order. */
export function blocksOf(source: string): Block[] {
  const tokens = md.parse(readFileSync(join(root, source), 'utf8'), {})
  const headings: string[] = []
  return tokens.flatMap((token, index) => {
    if (token.type === 'heading_open')
      headings.splice(Number(token.tag[1]) - 1, Infinity, tokens[index + 1]!.content)
    if (token.type !== 'fence' && token.type !== 'code_block') return []
    const next = tokens[index + 1]?.type === 'paragraph_open' ? tokens[index + 2]!.content : ''
    return {
      source,
      line: token.map![0] + 1,
      language: token.info.trim(),
      code: token.content,
      headings: [...headings],
      not_run: notRun.test(next.replaceAll('\n', ' ')),
    }
  })
}
