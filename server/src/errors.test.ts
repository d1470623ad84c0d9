import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const src = import.meta.dirname

test('docs/errors.md lists every code with its status, and no other', () => {
  const files = globSync('**/*.ts', { cwd: src }).filter(
    (file) => !file.startsWith('testing/') && !file.endsWith('.test.ts'),
  )
  const text = files.map((file) => readFileSync(join(src, file), 'utf8')).join('\n')
  const find = (pattern: RegExp, status?: number) =>
    [...text.matchAll(pattern)].map((match) =>
      status ? `${status} ${match[1]!}` : `${match[1]!} ${match[2]!}`,
    )
  const used = new Set([
    ...find(/new AppError\(\s*(\d{3}),\s*'(\w+)'/g),
    ...find(/code = '(\w+)'\) \{\s*super\(422/g, 422),
    ...find(/new ValidationError\(\s*\[[^\]]*\][^\]]*\],\s*'(\w+)'/g, 422),
    ...find(/finalConflict\(\s*'(\w+)'/g, 409),
    ...find(/(?:noSuch|PathId)\(\s*'([\w ]+)'/g, 404).map(
      (told) => `${told.toLowerCase().replaceAll(' ', '_').replace('_', ' ')}_not_found`,
    ),
    ...find(/unauthorized\(\s*'(\w+)'/g, 401),
  ])
  assert.ok(used.size > 20) // or the patterns find nothing, and all of this is idle
  const page = readFileSync(join(src, '../../docs/errors.md'), 'utf8')
  const listed = new Set(
    [...page.matchAll(/^\| (\d{3}) \| `(\w+)`/gm)].map((match) => `${match[1]!} ${match[2]!}`),
  )
  assert.deepEqual([...listed].toSorted(), [...used].toSorted())
})
