import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { DrawAnswer, DrawJob } from './drawing.ts'

/** A process ended, or did not answer in time. */
export class DrawingLost extends Error {
  override readonly name = 'DrawingLost'
}

/** More than a process's own decoding limit. */
const answerWithin_ms = 40_000
/** An idle process is kept this long; then its memory is freed. */
const keepFor_ms = 30_000

/**
 * A pool of drawing processes, started on demand. Threads would share libuv's four threads with files and password hashes,
 * and a picture that crashes the decoder would crash the server.
 */
export function createProcesses(): {
  /** @throws DrawingLost */
  draw(job: DrawJob): Promise<DrawAnswer>
} & AsyncDisposable {
  const alive = new Set<ChildProcess>()
  /** Idle processes, with the timers that end them. */
  const idle = new Map<ChildProcess, NodeJS.Timeout>()

  const start = (): ChildProcess => {
    const child = fork(new URL('./drawing.ts', import.meta.url), [], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
      execArgv: [],
      serialization: 'json',
    })
    alive.add(child)
    child.once('exit', () => {
      alive.delete(child)
      clearTimeout(idle.get(child))
      idle.delete(child)
    })
    child.on('error', () => {}) // its exit is handled
    return child
  }
  const take = (): ChildProcess => {
    const [found] = idle.keys()
    if (!found) return start()
    clearTimeout(idle.get(found))
    idle.delete(found)
    found.ref()
    return found
  }
  const putBack = (child: ChildProcess): void => {
    if (!child.connected) return
    child.unref()
    idle.set(child, setTimeout(() => child.kill('SIGKILL'), keepFor_ms).unref())
  }

  return {
    async draw(job) {
      const child = take()
      try {
        const answer = await ask(child, job)
        putBack(child)
        return answer
      } catch (error) {
        child.kill('SIGKILL')
        throw error
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(
        [...alive].map(async (child) => {
          const gone = once(child, 'exit')
          child.ref()
          child.kill('SIGKILL')
          await gone
        }),
      )
    },
  }
}

async function ask(child: ChildProcess, job: DrawJob): Promise<DrawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<DrawAnswer>()
  const lost = (why: string) => () => reject(new DrawingLost(`The process that draws a picture ${why}.`))
  const onExit = lost('has ended')
  const timer = setTimeout(lost('does not answer'), answerWithin_ms)
  child.once('exit', onExit)
  child.once('message', resolve)
  child.send(job, (error) => error && onExit())
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    child.off('exit', onExit)
    child.off('message', resolve)
  }
}
