// npm run demo -- "PROMPT": makes a video, and starts a server for it unless one is running.
import { spawn } from 'node:child_process'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { exitCode, handOver } from '../server/bin/hand-over.mjs'
import { Hint, main } from './lib/fail.mjs'
import { installPackages } from './lib/packages.mjs'
import { root } from './lib/paths.mjs'
import { buildStudio } from './lib/studio.mjs'
import { installPrograms } from './lib/programs.mjs'

const ready_ms = 120_000
const stop_ms = 30_000
const logPath = join(root, '.cache', 'demo-server.log')

// After an interruption, the server that the demo started ends before the demo does.
let stoppedBy = 0
for (const [signal, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 })) {
  process.on(signal, () => (stoppedBy ||= 128 + number))
}

await main(async () => {
  installPrograms(['ffmpeg'])
  const node = await installPackages({ dev: false })
  await buildStudio(node)
  const url = serverUrl()
  const server = (await stateOf(url)) === 'absent' ? startServer(node) : undefined
  try {
    await untilReady(url, server)
    if (stoppedBy) return stoppedBy
    const env = { ...process.env, CLIPWRIGHT_URL: url }
    return await handOver(node, ['cli/src/demo.ts', ...process.argv.slice(2)], { cwd: root, env })
  } finally {
    await server?.stop()
  }
})

function serverUrl() {
  const host = process.env.HOST || '127.0.0.1'
  /** @type {Record<string, string>} */
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '[::1]', '::1': '[::1]' }
  return `http://${reachable[host] ?? host}:${process.env.PORT || 8080}`
}

/**
 * @param {string} url
 * @returns {Promise<'absent' | 'starting' | 'ready'>} Throws when it is no server of ours.
 */
async function stateOf(url) {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
  if (!answer) return 'absent'
  if (answer.ok) return 'ready'
  if (answer.status === 503) return 'starting'
  throw new Hint(`Something else answers on ${url}. Choose another port: PORT=8081 npm run demo`)
}

/** @param {string} node */
function startServer(node) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const log = openSync(logPath, 'w')
  console.log(`Starting the server (its log: ${logPath}) ...`)
  // In a process group of its own: Ctrl-C reaches only the demo, which then ends the server.
  const child = spawn(node, ['server/src/main.ts', 'start'], {
    cwd: root,
    stdio: ['ignore', log, log],
    detached: true,
  })
  // The server must end however the demo ends: nothing else would stop it.
  const leash = ['-c', 'read -r _; kill -TERM "$1"', 'leash', String(child.pid)]
  spawn('/bin/sh', leash, { stdio: ['pipe', 'ignore', 'ignore'], detached: true }).unref()
  const ended = exitCode(child)
  const server = {
    /** @type {number | undefined} */
    code: undefined,
    async stop() {
      child.kill('SIGTERM')
      const stopped = await Promise.race([ended, delay(stop_ms, 'late', { ref: false })])
      if (stopped === 'late') child.kill('SIGKILL')
    },
  }
  void ended.then((code) => (server.code = code))
  return server
}

/**
 * Or until something interrupts us.
 *
 * @param {string} url
 * @param {{ code: number | undefined } | undefined} server
 */
async function untilReady(url, server) {
  const until_ms = performance.now() + ready_ms
  while (!stoppedBy && (await stateOf(url)) !== 'ready') {
    if (server?.code !== undefined) throw new Hint(`The server does not start:\n${whyItEnded()}`)
    if (performance.now() > until_ms)
      throw new Hint(`The server is not ready after ${ready_ms / 1000} s:\n${whyItEnded()}`)
    await delay(100)
  }
}

/** The server's own sentence, or the end of its log where it found none. */
function whyItEnded() {
  const log = readFileSync(logPath, { encoding: 'utf8', flag: 'a+' })
  const problems = log.split('\n').flatMap((line) => {
    try {
      return JSON.parse(line).problem ?? []
    } catch {
      return []
    }
  })
  return problems.at(-1) ?? log.slice(-2000)
}
