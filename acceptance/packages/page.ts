import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The blocks of commands of a page of the docs that are marked `sh`, by the heading above them, in their order. Blocks without a mark
 * are not run.
 */
export function commandsOf(page: string): Map<string, string[]> {
  const text = readFileSync(join(import.meta.dirname, '../..', page), 'utf8')
  const found = new Map<string, string[]>()
  for (const section of text.split(/^## /m).slice(1)) {
    const heading = section.slice(0, section.indexOf('\n'))
    const blocks = [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block!)
    if (blocks.length > 0) found.set(heading, blocks)
  }
  return found
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
