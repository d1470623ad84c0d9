import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { DrawAnswer, DrawJob } from './drawing.ts'

/** A process that did not answer in time, or ended instead. */
export class DrawingLost extends Error {
  override readonly name = 'DrawingLost'
}

/** Above what a process gives itself to decode. */
const answerWithin_ms = 40_000
/** So long one is kept for the next picture; then its memory goes back. */
const keepFor_ms = 30_000

/**
 * Processes that draw pictures, started when they are needed. Not threads: those of a process share the four of libuv with its
 * files and password hashes, and what a broken picture breaks there is the server.
 */
export function createProcesses(): {
  /** @throws DrawingLost */
  draw(job: DrawJob): Promise<DrawAnswer>
} & AsyncDisposable {
  const alive = new Set<ChildProcess>()
  /** With the timer of each that ends it. */
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
    child.on('error', () => {}) // told by its exit
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
