// npm run shots: pictures of every page of the studio, in both themes and languages, on desktop and phone, full and empty; in shots/.
import { main } from './lib/fail.mjs'
import { installPackages } from './lib/packages.mjs'
import { installPrograms } from './lib/programs.mjs'
import { runStages } from './lib/stages.mjs'
import { buildStudio } from './lib/studio.mjs'

await main(async () => {
  installPrograms(['ffmpeg', 'chromium', 'cjk-fonts'])
  const node = await installPackages({ dev: true })
  await buildStudio(node)
  return runStages([
    { name: 'shots', program: node, args: ['acceptance/shots.ts', ...process.argv.slice(2)] },
  ])
})
