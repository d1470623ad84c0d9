// npm run faults -- [rounds] [part of a fault's name]: breaks parts of the product under load and prints the outcome.
import { main } from './lib/fail.mjs'
import { installPackages } from './lib/packages.mjs'
import { installPrograms } from './lib/programs.mjs'
import { runStages } from './lib/stages.mjs'

await main(async () => {
  installPrograms(['ffmpeg', 'swift'])
  const node = await installPackages({ dev: true })
  return runStages([
    { name: 'faults', program: node, args: ['acceptance/faults/run.ts', ...process.argv.slice(2)] },
  ])
})
