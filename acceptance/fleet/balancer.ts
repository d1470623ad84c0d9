import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../lib/product.ts'

const page = join(import.meta.dirname, '../../docs/growing.md')

/** Caddy before several servers, as docs/growing.md has it. */
export async function openBalancer(ports: readonly number[]): Promise<AsyncDisposable & { url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-caddy-'))
  const port = await freePort()
  const file = join(folder, 'Caddyfile')
  const ofPage = /```caddyfile\n([^`]+)```/.exec(await readFile(page, 'utf8'))![1]!
  const site = ofPage
    .replace('clipwright.example.org', `http://127.0.0.1:${port}`)
    .replace('10.0.0.11:8080 10.0.0.12:8080', ports.map((upstream) => `127.0.0.1:${upstream}`).join(' '))
  await writeFile(file, `{\n  admin off\n  auto_https off\n}\n${site}`)
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
