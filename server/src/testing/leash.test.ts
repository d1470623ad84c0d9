import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isAlive } from '../platform/postgres/processes.ts'
import { until } from './until.ts'

const program = `
import { spawn } from 'node:child_process'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '${join(import.meta.dirname, '../platform/postgres/embedded.ts')}'
import { leash } from '${join(import.meta.dirname, 'leash.ts')}'
const folder = await mkdtemp(join(tmpdir(), 'clipwright-leash-'))
await chmod(folder, 0o755)
leash(folder)
const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
  env: { DATA_DIR: folder }, stdio: 'ignore', detached: true,
})
const log = { info() {}, warn() {}, error() {} }
const postgres = await startEmbeddedPostgres({ data_dir: folder, log, fsync: false })
console.log(JSON.stringify({ folder, postgres: postgres.pid, server: server.pid }))
setInterval(() => {}, 1000)
`

for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const)
  test(`a run that ${signal} ends leaves no PostgreSQL, no server and no folder`, async () => {
    const run = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    const [line] = (await once(run.stdout, 'data')) as [Buffer]
    const left = JSON.parse(line.toString()) as { folder: string; postgres: number; server: number }
    process.kill(-run.pid!, signal) // as a terminal or a supervisor does: with all of its group
    await until(async () => !(await isAlive(left.postgres)), 'the end of PostgreSQL')
    await until(async () => !(await isAlive(left.server)), 'the end of the server')
    await until(() => !existsSync(left.folder), 'the end of the folder')
  })
