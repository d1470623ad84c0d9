// npm run fuzz -- [runs] [seed]: tries the properties of npm test for longer. A failure names its seed; with it, the same
// happens again.
import { main } from './lib/fail.mjs'
import { installPackages } from './lib/packages.mjs'
import { runStages } from './lib/stages.mjs'

await main(async () => {
  const [runs = '500', seed] = process.argv.slice(2)
  const node = await installPackages({ dev: true })
  const setup = '--test-global-setup=server/src/testing/global-setup.ts'
  const env = { FUZZ_RUNS: runs, ...(seed && { FUZZ_SEED: seed }) }
  const args = ['--test', '--test-reporter=spec', setup, 'server/src/**/model.test.ts']
  return runStages([{ name: `${runs} runs`, program: node, args, env }])
})
