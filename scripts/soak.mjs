// npm run soak -- [--minutes 30] [--rate 20]: one server under a mixed load for a long time, and what grows meanwhile.
import { main } from './lib/fail.mjs'
import { installPackages } from './lib/packages.mjs'
import { installPrograms } from './lib/programs.mjs'
import { runStages } from './lib/stages.mjs'

await main(async () => {
  installPrograms(['ffmpeg'])
  const node = await installPackages({ dev: true })
  return runStages([{ name: 'soak', program: node, args: ['bench/soak/soak.ts', ...process.argv.slice(2)] }])
})
