// npm run guide: builds the guide into guide/dist. npm run guide -- --serve: shows it while its pages are written.
import { join } from 'node:path'
import { handOver } from '../server/bin/hand-over.mjs'
import { main } from './lib/fail.mjs'
import { buildGuide } from './lib/guide.mjs'
import { installPackages } from './lib/packages.mjs'
import { root } from './lib/paths.mjs'

await main(async () => {
  const node = await installPackages({ dev: false })
  const options = process.argv.slice(2)
  if (options.length === 0) {
    await buildGuide(node)
    console.log('The guide is in guide/dist.')
    return 0
  }
  const eleventy = join(root, 'node_modules/@11ty/eleventy/cmd.cjs')
  const args = [eleventy, '--config=guide/eleventy.config.ts', ...options]
  return handOver(node, args, { cwd: root, env: process.env })
})
