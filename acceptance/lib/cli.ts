import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { cleanUp } from '../../server/src/testing/clean-up.ts'

/** The command line as a developer has it: TypeScript, run by the Node that runs the test. */
const ours = [process.execPath, join(import.meta.dirname, '../../cli/src/main.ts')]

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** A person's folder, in which the command line runs as processes of its own; removed after the test. */
export type Home = Awaited<ReturnType<typeof openHome>>

export async function openHome(
  t: TestContext,
  {
    url,
    command = ours,
    env: more = {},
  }: { url: string; command?: readonly string[]; env?: Record<string, string> },
) {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-home-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, '.config'),
    CLIPWRIGHT_URL: url,
    NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/node-compile'),
    ...more,
  }
  function start(
    args: readonly string[],
    /** Without an input, null, stdin stays open. */
    { input = '', env: own = {} }: { input?: string | null; env?: object } = {},
  ) {
    const [program, ...first] = command as [string, ...string[]]
    const child = spawn(program, [...first, ...args], { cwd: folder, env: { ...env, ...own } })
    cleanUp(t, () => void child.kill('SIGKILL'))
    if (input !== null) child.stdin.end(input)
    const said = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (part: string) => (said[name] += part))
    }
    const ended = new Promise<Ended>((resolve) =>
      child.once('close', (code, signal) => resolve({ code, signal, ...said })),
    )
    /** `lines`: what stdout has said so far. */
    return { child, ended, lines: () => said.stdout.split('\n').slice(0, -1) }
  }
  return {
    folder,
    start,
    run: (args: readonly string[], options?: Parameters<typeof start>[1]) => start(args, options).ended,
  }
}
