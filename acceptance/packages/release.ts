import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const script = join(import.meta.dirname, '../../scripts/release.mjs')

export interface Release {
  /** The packed file. */
  file: string
  /** The same under another number, packed. `main`: what its program is instead, for one that does not work. */
  as(version: string, main?: string): Promise<string>
}

/** One for each process that runs tests: the first who asks makes it, the end of the test file removes it. */
let made: Promise<Release & { folder: string }> | undefined

after(async () => {
  if (made) await rm((await made).folder, { recursive: true, force: true })
})

/** A release of what is here. */
export const makeRelease = (): Promise<Release> => (made ??= make())

async function make(): Promise<Release & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-release-'))
  const { stdout } = await run(process.execPath, [script], {
    cwd: folder,
    env: { ...process.env, INIT_CWD: folder },
    maxBuffer: 1e8,
  })
  const file = stdout.trim().split('\n').at(-1)!
  return {
    folder,
    file,
    as: async (version, main) => {
      const unpacked = join(folder, version)
      const own = join(unpacked, `clipwright-${version}`)
      await run('mkdir', ['--parents', own])
      await run('tar', ['-xzf', file, '--strip-components=1', '-C', own])
      const about = join(own, 'release.json')
      const text = await readFile(about, 'utf8')
      await writeFile(about, text.replace(/"version": ".*"/, `"version": "${version}"`))
      if (main !== undefined) await writeFile(join(own, 'server/src/main.ts'), main)
      const packed = file.replace(/clipwright-[\d.]+-/, `clipwright-${version}-`)
      await run('tar', ['-czf', packed, '-C', unpacked, `clipwright-${version}`])
      await rm(unpacked, { recursive: true })
      return packed
    },
  }
}
