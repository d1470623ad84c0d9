// npm run fix: regenerates the generated files and formats all others.
import { join } from 'node:path'
import { main } from './lib/fail.mjs'
import { installPackages } from './lib/packages.mjs'
import { root } from './lib/paths.mjs'
import { pythonFixes } from './lib/python-package.mjs'
import { runStages } from './lib/stages.mjs'

await main(async () => {
  const node = await installPackages({ dev: true })
  const bin = join(root, 'node_modules', '.bin')
  return runStages([
    { name: 'generated files', program: node, args: ['server/src/commands/generate.ts'] },
    { name: 'client', program: node, args: ['client/generate.mjs'] },
    ...pythonFixes(),
    { name: 'format', program: join(bin, 'oxfmt'), args: ['.'], env: { PATH: `${bin}:${process.env.PATH}` } },
  ])
})
