import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installGoTools } from './go-tools.mjs'
import { root } from './paths.mjs'
import { installPrograms } from './programs.mjs'
import { installPython } from './python.mjs'

/**
 * The checks of what we are installed by (units, scripts, Dockerfile, compose.yaml, chart), as far as they need no machine of their own.
 *
 * @param {string} node
 * @param {string[]} test Options of the tests.
 */
export function packageChecks(node, test) {
  installPrograms(['shellcheck', 'systemd-analyze', 'postgresql'])
  const python = installPython('packages', join(root, 'scripts/packages/requirements.txt'))
  const { bin, crds } = installGoTools()
  const folder = 'acceptance/packages/checks'
  const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('.test.ts'))
  return {
    name: 'packages',
    program: node,
    args: [...test, ...files.toSorted().map((name) => `${folder}/${name}`)],
    env: {
      PATH: `${bin}:${process.env.PATH}`,
      PACKAGES_HADOLINT: join(python, 'hadolint'),
      PACKAGES_PYTHON: join(python, 'python'),
      PACKAGES_CRDS: crds,
    },
  }
}
