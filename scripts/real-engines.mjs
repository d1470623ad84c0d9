// npm run real-engines -- --kind KIND --url URL ...: holds an adapter to a real inference server. docs/engines/testing.md
import { main } from './lib/fail.mjs'
import { installPackages } from './lib/packages.mjs'
import { installPrograms } from './lib/programs.mjs'
import { runStages } from './lib/stages.mjs'

await main(async () => {
  installPrograms(['ffmpeg'])
  const node = await installPackages({ dev: true })
  const args = ['--test-reporter=spec', 'server/src/testing/real-engines/run.ts', ...process.argv.slice(2)]
  return runStages([{ name: 'a real engine', program: node, args }])
})
