#!/usr/bin/env node
// The server is TypeScript that Node 24 runs as it is. This finds that Node, whatever Node was asked to run this.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { handOver, serverEnvironment } from './hand-over.mjs'

const server = dirname(import.meta.dirname ?? dirname(fileURLToPath(import.meta.url)))

/** From the package itself upwards: npm puts a workspace's dependencies at the top. */
function findNode() {
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  for (let folder = server; ; folder = dirname(folder)) {
    const node = join(folder, 'node_modules', 'node', 'bin', 'node')
    if (existsSync(node)) return node
    if (folder === dirname(folder)) return undefined
  }
}

const node = findNode()
if (node) {
  const args = [join(server, 'src', 'main.ts'), ...process.argv.slice(2)]
  process.exitCode = await handOver(node, args, { env: serverEnvironment() })
} else {
  console.error(
    `clipwright-server needs Node 24, which npm installs with it; this is Node ${process.versions.node}.\n` +
      'Run: npm ci  (and, where npm ignores install scripts: npm rebuild node --ignore-scripts=false)',
  )
  process.exitCode = 1
}
