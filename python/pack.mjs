// node python/pack.mjs [folder]: makes the Python package, an sdist and a wheel of it, and prints the paths of the files. The
// repository itself needs none of this.
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pythonTools } from '../scripts/lib/python-package.mjs'

const folder = resolve(process.argv[2] ?? '.')
const tools = pythonTools()
const python = (...args) =>
  execFileSync(join(tools, 'python'), ['-m', ...args], { stdio: ['ignore', 2, 2], cwd: import.meta.dirname })
const packed = () => globSync('clipwright-*.{tar.gz,whl}', { cwd: folder }).map((name) => join(folder, name))

mkdirSync(folder, { recursive: true })
for (const old of packed()) rmSync(old)
// The wheel is made of the sdist, so that both are whole.
python('build', '--no-isolation', '--outdir', folder, '.')
python('twine', 'check', '--strict', ...packed())
for (const file of packed().toSorted()) console.log(file)
