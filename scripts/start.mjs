// npm start: installs what is missing, then runs everything in one process until Ctrl-C.
import { handOver, serverEnvironment } from '../server/bin/hand-over.mjs'
import { main } from './lib/fail.mjs'
import { buildGuide } from './lib/guide.mjs'
import { installPackages } from './lib/packages.mjs'
import { root } from './lib/paths.mjs'
import { buildStudio } from './lib/studio.mjs'
import { installPrograms } from './lib/programs.mjs'

await main(async () => {
  installPrograms(['ffmpeg'])
  const node = await installPackages({ dev: false })
  await buildStudio(node)
  await buildGuide(node)
  const args = ['server/src/main.ts', 'start', ...process.argv.slice(2)]
  return handOver(node, args, { cwd: root, env: serverEnvironment(), apart: true })
})
