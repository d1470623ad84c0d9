#!/usr/bin/env node
// The command line is TypeScript that Node 24 runs as it is. This finds that Node, whatever Node was asked to run this.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cli = dirname(dirname(fileURLToPath(import.meta.url)))
/** Reading TypeScript is half of a short command's work; Node keeps what it made of it here. */
const compiled = join(dirname(cli), 'node_modules', '.cache', 'node-compile')

/** From the package itself upwards: npm puts a workspace's dependencies at the top. */
function findNode() {
  for (let folder = cli; ; folder = dirname(folder)) {
    const node = join(folder, 'node_modules', 'node', 'bin', 'node')
    if (existsSync(node)) return node
    if (folder === dirname(folder)) return undefined
  }
}

if (Number.parseInt(process.versions.node, 10) >= 24) {
  module.enableCompileCache(compiled)
  await import('../src/main.ts')
} else {
  const node = findNode()
  if (node) handOver(node)
  else {
    console.error(
      `clipwright needs Node 24, which npm installs with it; this is Node ${process.versions.node}.\n` +
        'Run: npm ci  (and, where npm ignores install scripts: npm rebuild node --ignore-scripts=false)',
    )
    process.exitCode = 1
  }
}

/** @param {string} node */
function handOver(node) {
  const child = spawn(node, [join(cli, 'src', 'main.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  })
  // A terminal interrupts both of us; what only reached this process is passed on.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.once('error', (error) => {
    console.error(`clipwright cannot start ${node}: ${error.message}`)
    process.exitCode = 1
  })
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0)
  })
}
