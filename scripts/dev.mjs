// npm run dev: like npm start, but the server restarts after every change of a source file, and the pages of the studio
// change in the browser without a reload. Both behind the one port.
import { createServer } from 'node:net'
import { join } from 'node:path'
import { handOver } from '../server/bin/hand-over.mjs'
import { main } from './lib/fail.mjs'
import { installPackages } from './lib/packages.mjs'
import { root } from './lib/paths.mjs'
import { installPrograms } from './lib/programs.mjs'

/** What the server answers; the rest is the studio's. */
const served = [
  '/api',
  '/docs',
  '/guide',
  '/files',
  '/openapi.json',
  '/favicon.svg',
  '/favicon.ico',
  '/healthz',
  '/readyz',
]

await main(async () => {
  installPrograms(['ffmpeg'])
  const node = await installPackages({ dev: true })
  const { HOST: host = '127.0.0.1', PORT: port = '8080' } = process.env
  const behind = await freePort()
  const { createServer: serveStudio } = await import('vite')
  const studio = await serveStudio({
    root: join(root, 'web'),
    server: {
      host,
      port: Number(port),
      proxy: Object.fromEntries(served.map((path) => [path, `http://127.0.0.1:${behind}`])),
    },
  })
  await studio.listen()
  const args = ['--watch', '--watch-preserve-output', 'server/src/main.ts', 'start', ...process.argv.slice(2)]
  const env = {
    PUBLIC_BASE_URL: `http://${host}:${port}`,
    ...process.env,
    HOST: '127.0.0.1',
    PORT: `${behind}`,
  }
  try {
    return await handOver(node, args, { cwd: root, env, apart: true })
  } finally {
    await studio.close()
  }
})

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
