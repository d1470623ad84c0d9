import assert from 'node:assert/strict'
import { type Block, blocksOf, runnable } from '../../guide/src/blocks.ts'

/**
 * The programs of a page, or of what stands right below one of its headings, for a test that runs them all, in their order. A file of tests
 * fails whose tests have left one. Give page and heading as they are written here, as literals: a test of the guide looks for them.
 */
export function commandsOf(source: string, heading?: string): Commands {
  const blocks = blocksOf(source).filter(
    ({ language, not_run, headings }) =>
      runnable.includes(language) && !not_run && (heading === undefined || headings.at(-1) === heading),
  )
  assert.notEqual(blocks.length, 0, `${source} has nothing to run${heading ? ` below “${heading}”` : ''}.`)
  left.push(blocks)
  return {
    next(language) {
      const block = blocks.shift()
      assert.ok(block, `${source} has no further program.`)
      assert.equal(block.language, language, `${source}:${block.line}`)
      return block.code
    },
    all(language) {
      const taken = blocks.filter((block) => block.language === language)
      blocks.splice(0, Infinity, ...blocks.filter((block) => block.language !== language))
      return taken.map(({ code }) => code)
    },
  }
}

export interface Commands {
  /** The next program, which must be in this language. */
  next(language: string): string
  /** All programs in this language that are left. */
  all(language: string): string[]
}

const left: Block[][] = []

process.on('exit', () => {
  for (const { source, line } of left.flat()) {
    console.error(`No test has run the program at ${source}:${line}.`)
    process.exitCode ||= 1
  }
})
