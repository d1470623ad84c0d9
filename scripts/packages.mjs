// npm run packages -- [one-server|image]: installs the product as an operator would, in empty Debians, and builds the image by its steps.
// Needs root, debootstrap and systemd-nspawn, and ports 80, 443, 8080, 9090 and 9640 to 9642.
import { Hint, main } from './lib/fail.mjs'
import { installPackages } from './lib/packages.mjs'
import { installPrograms } from './lib/programs.mjs'
import { runStages } from './lib/stages.mjs'

await main(async () => {
  if (process.getuid?.() !== 0)
    throw new Hint('npm run packages boots machines and mounts folders: run it as root.')
  installPrograms(['ffmpeg', 'postgresql', 'swift', 'debootstrap', 'systemd-nspawn'])
  const node = await installPackages({ dev: true })
  const chosen = process.argv.slice(2)
  const tests = chosen.length > 0 ? chosen : ['one-server', 'image']
  const options = ['--test', '--test-reporter=spec', '--test-timeout=1800000', '--test-force-exit']
  return runStages(
    tests.map((name) => ({
      name,
      program: node,
      args: [...options, `acceptance/packages/${name}.test.ts`],
    })),
    { goOn: true },
  )
})
