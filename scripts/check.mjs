// npm run check: runs all checks that do not run the product. Continues after a failure.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { main } from './lib/fail.mjs'
import { installPackages } from './lib/packages.mjs'
import { root } from './lib/paths.mjs'
import { pythonChecks } from './lib/python-package.mjs'
import { runStages } from './lib/stages.mjs'
import { workspaces } from './lib/workspaces.mjs'

await main(async () => {
  const node = await installPackages({ dev: true })
  const bin = join(root, 'node_modules', '.bin')
  // The tools run the first `node` on the PATH, which must be Node 24.
  const env = { PATH: `${bin}:${process.env.PATH}` }
  const typed = [...workspaces(), 'scripts'].filter((folder) =>
    existsSync(join(root, folder, 'tsconfig.json')),
  )
  return runStages(
    [
      { name: 'format', program: join(bin, 'oxfmt'), args: ['--check', '.'], env },
      { name: 'lint', program: join(bin, 'oxlint'), args: ['--type-aware'], env },
      ...typed.map((folder) => ({
        name: `types of ${folder}`,
        program: join(bin, 'tsc'),
        args: ['-p', folder],
        env,
      })),
      {
        name: 'floors, paths in docs, their programs and pages, and versions',
        program: node,
        args: [
          '--test',
          'server/src/floors.test.ts',
          'server/src/testing/doc-paths.test.ts',
          'guide/src/commands.test.ts',
          'guide/src/pages.test.ts',
          'server/src/testing/versions.test.ts',
        ],
      },
      {
        name: 'generated files are up to date',
        program: node,
        args: ['server/src/commands/generate.ts', '--check'],
      },
      { name: 'client is up to date', program: node, args: ['client/generate.mjs', '--check'] },
      ...pythonChecks(),
    ],
    { goOn: true },
  )
})
