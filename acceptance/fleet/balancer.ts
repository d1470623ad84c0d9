import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../lib/product.ts'

/** Caddy before several servers, with the settings of docs/growing.md. */
export async function openBalancer(ports: readonly number[]): Promise<AsyncDisposable & { url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-caddy-'))
  const port = await freePort()
  const file = join(folder, 'Caddyfile')
  await writeFile(
    file,
    `{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  reverse_proxy ${ports.map((upstream) => `127.0.0.1:${upstream}`).join(' ')} {
    lb_policy least_conn
    lb_try_duration 10s
    lb_try_interval 100ms
    health_uri /readyz
    health_interval 1s
    fail_duration 2s
    flush_interval -1
  }
}
`,
  )
  const caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], HOME: folder },
  })
  const leash = () => void caddy.kill('SIGKILL')
  process.once('exit', leash)
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      process.removeListener('exit', leash)
      const ended = once(caddy, 'exit')
      caddy.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
