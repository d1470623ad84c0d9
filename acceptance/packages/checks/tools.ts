import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const repository = join(import.meta.dirname, '../../..')

/** What `npm test -- packages` brings; see scripts/lib/package-checks.mjs. */
export function brought(name: 'PACKAGES_HADOLINT' | 'PACKAGES_PYTHON' | 'PACKAGES_CRDS'): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run this by npm test -- packages`)
  return value
}

/** Runs a program in the repository to its end. Returns what it said; rejects with it if it fails. */
export async function said(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const { stdout, stderr } = await ranToItsEnd(program, args, env)
  return stdout + stderr
}

/** Likewise without what it said beside it, on its standard error. */
export async function printed(program: string, args: readonly string[]): Promise<string> {
  return (await ranToItsEnd(program, args, {})).stdout
}

function ranToItsEnd(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const ended = promisify(execFile)(program, args, {
    cwd: repository,
    env: { ...process.env, ...env },
    maxBuffer: 1e8,
  })
  return ended.catch((error: { stdout: string; stderr: string; message: string }) => {
    throw new Error(`${program} ${args.join(' ')} failed:\n${error.stdout}${error.stderr}`, {
      cause: error,
    })
  })
}

/** The names of all settings, as docs/config.md has them. */
export async function settingNames(): Promise<Set<string>> {
  const page = await readFile(join(repository, 'docs/config.md'), 'utf8')
  return new Set([...page.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map(([, name]) => name!))
}

/** Whether a variable is a setting, or the file of one. */
export const isSetting = (name: string, names: ReadonlySet<string>): boolean =>
  names.has(name) || names.has(name.replace(/_FILE$/, ''))
