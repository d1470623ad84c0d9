import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { test } from 'node:test'

// A folder may import from the floors below its own, never up and never sideways. The files in src/ itself put everything
// together. CONTRIBUTING.md says why.
const floors = [
  ['platform'],
  ['upscalers'],
  ['engines', 'storage', 'mail', 'llm'],
  ['audit', 'events', 'outbox', 'idempotency', 'keys', 'settings', 'uploads', 'provenance'],
  ['wallet', 'catalog'],
  ['invites'],
  ['accounts', 'api-keys', 'webhooks'],
  ['tasks', 'pages'],
  ['agent'],
  ['account-data'],
  ['admin'],
]
// What puts everything together may look everywhere.
const roof = ['config', 'inventory', 'commands']

const src = import.meta.dirname
const folderOf = (path: string): string => path.split('/')[0]!
const floorOf = (path: string): number => floors.findIndex((folders) => folders.includes(folderOf(path)))

const sources = globSync('*/**/*.ts', { cwd: src }).filter(
  (file) => !file.startsWith('testing/') && !file.endsWith('.test.ts') && !roof.includes(folderOf(file)),
)

function find(file: string, pattern: RegExp): string[] {
  return [...readFileSync(join(src, file), 'utf8').matchAll(pattern)].map((match) => match[1]!)
}

const imports = sources
  .flatMap((file) =>
    find(file, /(?:from|import) ?\(?'(\.[^']+)'/g).map((path) => ({
      file,
      target: join(dirname(file), path),
    })),
  )
  .filter(({ file, target }) => folderOf(file) !== folderOf(target))

test('every folder has its floor', () => {
  assert.deepEqual(new Set(sources.map(folderOf)), new Set(floors.flat()))
})

test('imports go down', () => {
  assert.notEqual(imports.length, 0) // or the pattern finds nothing, and all of this is idle
  const wrong = imports.filter(
    ({ file, target }) => floorOf(target) === -1 || floorOf(target) >= floorOf(file),
  )
  assert.deepEqual(wrong, [])
})

test('a slice is entered by the file that bears its name', () => {
  const front = (path: string): string => `${folderOf(path)}/${folderOf(path)}.ts`
  const wrong = imports.filter(({ target }) => folderOf(target) !== 'platform' && target !== front(target))
  assert.deepEqual(wrong, [])
})

test('a table is written only in the folder that declares it', () => {
  // A library's own table, which no code of ours reads.
  const owners = new Map([['rate_limits', 'platform']])
  for (const file of sources.filter((source) => source.endsWith('/tables.ts'))) {
    for (const table of find(file, /^ {2}(\w+): \{/gm)) owners.set(table, folderOf(file))
  }
  assert.ok(owners.size > 1)
  const writes = sources.flatMap((file) =>
    [
      ...find(file, /\b(?:insertInto|updateTable|deleteFrom)\('(\w+)'/g),
      ...find(file, /\b(?:insert into|update|delete from) (\w+) (?:\(|set|where)/gi),
    ].map((table) => ({ file, table })),
  )
  assert.notEqual(writes.length, 0)
  assert.deepEqual(
    writes.filter(({ file, table }) => owners.get(table) !== folderOf(file)),
    [],
  )
})

test('SQL lives in queries', () => {
  const speaking = sources.filter(
    (file) => find(file, /\b(insertInto|updateTable|deleteFrom|selectFrom|sql<|sql`)/g).length > 0,
  )
  const allowed = /^platform\/db\/|queries\.ts$|^audit\/audit\.ts$|^wallet\/reconcile\.ts$/
  assert.deepEqual(
    speaking.filter((file) => !allowed.test(file)),
    [],
  )
})

test('only the configuration reads the environment', () => {
  const everything = globSync('**/*.ts', { cwd: src }).filter(
    (file) => !file.startsWith('testing/') && !file.endsWith('.test.ts'),
  )
  const readers = everything.filter((file) => find(file, /(process\.env)\b/g).length > 0)
  assert.deepEqual(
    readers.filter((file) => !['config/config.ts', 'platform/media/run.ts'].includes(file)),
    [],
  )
})
