import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { leash } from '../../server/src/testing/leash.ts'

export interface Nginx extends AsyncDisposable {
  url: string
  pid: number
}

/** nginx with one worker over the files of a folder; undefined where it is not installed. */
export async function startNginx(root: string): Promise<Nginx | undefined> {
  if (spawnSync('nginx', ['-v']).error) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-nginx-'))
  leash(folder)
  const port = await findPort()
  await writeFile(
    join(folder, 'nginx.conf'),
    `${process.getuid!() === 0 ? `user ${userInfo().username};` : ''}
     daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr error;
     events { worker_connections 256; }
     http {
       access_log off; sendfile on; tcp_nopush on;
       types { video/mp4 mp4; }
       ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((use) => `${use}_temp_path ${folder}/${use};`).join(' ')}
       server { listen 127.0.0.1:${port}; root ${root}; }
     }`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null) throw new Error('nginx has ended')
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) break
    if (tries === 200) throw new Error('nginx does not answer')
    await wait(50)
  }
  return {
    url,
    pid: child.pid!,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
