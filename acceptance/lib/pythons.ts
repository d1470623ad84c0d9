import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Prints the version of a Python that the package supports and that can make environments. */
const look = 'import ensurepip, sys, venv; print(sys.version_info[1] if sys.version_info >= (3, 10) else "")'

/** The oldest and the newest Python here that the package supports, by path: the same one where there are no others. */
export async function findPythons(): Promise<{ oldest: string; newest: string }> {
  const byName = Array.from({ length: 10 }, (_, i) => `python3.${10 + i}`)
  const pyenv = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions/3.*/bin/python3')
  const candidates = ['python3', '/usr/bin/python3', ...byName, ...globSync(pyenv)]
  const found = await Promise.all(
    candidates.map(async (python) => {
      const { stdout } = await run(python, ['-c', look]).catch(() => ({ stdout: '' })) // not here, or too old
      return { python, minor: Number(stdout.trim()) }
    }),
  )
  const usable = found.filter(({ minor }) => minor > 0).toSorted((a, b) => a.minor - b.minor)
  if (!usable[0]) throw new Error('No Python from 3.10 on is here that can make environments.')
  return { oldest: usable[0].python, newest: usable.at(-1)!.python }
}
