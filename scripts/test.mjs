// npm test: installs what is missing and runs every check, the quick ones first. Stops at the first stage that fails.
import { main } from './lib/fail.mjs'
import { installPackages } from './lib/packages.mjs'
import { installPrograms, postgresBinDir } from './lib/programs.mjs'
import { runStages } from './lib/stages.mjs'

await main(async () => {
  // PostgreSQL of the system as well: an operator's own server has another version than the one from npm.
  installPrograms(['ffmpeg', 'postgresql', 'chromium'])
  const node = await installPackages({ dev: true })
  const test = ['--test', '--test-reporter=spec']
  const setup = '--test-global-setup=server/src/testing/global-setup.ts'
  const beside = ['server/src/**/*.test.ts', 'client/**/*.test.ts', 'cli/**/*.test.ts']
  const slices = ['accounts', 'wallet', 'events', 'tasks', 'platform/http'].map(
    (folder) => `server/src/${folder}/*.test.ts`,
  )
  return runStages([
    { name: 'check', program: node, args: ['scripts/check.mjs'] },
    { name: 'unit and slice tests', program: node, args: [...test, setup, ...beside] },
    { name: 'every error is seen', program: node, args: ['server/src/testing/error-coverage.ts'] },
    {
      name: 'slice tests on the PostgreSQL of the system',
      program: node,
      args: [...test, setup, ...slices],
      env: { TEST_POSTGRES_BIN: postgresBinDir() },
    },
    { name: 'acceptance', program: node, args: [...test, '--test-concurrency=1', 'acceptance/**/*.test.ts'] },
  ])
})
