import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Package {
  name: string
  version: string
  workspaces?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}
const packageOf = (folder: string) => JSON.parse(read(`${folder}/package.json`)) as Package
const { version, workspaces = [] } = packageOf('.')

test('server, client, command line and all other packages have one version, also where they name each other', () => {
  assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/)
  const packages = workspaces.map(packageOf)
  const ours = new Set(packages.map(({ name }) => name))
  for (const { name, dependencies, devDependencies, ...one } of packages) {
    assert.equal(one.version, version, name)
    for (const [other, wanted] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (ours.has(other)) assert.equal(wanted, version, `${other} in ${name}`)
    }
  }
  const { info } = JSON.parse(read('server/openapi.json')) as { info: { version: string } }
  assert.equal(info.version, version)
})

test('the version in the name of a packed file, wherever a page says it, is that of the packages', () => {
  const pages = ['README.md', ...globSync(['client/*.md', 'cli/*.md', 'docs/**/*.md'], { cwd: root })]
  const names = pages.flatMap((page) =>
    [...read(page).matchAll(/clipwright-(?:client|cli)-(\S+?)\.tgz/g)].map((match) => ({
      page,
      version: match[1],
    })),
  )
  assert.ok(names.length > 0)
  for (const { page, version: said } of names) assert.equal(said, version, page)
})
