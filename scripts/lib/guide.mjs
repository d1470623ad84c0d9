import { dirname, join } from 'node:path'
import { handOver } from '../../server/bin/hand-over.mjs'
import { Hint } from './fail.mjs'
import { changedAt, filesOf } from './files.mjs'
import { root } from './paths.mjs'

/**
 * Builds the guide from docs/ into guide/dist, unless it is there and newer than everything it is made from.
 *
 * @param {string} node
 */
export async function buildGuide(node) {
  const guide = join(root, 'guide')
  const read = [
    'package-lock.json',
    'package.json',
    'ARCHITECTURE.md',
    'client/README.md',
    'python/README.md',
    'web/src/styles.css',
    'server/src/pages/site-files.ts',
    'guide/eleventy.config.ts',
  ]
  const pages = filesOf(join(root, 'docs'))
  const sources = [
    ...read.map((file) => join(root, file)),
    ...filesOf(join(guide, 'src')),
    ...pages,
    ...pages.map(dirname), // a page that was removed
  ]
  if (Math.max(...sources.map(changedAt)) < changedAt(join(guide, 'dist/index.html.br'))) return
  console.log('Building the guide ...')
  const eleventy = join(root, 'node_modules/@11ty/eleventy/cmd.cjs')
  const args = [eleventy, '--config=guide/eleventy.config.ts', '--quiet']
  const code = await handOver(node, args, { cwd: root, env: process.env })
  if (code !== 0) throw new Hint('The guide could not be built; the reason is above.')
}
