import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { cleanUp } from '../../server/src/testing/clean-up.ts'

const root = join(import.meta.dirname, '../..')

/** Another release of the product: this one under another number, with further migrations by their file names. Resolves to its program. */
export async function makeRelease(
  t: TestContext,
  version: string,
  migrations: Record<string, string>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-release-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  for (const name of await readdir(root))
    if (name !== 'server' && !name.startsWith('.')) await symlink(join(root, name), join(folder, name))
  const server = join(folder, 'server')
  await cp(join(root, 'server'), server, {
    recursive: true,
    filter: (path) => !path.endsWith('node_modules') && !path.endsWith('.test.ts'),
  })
  for (const [name, sql] of Object.entries(migrations)) await writeFile(join(server, 'migrations', name), sql)
  const about = join(server, 'package.json')
  await writeFile(about, JSON.stringify({ ...JSON.parse(await readFile(about, 'utf8')), version }))
  return join(server, 'src/main.ts')
}
