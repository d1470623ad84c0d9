import { join } from 'node:path'
import { handOver } from '../../server/bin/hand-over.mjs'
import { Hint } from './fail.mjs'
import { changedAt, filesOf } from './files.mjs'
import { root } from './paths.mjs'

/**
 * Builds the pages of the studio into web/dist, unless they are there and newer than everything they are made from.
 *
 * @param {string} node
 */
export async function buildStudio(node) {
  const web = join(root, 'web')
  const sources = [
    join(root, 'package-lock.json'),
    join(web, 'index.html'),
    join(web, 'vite.config.ts'),
    ...filesOf(join(web, 'src')),
    ...filesOf(join(root, 'client/src')),
  ]
  if (Math.max(...sources.map(changedAt)) < changedAt(join(web, 'dist/index.html'))) return
  console.log('Building the studio ...')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const code = await handOver(node, [vite, 'build', '--logLevel', 'warn'], { cwd: web, env: process.env })
  if (code !== 0) throw new Hint('The studio could not be built; the reason is above.')
}
