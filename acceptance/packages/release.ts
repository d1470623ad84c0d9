import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { cleanUp } from '../../server/src/testing/clean-up.ts'

const run = promisify(execFile)
const script = join(import.meta.dirname, '../../scripts/release.mjs')

/** A release of what is here, packed; and the same under another number. */
export async function makeRelease(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-release-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  const { stdout } = await run(process.execPath, [script], {
    cwd: folder,
    env: { ...process.env, INIT_CWD: folder },
    maxBuffer: 1e8,
  })
  const file = stdout.trim().split('\n').at(-1)!
  return {
    file,
    /** `main`: what its program is instead, for one that does not work. */
    as: async (version: string, main?: string): Promise<string> => {
      const unpacked = join(folder, `unpacked-${version}`)
      await run('mkdir', [unpacked])
      await run('tar', ['-xzf', file, '-C', unpacked])
      const [name] = (await run('ls', [unpacked])).stdout.split('\n')
      const about = join(unpacked, name!, 'release.json')
      await writeFile(
        about,
        (await readFile(about, 'utf8')).replace(/"version": ".*"/, `"version": "${version}"`),
      )
      if (main !== undefined) await writeFile(join(unpacked, name!, 'server/src/main.ts'), main)
      const other = `clipwright-${version}`
      await run('mv', [join(unpacked, name!), join(unpacked, other)])
      const packed = file.replace(/clipwright-[\d.]+-/, `clipwright-${version}-`)
      await run('tar', ['-czf', packed, '-C', unpacked, other])
      return packed
    },
  }
}
