import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
// A test tool, no part of the product.
import { leash } from '../../server/src/testing/leash.ts'
import { program } from './product.ts'
import { cleanUp } from '../../server/src/testing/clean-up.ts'

/** Far more than a start that fails takes on a slow machine. */
const hangs_ms = 60_000

export interface Ending {
  code: number | null
  /** The one sentence of a service that could not start. */
  problem: string
  /** Everything it said. */
  said: string
  seconds: number
}

/** A folder for the data of a product that may not start, ended and removed after the test. */
export async function dataFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-start-'))
  await chmod(folder, 0o755) // PostgreSQL's own user may pass
  leash(folder)
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs a command that ends by itself, and says how. Fails when it does not, or leaves a process on its folder. */
export async function tryToStart(
  t: TestContext,
  command: string,
  env: Record<string, string>,
  { onOutput }: { onOutput?: (said: string, pid: number) => void } = {},
): Promise<Ending> {
  const DATA_DIR = env['DATA_DIR'] ?? (await dataFolder(t))
  const began_ms = performance.now()
  const child = spawn(process.execPath, [program, ...command.split(' ')], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      onOutput?.(said, child.pid!)
    })
  const timer = setTimeout(() => child.kill('SIGKILL'), hangs_ms)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  const left = processesOn(DATA_DIR)
  if (left.length > 0) throw new Error(`It left processes behind: ${left.join(' ')}\n${said}`)
  const problems = [...said.matchAll(/"problem":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text]) => JSON.parse(text!) as string,
  )
  return { code, problem: problems.at(-1) ?? '', said, seconds: (performance.now() - began_ms) / 1000 }
}

/** What runs on a folder, by its command line. */
function processesOn(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return line.includes(folder) && !line.startsWith('/bin/sh') ? [line] : []
      } catch {
        return [] // it has just ended
      }
    })
}
