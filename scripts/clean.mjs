// npm run clean [-- --data]: removes what the other commands installed and cached; with --data the data as well.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Hint, main } from './lib/fail.mjs'
import { root } from './lib/paths.mjs'
import { workspaces } from './lib/workspaces.mjs'

await main(async () => {
  const folders = [root, ...workspaces().map((folder) => join(root, folder))]
  const doomed = folders.flatMap((folder) => [join(folder, 'node_modules'), join(folder, '.cache')])
  if (process.argv.includes('--data')) doomed.unshift(unusedDataDir())
  const found = doomed.filter((path) => existsSync(path))
  for (const path of found) {
    rmSync(path, { recursive: true, force: true })
    console.log(`Removed ${path}`)
  }
  if (found.length === 0) console.log('Nothing to remove.')
  return 0
})

/** The server's data folder, with the default of `dataDir` in server/src/config/setting-readers.ts. Throws while a server uses it. */
function unusedDataDir() {
  const byDefault = process.getuid?.() === 0 ? '/var/lib/clipwright' : join(root, 'data')
  const dataDir = resolve(root, process.env.DATA_DIR || byDefault)
  const lock = join(dataDir, 'pg18', 'postmaster.pid')
  if (existsSync(lock) && isRunning(Number(readFileSync(lock, 'utf8').split('\n')[0]))) {
    throw new Hint(`A server is using ${dataDir}. Stop it first.`)
  }
  return dataDir
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
