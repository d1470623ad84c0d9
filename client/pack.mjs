// node client/pack.mjs [folder]: makes the npm package, ES modules with their types, and prints the path of the file. The
// repository itself needs none of this: it runs the TypeScript.
import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const here = import.meta.dirname
const root = join(here, '..')
const dist = join(here, 'dist')

rmSync(dist, { recursive: true, force: true })
execFileSync(join(root, 'node_modules', '.bin', 'tsc'), ['-p', join(here, 'tsconfig.build.json')], {
  stdio: ['ignore', 2, 2],
})
// The compiler turns `./watch.ts` into `./watch.js` in what runs, and leaves it in the declarations.
for (const name of globSync('*.d.ts', { cwd: dist })) {
  const file = join(dist, name)
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
}

const source = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
const published = {
  name: source.name,
  version: source.version,
  description: source.description,
  license: source.license,
  type: 'module',
  sideEffects: false,
  types: './client.d.ts',
  main: './client.js',
  exports: { '.': { types: './client.d.ts', default: './client.js' } },
  engines: source.engines,
  dependencies: source.dependencies,
}
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
copyFileSync(join(here, 'README.md'), join(dist, 'README.md'))
copyFileSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))

const folder = resolve(process.argv[2] ?? '.')
mkdirSync(folder, { recursive: true })
const [packed] = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: dist,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
  }),
)
console.log(join(folder, packed.filename))
