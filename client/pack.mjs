// node client/pack.mjs [folder]: makes the npm package, ES modules with their types, and prints the path of the file. The
// repository itself needs none of this: it runs the TypeScript.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describePackage, pack, readJson } from '../scripts/lib/pack.mjs'

const folder = import.meta.dirname
const dist = join(folder, 'dist')
const described = describePackage(folder)

rmSync(dist, { recursive: true, force: true })
execFileSync(join(folder, '..', 'node_modules', '.bin', 'tsc'), ['-p', join(folder, 'tsconfig.build.json')], {
  stdio: ['ignore', 2, 2],
})
// The compiler turns `./watch.ts` into `./watch.js` in what runs, and leaves it in the declarations.
for (const name of globSync('*.d.ts', { cwd: dist })) {
  const file = join(dist, name)
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
}

const packageJson = {
  ...described,
  sideEffects: false,
  types: './client.d.ts',
  main: './client.js',
  exports: {
    '.': { types: './client.d.ts', default: './client.js' },
    './package.json': './package.json',
  },
  files: ['*.js', '*.d.ts', 'CHANGELOG.md'],
  dependencies: readJson(join(folder, 'package.json')).dependencies,
}
console.log(pack({ folder, dist, packageJson, into: process.argv[2] }))
