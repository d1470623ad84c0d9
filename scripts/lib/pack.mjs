import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from './paths.mjs'

/**
 * What every package of ours says of itself, from the `package.json` of its folder. @throws Error when the changelog has no
 * entry for its version: nobody could tell what a package is then.
 *
 * @param {string} folder
 */
export function describePackage(folder) {
  const { name, version, description, keywords, license, engines } = readJson(join(folder, 'package.json'))
  if (version !== readJson(join(root, 'package.json')).version)
    throw new Error(`${name} has another version than the repository.`)
  requireEntry(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'), name, version)
  return {
    name,
    version,
    description,
    keywords,
    license,
    author: 'The Clipwright authors',
    type: 'module',
    engines,
    // A name with a scope is private without it.
    publishConfig: { access: 'public' },
  }
}

/**
 * Packs what lies in `dist`, with the words that belong to it, and returns the path of the file: `into` a folder, or where the
 * person stands who asked npm for it.
 *
 * @param {{ folder: string, dist: string, packageJson: object, into?: string | undefined }} options
 */
export function pack({ folder, dist, packageJson, into }) {
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(packageJson, null, 2)}\n`)
  for (const name of ['README.md', 'CHANGELOG.md']) copyFileSync(join(folder, name), join(dist, name))
  copyFileSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))
  const target = resolve(into ?? process.env.INIT_CWD ?? '.')
  mkdirSync(target, { recursive: true })
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', target], {
      cwd: dist,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 2],
    }),
  )
  return join(target, packed.filename)
}

/** @param {string} path */
export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/**
 * @param {string} changelog
 * @param {string} name
 * @param {string} version
 */
function requireEntry(changelog, name, version) {
  const [, ...entries] = changelog.split(/^## /m)
  const entry = entries.find((text) => text.startsWith(`[${version}] - `))
  if (!entry || !/^- \S/m.test(entry))
    throw new Error(`CHANGELOG.md of ${name} has no entry for ${version}: ## [${version}] - YYYY-MM-DD`)
}
