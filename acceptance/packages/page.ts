import assert from 'node:assert/strict'
import { blocksOf } from '../../guide/src/blocks.ts'

/** The blocks of commands of a page of the docs that are to be run, by the heading above them, in their order. */
export function commandsOf(page: string): Map<string, string[]> {
  const blocks = blocksOf(page).filter(({ language, not_run }) => language === 'sh' && !not_run)
  const byHeading = Map.groupBy(blocks, ({ headings }) => headings.at(-1)!)
  return new Map([...byHeading].map(([heading, found]) => [heading, found.map(({ code }) => code)]))
}

/** A block of commands with what is only an example in it replaced by what is there; each example has to be in it. */
export function fillIn(block: string, examples: Record<string, string>): string {
  let filled = block
  for (const [example, real] of Object.entries(examples)) {
    assert.ok(filled.includes(example), `${example} is not in:\n${block}`)
    filled = filled.replaceAll(example, real)
  }
  return filled
}
