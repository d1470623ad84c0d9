import { spawn } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { exitCode } from '../../server/bin/hand-over.mjs'
import { Hint } from './fail.mjs'
import { onPath, root } from './paths.mjs'

/**
 * Installs the npm packages that package-lock.json wants and that are not there, and returns the path of Node 24.
 * `dev`: those for checks and tests too. Touches neither disk nor network when nothing is missing.
 *
 * @param {{ dev: boolean }} options
 */
export async function installPackages({ dev }) {
  const missing = missingPackages({ dev })
  if (missing > 0) {
    console.log(`Installing npm packages (npm ci) ...`)
    await npmCi({ cwd: root, args: dev ? ['--include=dev'] : [] })
    if (missingPackages({ dev }) > 0)
      throw new Hint('npm ci succeeded, but packages are missing. Try: npm run clean')
  }
  return findNode()
}

/**
 * How many packages of the lock are not in node_modules in the same version, by npm's own record of what it installed.
 * npm writes that record last, so an interrupted install counts as none; and an install by hand counts as ours.
 *
 * @param {{ dev: boolean }} options
 */
function missingPackages({ dev }) {
  const wanted = Object.entries(readPackages(join(root, 'package-lock.json')))
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'))
  return wanted.filter(([path, want]) => {
    const have = installed[path]
    if (path === '' || (want.dev && !dev)) return false
    // Optional ones are for another kind of machine, or belong to one that is.
    if (!have) return !want.optional && !want.devOptional
    return have.version !== want.version || have.integrity !== want.integrity
  }).length
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, dev?: boolean }} LockedPackage
 * @param {string} path
 * @returns {Record<string, LockedPackage>}
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {}
  } catch (error) {
    if (error.code === 'ENOENT') return {}
    throw error
  }
}

/**
 * Installs into a folder exactly what the lock file there names.
 *
 * @param {{ cwd: string, args: string[] }} options
 */
export async function npmCi({ cwd, args: own }) {
  const args = ['ci', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error', ...own]
  const env = npmEnvironment()
  const npm = onPath('npm', env.PATH)
  // npm without a PATH: the one that runs us.
  const [program, ...first] = npm ? [npm] : [process.execPath, process.env.npm_execpath ?? '']
  if (!npm && !process.env.npm_execpath)
    throw new Hint('npm is not on the PATH; it comes with Node (20.19 or later).')
  const child = spawn(program, [...first, ...args], { cwd, env, stdio: 'inherit' })
  const code = await exitCode(child)
  if (code === 0) return
  throw new Hint(
    `npm ci failed (exit code ${code}); its message is above, its log in ~/.npm/_logs.\n` +
      'Behind a proxy or with a registry of your own, see `npm config ls`. Then run the same command again.',
  )
}

/**
 * Our environment without what an outer `npm run` adds to it: the settings that would make `npm ci` install something
 * else or somewhere else, and the Node inside node_modules, which `npm ci` removes under its own feet. What a person
 * set for all of npm (registry, cache, proxy, ignore-scripts) stays.
 */
function npmEnvironment() {
  const ofThisRun =
    /^npm_config_(workspaces?|include_workspace_root|prefix|local_prefix|global|location|dry_run|package_lock(_only)?|only|json|parseable|long|silent|loglevel|call|package|if_present)$/i
  const ofAnyRun = /^(npm_(?!config_)|INIT_CWD$|NODE$|PROJECT_CWD$)/
  const kept = Object.entries(process.env).filter(([name]) => !ofThisRun.test(name) && !ofAnyRun.test(name))
  const path = (process.env.PATH ?? '').split(delimiter)
  return {
    ...Object.fromEntries(kept),
    // Its install script fetches files for GPUs, which we do not use, and fails where it cannot; those for CPUs are in the package.
    ONNXRUNTIME_NODE_INSTALL: 'skip',
    PATH: path.filter((folder) => !folder.includes('node_modules')).join(delimiter),
  }
}

function findNode() {
  const node = join(root, 'node_modules', 'node', 'bin', 'node')
  try {
    accessSync(node, constants.X_OK)
    return node
  } catch (cause) {
    if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
    throw new Hint(
      'Node 24 is missing: npm was told to ignore install scripts, and one of them brings it. Run:\n' +
        '  npm rebuild node --ignore-scripts=false',
      { cause },
    )
  }
}
