import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { test } from 'node:test'

// The house, from the ground up. A slice imports from the floors below its own: never up, never sideways. A file of src/ itself,
// which puts slices together, counts as one. ARCHITECTURE.md has the picture.
const floors = [
  ['platform'],
  ['upscalers'],
  ['engines', 'storage', 'mail', 'llm'],
  ['archive'],
  ['audit', 'events', 'outbox', 'idempotency', 'keys', 'settings', 'uploads', 'provenance'],
  ['config', 'wallet', 'catalog'],
  ['invites', 'inventory'],
  ['accounts', 'api-keys', 'webhooks'],
  ['tasks', 'pages', 'studio', 'guide'],
  ['agent', 'openai', 'mcp'],
  ['account-data'],
  ['admin', 'health', 'backup', 'doctor'],
  ['deps'],
  ['monitoring'],
  ['app', 'worker'],
  ['commands'],
  ['main'],
]

/** Slices that have rooms of their own, from the ground up; what lies beside the rooms is above them. */
const roomsOf: Record<string, string[]> = {
  accounts: ['account', 'credentials', 'second-factor', 'mailed-links', 'sign-in', 'profile', 'lifecycle'],
  admin: ['context', 'users', 'money', 'machines', 'service'],
  tasks: ['task', 'results', 'fleet', 'queue', 'submit', 'power', 'live', 'run', 'figures'],
}

/** One adapter each: who puts things together takes the one that is configured. */
const adapters = ['engines', 'storage', 'mail', 'upscalers']
/** What a slice tells the roof, beside its front. */
const lists = ['routes', 'schedules', 'worker']
const roof = ['deps', 'monitoring', 'app', 'worker', 'commands', 'main']

const src = import.meta.dirname
const sliceOf = (path: string): string => path.split('/')[0]!.replace(/\.ts$/, '')
const floorOf = (path: string): number => floors.findIndex((slices) => slices.includes(sliceOf(path)))

const sources = globSync('**/*.ts', { cwd: src }).filter(
  (file) => !file.startsWith('testing/') && !file.endsWith('.test.ts'),
)

function find(file: string, pattern: RegExp): string[] {
  return [...readFileSync(join(src, file), 'utf8').matchAll(pattern)].map((match) => match[1]!)
}

const everyImport = sources
  .flatMap((file) =>
    find(file, /(?:from|import) ?\(?'(\.[^']+)'/g).map((path) => ({
      file,
      target: join(dirname(file), path),
    })),
  )
  .filter(({ target }) => target.endsWith('.ts') && !target.startsWith('..'))
const imports = everyImport.filter(({ file, target }) => sliceOf(file) !== sliceOf(target))

test('every slice has its floor', () => {
  assert.deepEqual(new Set(sources.map(sliceOf)), new Set(floors.flat()))
})

test('imports go down', () => {
  assert.notEqual(imports.length, 0) // or the pattern finds nothing, and all of this is idle
  assert.deepEqual(
    imports.filter(({ file, target }) => floorOf(target) === -1 || floorOf(target) >= floorOf(file)),
    [],
  )
})

test('imports go down between the rooms of a slice', () => {
  for (const [slice, rooms] of Object.entries(roomsOf)) {
    const floorIn = (path: string): number => {
      const room = path.split('/').length > 2 ? path.split('/')[1]! : undefined
      return room === undefined ? rooms.length : rooms.indexOf(room)
    }
    const within = everyImport.filter(
      ({ file, target }) => sliceOf(file) === slice && sliceOf(target) === slice,
    )
    assert.notEqual(within.length, 0)
    assert.deepEqual(
      within.filter(
        ({ file, target }) =>
          floorIn(target) === -1 ||
          floorIn(target) > floorIn(file) ||
          (floorIn(target) === floorIn(file) &&
            dirname(target).split('/')[1] !== dirname(file).split('/')[1]),
      ),
      [],
    )
  }
})

test('a slice is entered by the file that bears its name', () => {
  const isFront = ({ file, target }: { file: string; target: string }): boolean => {
    const [slice, name] = [sliceOf(target), target.split('/').slice(1).join('/').replace(/\.ts$/, '')]
    if (slice === 'platform' || slice === 'commands' || name === '' || name === slice) return true
    if (adapters.includes(slice) && !name.includes('/') && [...roof, 'inventory'].includes(sliceOf(file)))
      return true
    return roof.includes(sliceOf(file)) && lists.includes(name)
  }
  assert.deepEqual(
    imports.filter((each) => !isFront(each)),
    [],
  )
})

test('no folder holds more than 25 files', () => {
  const counts = Map.groupBy(globSync('**/*.ts', { cwd: src }), (file) => dirname(file))
  assert.deepEqual(
    [...counts].flatMap(([folder, { length }]) => (length > 25 ? [`${folder}: ${length}`] : [])),
    [],
  )
})

test('a table is written only in the folder that declares it', () => {
  // Libraries' own tables.
  const owners = new Map([
    ['rate_limits', 'platform'],
    ['kysely_migration', 'platform'],
  ])
  for (const file of sources.filter((source) => source.endsWith('/tables.ts'))) {
    for (const table of find(file, /^ {2}(\w+): \{/gm)) owners.set(table, sliceOf(file))
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
    writes.filter(({ file, table }) => owners.get(table) !== sliceOf(file)),
    [],
  )
})

test('SQL lives in queries', () => {
  const speaking = sources.filter(
    (file) => find(file, /\b(insertInto|updateTable|deleteFrom|selectFrom|sql<|sql`)/g).length > 0,
  )
  const allowed = /^platform\/db\/|queries\.ts$|^audit\/audit\.ts$/
  assert.deepEqual(
    speaking.filter((file) => !allowed.test(file)),
    [],
  )
})

test('only the configuration reads the environment', () => {
  const readers = sources.filter((file) => find(file, /(process\.env)\b/g).length > 0)
  assert.deepEqual(
    readers.filter((file) => !['config/config.ts', 'platform/media/run.ts'].includes(file)),
    [],
  )
})
