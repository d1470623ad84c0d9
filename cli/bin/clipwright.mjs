#!/usr/bin/env node
// Starts the command line, which is TypeScript for Node 24. If another Node runs this file, it finds Node 24 and hands over.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cli = dirname(dirname(fileURLToPath(import.meta.url)))
/** Node caches compiled TypeScript here, since compiling takes half the time of a short command. */
const compiled = join(dirname(cli), 'node_modules', '.cache', 'node-compile')

/** Searches the package's folder and those above it, because npm installs a workspace's dependencies at the top. */
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
  // A terminal sends Ctrl-C to both processes; other signals reach only this one and are passed on.
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
