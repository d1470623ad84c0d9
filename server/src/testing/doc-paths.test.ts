import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../../..')
const excluded = (name: string) => ['node_modules', '.git'].includes(name)
const files = globSync(['*', '*/**'], { cwd: root, exclude: (path) => path.split('/').some(excluded) })
const folders = new Set(files.map((file) => dirname(file)))
/** A path with one of these as its first folder is meant to be in the repository. */
const ownFolders = new Set([
  ...[...folders].filter((folder) => !folder.includes('/')),
  ...globSync(['server/src/*/', 'server/src/*/*/'], { cwd: root }).map((path) => path.split('/').at(-1)!),
])

const pages = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'AGENTS.md',
  'README.md',
  ...globSync('docs/**/*.md', { cwd: root }),
]

/** The words in backticks, outside of code blocks, that look like a file or folder of the repository. */
function pathsIn(page: string): string[] {
  const text = page.replaceAll(/^ *```.*?^ *```/gms, '')
  const words = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code]) => code!.split(' '))
  return words.filter((word) => {
    if (!/^(?!\.)[\w.@*<>-]+(\/[\w.@*<>-]+)*\/?$/.test(word)) return false
    const [first] = word.split('/')
    return /[\w>*]\.(ts|mjs|sql|md)$/.test(word) || (word.includes('/') && ownFolders.has(first!))
  })
}

/** Whether the end of some path in the repository matches; `<name>`, `NNNN` and `*` stand for any part of a name. */
function exists(path: string): boolean {
  const pattern = path
    .replace(/\/$/, '')
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/<[\w-]+>|\*|NNNN/g, '[^/]*')
  const matcher = new RegExp(`(^|/)${pattern}$`)
  return [...folders, ...(path.endsWith('/') ? [] : files)].some((candidate) => matcher.test(candidate))
}

/** The paths of a tree that is drawn by indentation: two spaces per level, a name, two spaces, an explanation. */
function treePaths(block: string): string[] {
  const parents: string[] = []
  return block.split('\n').flatMap((line) => {
    const [, indent, name] = /^((?: {2})*)([\w.-]+\/?)(?: {2,}|$)/.exec(line) ?? []
    if (indent === undefined || name === undefined) return []
    parents.splice(indent.length / 2, Infinity, name)
    return parents.join('').replace(/\/$/, '')
  })
}

test('every file that the docs name in backticks exists', () => {
  const missing = pages.flatMap((page) =>
    pathsIn(readFileSync(join(root, page), 'utf8'))
      .filter((path) => !exists(path))
      .map((path) => `${page}: ${path}`),
  )
  assert.deepEqual(missing, [])
})

test('every file that the docs link to exists', () => {
  const missing = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target]) => target!)
      .filter((target) => !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  )
  assert.deepEqual(missing, [])
})

test('every file in the tree of ARCHITECTURE.md exists', () => {
  const [, block] =
    /^```text\n(server\/\n.*?)^```/ms.exec(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')) ?? []
  const paths = treePaths(block ?? '')
  assert.ok(paths.length > 40, 'the tree was not found')
  assert.deepEqual(
    paths.filter((path) => !existsSync(join(root, path))),
    [],
  )
})
