import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type Product, program } from './product.ts'
import { cleanUp } from '../../server/src/testing/clean-up.ts'

/** A worker beside a product that runs, on its folder and database; stopped after the test. `kill` is SIGKILL. */
export async function startWorker(
  t: TestContext,
  { data_dir }: Product,
  env: Record<string, string>,
): Promise<{ kill(): Promise<void> }> {
  const socket_folder = (await readFile(join(data_dir, 'pg18/postmaster.pid'), 'utf8')).split('\n')[4]!
  const worker = spawn(process.execPath, [program, 'work'], {
    env: {
      ...process.env,
      DATA_DIR: data_dir,
      DATABASE_URL: `postgresql://postgres@/clipwright?host=${encodeURIComponent(socket_folder)}`,
      ...env,
    },
    stdio: 'ignore',
  })
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (worker.exitCode !== null || worker.signalCode !== null) return
    const ended = once(worker, 'exit')
    worker.kill(signal)
    await ended
  }
  cleanUp(t, () => end('SIGTERM'))
  return { kill: () => end('SIGKILL') }
}
