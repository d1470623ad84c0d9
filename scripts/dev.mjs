// npm run dev: like npm start, but restarts after every change of a source file.
import { handOver } from '../server/bin/hand-over.mjs'
import { main } from './lib/fail.mjs'
import { installPackages } from './lib/packages.mjs'
import { root } from './lib/paths.mjs'
import { installPrograms } from './lib/programs.mjs'

await main(async () => {
  installPrograms(['ffmpeg'])
  const node = await installPackages({ dev: true })
  const args = ['--watch', '--watch-preserve-output', 'server/src/main.ts', 'start', ...process.argv.slice(2)]
  return handOver(node, args, { cwd: root, apart: true })
})
