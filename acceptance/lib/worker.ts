import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { freePort, isReady, type Product, program, until } from './product.ts'
import { cleanUp } from '../../server/src/testing/clean-up.ts'

/** A worker beside a product that runs, on its folder and database; stopped after the test. `kill` is SIGKILL. */
export function startWorker(
  t: TestContext,
  product: Product,
  env: Record<string, string>,
): Promise<{ kill(): Promise<void> }> {
  return startBeside(t, product, 'work', env)
}

/** Likewise an API that works on no tasks: its address, once it is ready. */
export async function startServer(
  t: TestContext,
  product: Product,
  env: Record<string, string>,
): Promise<string> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  await startBeside(t, product, 'serve', { PORT: port, PUBLIC_BASE_URL: url, ...env })
  await until(
    () => isReady(url),
    (ready) => ready,
  )
  return url
}

async function startBeside(
  t: TestContext,
  { data_dir }: Product,
  command: 'work' | 'serve',
  env: Record<string, string>,
): Promise<{ kill(): Promise<void> }> {
  const socket_folder = (await readFile(join(data_dir, 'pg18/postmaster.pid'), 'utf8')).split('\n')[4]!
  const worker = spawn(process.execPath, [program, command], {
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
