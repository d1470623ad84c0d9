import { join } from 'node:path'
import { root } from './paths.mjs'
import { installPython } from './python.mjs'

/** By themselves they write what they keep beside what they look at. */
const env = { PYTHONDONTWRITEBYTECODE: '1', RUFF_CACHE_DIR: join(root, '.cache', 'ruff') }

/** The folder of the programs that `python/` is made, checked, tested and packed with, installed where they are missing. */
export const pythonTools = () => installPython('python', join(root, 'python', 'requirements.txt'))

/** @returns {import('./stages.mjs').Stage[]} */
export function pythonChecks() {
  const tools = pythonTools()
  const typed = ['src', 'tests', 'generate.py', 'operation_names.py'].map((name) => `python/${name}`)
  return [
    {
      name: 'format of python',
      program: join(tools, 'ruff'),
      args: ['format', '--check', '--quiet', 'python'],
      env,
    },
    { name: 'lint of python', program: join(tools, 'ruff'), args: ['check', '--quiet', 'python'], env },
    {
      name: 'types of python',
      program: join(tools, 'mypy'),
      args: ['--config-file', 'python/pyproject.toml', ...typed],
      env,
    },
    {
      name: 'python is up to date',
      program: join(tools, 'python'),
      args: ['python/generate.py', '--check'],
      env,
    },
  ]
}

/** @returns {import('./stages.mjs').Stage[]} */
export function pythonFixes() {
  const tools = pythonTools()
  return [
    // First, since `_sync` is made of what is formatted here.
    { name: 'format of python', program: join(tools, 'ruff'), args: ['format', '--quiet', 'python'], env },
    { name: 'python', program: join(tools, 'python'), args: ['python/generate.py'], env },
  ]
}

/** @returns {import('./stages.mjs').Stage} */
export function pythonTests() {
  const args = [
    '-m',
    'pytest',
    '--config-file',
    'python/pyproject.toml',
    '--rootdir',
    'python',
    'python/tests',
  ]
  return { name: 'tests of python', program: join(pythonTools(), 'python'), args, env }
}
