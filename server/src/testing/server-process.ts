import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { World } from './world.ts'
import { patience_ms } from './until.ts'

/** Another process of the product (`serve`) on the database of a world, ended with it: its address. */
export async function startServerProcess(
  world: Pick<World, 'connection' | 'resources' | 'folder'>,
): Promise<string> {
  const { host, port, user, database } = world.connection
  const query = new URLSearchParams({ host, port: String(port), user })
  const server = spawn(process.execPath, [join(import.meta.dirname, '../main.ts'), 'serve'], {
    env: { DATA_DIR: world.folder, DATABASE_URL: `postgresql:///${database}?${query.toString()}`, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  world.resources.defer(async () => {
    server.kill('SIGTERM')
    await ended
  })
  return new Promise<string>((resolve, reject) => {
    let told = ''
    const fail = () => reject(new Error(`the server is not ready: ${told}`))
    const timer = setTimeout(fail, patience_ms)
    server.once('exit', fail)
    server.stdout.on('data', (chunk: Buffer) => {
      told += chunk.toString()
      const [, address] = /"address":"(http[^"]+)".*"msg":"ready"/.exec(told) ?? []
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    })
  })
}
