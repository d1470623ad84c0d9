// node cli/pack.mjs [folder]: makes the npm package, in which the program and all that it needs are a few files of JavaScript, and
// prints the path of the file. The repository itself needs none of this: it runs the TypeScript.
import { chmodSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { describePackage, pack, readJson } from '../scripts/lib/pack.mjs'

const folder = import.meta.dirname
const dist = join(folder, 'dist')
const described = describePackage(folder)

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist, { recursive: true })
const bundle = await rolldown({
  input: { clipwright: join(folder, 'src', 'main.ts') },
  platform: 'node',
  // Node 22 does not know `await using`.
  transform: { target: 'node22.12' },
  onLog: (_level, { message }) => {
    throw new Error(message)
  },
})
const { output } = await bundle.write({
  dir: dist,
  format: 'esm',
  // What a command imports when it runs stays a file of its own, so that other commands do not read it.
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  postBanner: ({ isEntry }) => (isEntry ? '#!/usr/bin/env node\n' : ''),
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
})
await bundle.close()

chmodSync(join(dist, 'clipwright.js'), 0o755)
writeFileSync(join(dist, 'THIRD-PARTY.txt'), thirdParties(output))

const packageJson = {
  ...described,
  bin: { clipwright: './clipwright.js' },
  files: ['*.js', 'CHANGELOG.md', 'THIRD-PARTY.txt'],
}
console.log(pack({ folder, dist, packageJson, into: process.argv[2] }))

/**
 * The licences of all packages that have code in the bundle. @throws Error for one without.
 *
 * @param {readonly { moduleIds?: string[] }[]} chunks
 */
function thirdParties(chunks) {
  const inNodeModules = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//
  const ids = chunks.flatMap(({ moduleIds = [] }) => moduleIds)
  const packages = new Set(ids.flatMap((id) => inNodeModules.exec(id)?.[1] ?? []))
  // What the compiler puts in for newer syntax is code of its makers, whose licence comes with its types.
  if (ids.some((id) => id.startsWith('\0@oxc-project+runtime')))
    packages.add(join(folder, '..', 'node_modules', '@oxc-project', 'types'))
  const notices = [...packages].toSorted().map((path) => {
    const { name, version, license } = readJson(join(path, 'package.json'))
    const [file] = globSync('{LICENSE,LICENCE,license,licence}*', { cwd: path })
    if (!file) throw new Error(`${relative(folder, path)} has no licence.`)
    return `${name} ${version}, ${license}\n\n${readFileSync(join(path, file), 'utf8').trim()}\n`
  })
  const head = 'The files of this package contain code of others:\n'
  return [head, ...notices].join(`\n${'-'.repeat(80)}\n\n`)
}
