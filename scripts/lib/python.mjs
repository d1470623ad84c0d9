import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hint } from './fail.mjs'
import { root } from './paths.mjs'
import { findPython, installPrograms } from './programs.mjs'

/**
 * A Python of the repository's own with exactly these packages, in `.cache/NAME`: installed unless the very same are there.
 * Returns the folder of its programs, `python` among them.
 *
 * @param {string} name
 * @param {string} requirements Path of a file in which each package has its exact version.
 */
export function installPython(name, requirements) {
  const venv = join(root, '.cache', name)
  const programs = join(venv, 'bin')
  const note = join(venv, 'installed.txt')
  const wanted = readFileSync(requirements, 'utf8')
  if (existsSync(note) && readFileSync(note, 'utf8') === wanted) return programs
  console.log(`Installing Python packages (${name}) ...`)
  installPrograms(['python'])
  rmSync(venv, { recursive: true, force: true })
  const run = (/** @type {string} */ program, /** @type {string[]} */ ...args) =>
    execFileSync(program, args, { stdio: 'inherit' })
  run(findPython() ?? 'python3', '-m', 'venv', venv)
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
  try {
    run(join(programs, 'python'), ...pip, '-r', requirements)
  } catch (error) {
    throw new Hint(`Could not install the packages of ${requirements}: is PyPI reached?`, { cause: error })
  }
  writeFileSync(note, wanted)
  return programs
}
