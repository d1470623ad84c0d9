import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { program, until } from '../lib/product.ts'

const readyWithin_ms = 90_000
const endWithin_ms = 60_000

/** One process of the product, which we start, freeze and kill as we like. */
export interface Service {
  name: string
  /** Starts it, of another release where one is named, and waits until it says that it is there. */
  start(release?: string): Promise<void>
  pid(): number
  isAlive(): boolean
  kill(): Promise<void>
  freeze(): void
  thaw(): void
  /** Everything it logged since its last start. */
  log(): string
  /** SIGTERM, thawed before where it is frozen; SIGKILL when it takes too long. */
  stop(): Promise<void>
}

/** `serve` or `work` with these settings; `isReady` is asked with its process id until it is true. */
export function createService(
  command: 'serve' | 'work',
  {
    name,
    env,
    isReady,
  }: { name: string; env: NodeJS.ProcessEnv; isReady: (pid: number) => Promise<boolean> },
): Service {
  let child: ChildProcess | undefined
  let log = ''
  const isAlive = () => child !== undefined && child.exitCode === null && child.signalCode === null
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!isAlive()) return
    const ended = once(child!, 'exit')
    child!.kill(signal)
    await ended
  }
  return {
    name,
    start: async (release = program) => {
      log = ''
      const started = spawn(process.execPath, [release, command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
      child = started
      // However this process ends, the product does not outlive it.
      const leash = () => void started.kill('SIGKILL')
      process.once('exit', leash)
      started.once('exit', () => void process.removeListener('exit', leash))
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk: Buffer) => (log += chunk.toString()))
      const look = async () => {
        if (!isAlive()) throw new Error(`${name} ended:\n${log}`)
        return isReady(started.pid!)
      }
      await until(look, (ready) => ready, readyWithin_ms)
    },
    pid: () => child?.pid ?? 0,
    isAlive,
    kill: () => end('SIGKILL'),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    log: () => log,
    stop: async () => {
      const timer = setTimeout(() => child?.kill('SIGKILL'), endWithin_ms)
      child?.kill('SIGCONT')
      await end('SIGTERM')
      clearTimeout(timer)
    },
  }
}
