import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { test } from 'node:test'

const src = import.meta.dirname
/** From the ground up. */
const floors = ['locales', 'lib', 'ui', 'features', 'pages', 'app']
const floorOf = (path: string): number => floors.indexOf(path.split('/')[0]!)
const featureOf = (path: string): string | undefined => /^features\/([^/]+)/.exec(path)?.[1]

const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) => !file.endsWith('.test.ts'))
const imports = files.flatMap((file) =>
  [...readFileSync(join(src, file), 'utf8').matchAll(/(?:from|import) ?\(?'(\.[^']+\.tsx?)'/g)].map(
    ([, path]) => ({
      file,
      target: join(dirname(file), path!),
    }),
  ),
)

test('imports go down: pages compose features, features are made of parts, and none knows another', () => {
  assert.notEqual(imports.length, 0)
  const wrong = imports.filter(
    ({ file, target }) =>
      floorOf(file) === -1 ||
      floorOf(target) === -1 ||
      floorOf(target) > floorOf(file) ||
      (featureOf(target) !== featureOf(file) &&
        featureOf(target) !== undefined &&
        featureOf(file) !== undefined),
  )
  assert.deepEqual(wrong, [])
})

test('every language has every word', async () => {
  const { en } = await import('./locales/en/en.ts')
  const { admin } = await import('./locales/en/admin.ts')
  const { zhCN } = await import('./locales/zh-CN/zh-cn.ts')
  const { admin: zhAdmin } = await import('./locales/zh-CN/admin.ts')
  const keysOf = (words: object, at = ''): string[] =>
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string' ? [`${at}${key}`] : keysOf(value as object, `${at}${key}.`),
    )
  const english = { ...en, admin }
  assert.deepEqual(keysOf({ ...zhCN, admin: zhAdmin }).toSorted(), keysOf(english).toSorted())
  const used = new Set(
    files.flatMap((file) =>
      [...readFileSync(join(src, file), 'utf8').matchAll(/\bt\('([\w.]+)'/g)].map(([, key]) => key!),
    ),
  )
  const known = new Set(keysOf(english).map((key) => key.replace(/_(one|other)$/, '')))
  assert.deepEqual(
    [...used].filter((key) => !known.has(key)),
    [],
  )
})

/** Code for people to copy, which names the whole address. */
const shown = ['features/player/code.ts', 'features/developers/snippets.ts']

test('only lib/api knows where the service is: it may lie under a path', () => {
  const wrong = files
    .filter((file) => !['lib/api.ts', ...shown].includes(file))
    .flatMap((file) =>
      [...readFileSync(join(src, file), 'utf8').matchAll(/(.{0,30})["'`]\/(api|docs|files|guide)\//gs)]
        .filter(([, before]) => !/\bapi\.[A-Z]+\(\s*$/.test(before!))
        .map(([text]) => ({ file, text })),
    )
  assert.deepEqual(wrong, [])
})

test('a path that the API names is turned into an address before a browser sees it', () => {
  const wrong = files.flatMap((file) =>
    [
      ...readFileSync(join(src, file), 'utf8').matchAll(
        /\b(?:src|href|poster|icon)(?:=\{|: )([^,}\n]*_url\b[^,}\n]*)/g,
      ),
    ]
      .filter(([, value]) => !value!.includes('urlOf(') && !/\b(base|docs|guide)_url\b/.test(value!))
      .map(([text]) => ({ file, text })),
  )
  assert.deepEqual(wrong, [])
})
