import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import type { Session } from '../sessions.ts'
import { cleanUp } from '../../../server/src/testing/clean-up.ts'

const sources = join(import.meta.dirname, '..')

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
  /** What stdout holds, when that is one JSON object and nothing else. */
  json: () => Record<string, unknown>
}

/** A home of its own, in which the real command runs as a process of its own. */
export function createHome(t: TestContext, url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'clipwright-cli-'))
  cleanUp(t, () => rmSync(folder, { recursive: true, force: true }))
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    CLIPWRIGHT_URL: url,
    // As the installed command does: reading TypeScript is half of its work.
    NODE_COMPILE_CACHE: join(sources, '../../node_modules/.cache/node-compile'),
  }

  /** `left`: the output whose reader leaves before anything is written. */
  function start(
    args: readonly string[],
    options: { env?: object; input?: string; script?: string; left?: 'stdout' | 'stderr' } = {},
  ) {
    const { script = 'main.ts', input = '', left } = options
    const child = spawn(process.execPath, [join(sources, script), ...args], {
      cwd: folder,
      env: { ...env, ...options.env },
      timeout: 90_000,
    })
    child.stdin.end(input)
    if (left) child[left].destroy()
    const read = (name: 'stdout' | 'stderr') => (name === left ? '' : text(child[name]))
    const code = new Promise<number | null>((resolve) => child.once('close', resolve))
    const ended: Promise<Ended> = Promise.all([code, read('stdout'), read('stderr')]).then(
      ([code, stdout, stderr]) => ({ code, stdout, stderr, json: () => parseOne(stdout) }),
    )
    return { child, ended }
  }

  return {
    folder,
    env,
    start,
    run: (args: readonly string[], options?: Parameters<typeof start>[1]) => start(args, options).ended,
    logIn: () => start(['login', '--email', 'ada@example.org'], { input: 'password\n' }).ended,
    session: (): Session | undefined => {
      const text = readFileSync(join(folder, 'clipwright', 'session.json'), 'utf8')
      return (JSON.parse(text) as { sessions: Record<string, Session> }).sessions[url]
    },
  }
}

function parseOne(stdout: string): Record<string, unknown> {
  if (!/^\{[^\n]*\}\n$/.test(stdout)) throw new Error(`Not one JSON object on a line: ${stdout}`)
  return JSON.parse(stdout) as Record<string, unknown>
}
