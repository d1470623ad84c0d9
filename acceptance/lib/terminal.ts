import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { cleanUp } from '../../server/src/testing/clean-up.ts'
import { until } from '../../server/src/testing/until.ts'
import { isReady, type Product, program } from './product.ts'

/** A product that a person has started at a terminal. */
export interface AtTerminal {
  /** What stands on the screen. */
  said(): string
  /** Ctrl-C; the exit code. */
  stop(): Promise<number | null>
}

/** Starts a product at a terminal of its own, which `script` makes, and waits until it is ready. */
export async function startAtTerminal(t: TestContext, { url, data_dir }: Product): Promise<AtTerminal> {
  const { port } = new URL(url)
  const child = spawn('script', ['-qfec', `exec "${process.execPath}" "${program}" start`, '/dev/null'], {
    env: { ...process.env, PORT: port, DATA_DIR: data_dir, PUBLIC_BASE_URL: url, SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close') as Promise<[number | null]>
  let screen = ''
  child.stdout.on('data', (chunk: Buffer) => (screen += chunk.toString()))
  const stop = async (): Promise<number | null> => {
    if (child.exitCode === null) child.stdin.write('\u0003')
    const [code] = await ended
    return code
  }
  cleanUp(t, stop)
  const said = () => stripVTControlCharacters(screen).replaceAll('\r\n', '\n')
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`The server ended:\n${said()}`)
    return (await isReady(url)) && said().includes('Clipwright is ready')
  }, 'a product that is ready')
  return { said, stop }
}
