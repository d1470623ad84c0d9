// npm test: installs what is missing, then runs all checks and tests, quick ones first. Stops after the first stage that fails.
// npm test -- PART ...: only the tests of these folders or files, such as `tasks`, `tasks/queue`, `wallet/ledger` or `cli`.
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Hint, main } from './lib/fail.mjs'
import { buildGuide } from './lib/guide.mjs'
import { installPackages } from './lib/packages.mjs'
import { root } from './lib/paths.mjs'
import { packageChecks } from './lib/package-checks.mjs'
import { pythonTests } from './lib/python-package.mjs'
import { buildStudio } from './lib/studio.mjs'
import { installPrograms, postgresBinDir } from './lib/programs.mjs'
import { runStages } from './lib/stages.mjs'

/** What another version of PostgreSQL could do otherwise: locks and races, triggers, plans, and every statement that writes. */
const onOtherPostgres = [
  'platform/db/database',
  'platform/db/migrate',
  'platform/schedules',
  'wallet/ledger',
  'wallet/model',
  'wallet/spend-cap',
  'tasks/task-events',
  'tasks/tasks',
  'tasks/queue',
  'tasks/fleet/slots',
  'tasks/run/races',
  'tasks/run/cancel',
  'tasks/submit/idempotent-submit',
  'events/events',
  'events/forget-events',
  'webhooks/workers',
  'webhooks/deliveries',
  'accounts/credentials/sessions',
  'idempotency',
  'outbox',
  'account-data',
  'testing/every-route/every-write',
  'testing/every-route/every-query',
]

/**
 * The tests of a folder, or the one file: of server/src, or of the repository.
 *
 * @param {string} part
 * @returns {string[]}
 */
function testsOf(part) {
  for (const path of [`server/src/${part}`, part]) {
    if (existsSync(join(root, `${path}.test.ts`))) return [`${path}.test.ts`]
    if (!existsSync(join(root, path))) continue
    // What lies deeper in acceptance takes an hour: `npm run faults`.
    const names = readdirSync(join(root, path), { encoding: 'utf8', recursive: part !== 'acceptance' })
    const tests = names.filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    if (tests.length > 0) return tests.toSorted().map((name) => `${path}/${name}`)
  }
  throw new Hint(
    `There are no tests of ${part}. Name a folder of server/src, or preview, client, python, packages, cli, web, guide or acceptance.`,
  )
}

await main(async () => {
  // PostgreSQL of the system as well: an operator's own server has another version than the one from npm.
  // A browser, for what only a browser can show: what pages of others may do, and what happens while one watches.
  installPrograms(['ffmpeg', 'postgresql', 'pgbouncer', 'caddy', 'prometheus', 'swift', 'chromium'])
  const node = await installPackages({ dev: true })
  await buildStudio(node)
  await buildGuide(node)
  // A test that waits for ever fails, and its file ends with what it left open: no run hangs.
  const test = ['--test', '--test-reporter=spec', '--test-timeout=600000', '--test-force-exit']
  // One more than there are cores: much of a test is waiting, for PostgreSQL or for a limit of time to pass.
  const atOnce = `--test-concurrency=${availableParallelism() + 1}`
  const setup = '--test-global-setup=server/src/testing/global-setup.ts'
  // Each test file is a process that loads the server, and half of that is reading TypeScript.
  process.env['NODE_COMPILE_CACHE'] = join(root, 'node_modules/.cache/node-compile')

  const parts = process.argv.slice(2)
  if (parts.length > 0) {
    const others = parts.filter((part) => !['python', 'packages'].includes(part))
    const args = [...test, atOnce, setup, ...others.flatMap(testsOf)]
    return runStages([
      ...(parts.includes('python') ? [pythonTests()] : []),
      ...(parts.includes('packages') ? [packageChecks(node, test)] : []),
      ...(others.length > 0 ? [{ name: `tests of ${others.join(', ')}`, program: node, args }] : []),
    ])
  }
  return runStages([
    { name: 'check', program: node, args: ['scripts/check.mjs'] },
    {
      name: 'unit and slice tests',
      program: node,
      args: [
        ...test,
        atOnce,
        setup,
        ...['server/src', 'preview', 'client', 'cli', 'web', 'guide'].flatMap(testsOf),
      ],
    },
    pythonTests(),
    packageChecks(node, [...test, '--test-concurrency=2']),
    {
      name: 'every error is seen',
      program: node,
      args: ['server/src/testing/every-route/error-coverage.ts'],
    },
    {
      name: 'slice tests on the PostgreSQL of the system',
      program: node,
      args: [...test, atOnce, setup, ...onOtherPostgres.flatMap(testsOf)],
      env: { TEST_POSTGRES_BIN: postgresBinDir() },
    },
    { name: 'acceptance', program: node, args: [...test, '--test-concurrency=2', ...testsOf('acceptance')] },
  ])
})
