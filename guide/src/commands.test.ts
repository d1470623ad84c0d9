import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Block, blocksOf, runnable } from './blocks.ts'
import { findPages, root } from './pages.ts'

const blocks = findPages().flatMap(({ source }) => blocksOf(source))
const place = ({ source, line, language }: Block): string =>
  `${source}:${line} (${language || 'no language'})`

interface Claim {
  test: string
  source: string
  heading: string | undefined
}

/** Which programs of which pages the acceptance tests take: `commandsOf('docs/page.md', 'Heading')`. */
const claims: Claim[] = globSync('acceptance/**/*.test.ts', { cwd: root }).flatMap((test) =>
  [
    ...readFileSync(join(root, test), 'utf8').matchAll(
      /\bcommandsOf\(\s*'([^']+)'(?:,\s*(?:'([^']+)'|"([^"]+)"))?,?\s*\)/g,
    ),
  ].map(([, source, single, double]) => ({ test, source: source!, heading: single ?? double })),
)

const isTakenBy = (block: Block, { source, heading }: Claim): boolean =>
  block.source === source && (heading === undefined || block.headings.at(-1) === heading)

test('every program in the docs is run by a test, or the page says below it why not', () => {
  const programs = blocks.filter(({ language }) => runnable.includes(language))
  assert.ok(programs.length > 50, 'no programs were found')
  const forgotten = programs.filter(
    (block) => !block.not_run && !claims.some((claim) => isTakenBy(block, claim)),
  )
  assert.deepEqual(forgotten.map(place), [])
})

test('each claim of a test finds something to run', () => {
  const idle = claims.filter(
    (claim) =>
      !blocks.some((block) => runnable.includes(block.language) && !block.not_run && isTakenBy(block, claim)),
  )
  assert.deepEqual(idle, [])
})

test('every block of code names its language, and only what is run or marked holds commands', () => {
  assert.deepEqual(blocks.filter(({ language }) => language === '').map(place), [])
  const command =
    /^\s*(\$ |sudo |(apt|apt-get|aws|brew|cd|chmod|clipwright(-server)?|curl|docker|export|find|git|helm|kubectl|mkdir|node|npm|npx|openssl|pg_dump|pip|pipx|psql|python3?|rm|systemctl|tar|uv) )/m
  const hidden = blocks.filter(({ language, code }) => !runnable.includes(language) && command.test(code))
  assert.deepEqual(hidden.map(place), [])
})
