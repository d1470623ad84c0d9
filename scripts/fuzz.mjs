// npm run fuzz -- [times] [seed]: runs the property tests of npm test with so many times as many cases. A failure prints its seed,
// which reproduces it. Then calls the API by its document, with Python's schemathesis, and by a client that is generated from the
// document. Needs Python 3 with venv.
import { main } from './lib/fail.mjs'
import { installPackages } from './lib/packages.mjs'
import { runStages } from './lib/stages.mjs'

await main(async () => {
  const [times = '20', seed] = process.argv.slice(2)
  const node = await installPackages({ dev: true })
  const setup = '--test-global-setup=server/src/testing/global-setup.ts'
  const env = { FUZZ_TIMES: times, ...(seed && { FUZZ_SEED: seed }) }
  const properties = [
    'wallet/model',
    'wallet/spend-cap',
    'api-keys/api-keys',
    'accounts/sign-in/registration',
  ].map((name) => `server/src/${name}.test.ts`)
  const args = ['--test', '--test-reporter=spec', setup, ...properties]
  const api = ['scripts/fuzz/api.mjs', times, ...(seed ? [seed] : [])]
  return runStages(
    [
      { name: `${times} times`, program: node, args, env },
      { name: 'the API, as its document says', program: node, args: api },
    ],
    { goOn: true },
  )
})
