import type { Log } from '../../platform/log.ts'
import type { ServerAddress } from '../server.ts'
import type { Nodes } from './graph.ts'
import { createProgress, type Progress } from './progress.ts'
import { createEventSocket } from './socket.ts'

/** What this process has seen of the prompts that run: only shown and timed, never the truth of how one ended. */
export interface Watch {
  /** Connects to the server's events, if need be, and follows a prompt that is about to be submitted. */
  begin(prompt_id: string, nodes: Nodes): void
  /** Null where nothing was heard of it. */
  progressOf(prompt_id: string): number | null
  /** Whether it has run too long without a change; a prompt from another process is timed from the first question on. */
  isHung(prompt_id: string): boolean
  /** Nobody wants it any more: it may take as long as it takes to stop. */
  letGo(prompt_id: string): void
  end(prompt_id: string): void
  close(): void
}

interface WatchOptions {
  name: string
  server: ServerAddress
  client_id: string
  log: Log | undefined
  hung_after_ms: number
}

interface Watched {
  progress: Progress
  isRunning: boolean
  isLetGo: boolean
}

/** More than any engine has slots: what is left over belongs to attempts that ended without a word. */
const mostPrompts = 256

export function createWatch({ hung_after_ms, ...address }: WatchOptions): Watch {
  const prompts = new Map<string, Watched>()
  const socket = createEventSocket({
    ...address,
    isWanted: () => prompts.size > 0,
    onEvent: (type, data) => {
      const { prompt_id } = data
      // Events of other people's prompts may arrive as well.
      if (typeof prompt_id === 'string') prompts.get(prompt_id)?.progress.hear(type, data)
    },
  })

  const follow = (prompt_id: string, nodes: Nodes): Watched => {
    const watched = { progress: createProgress(nodes, performance.now()), isRunning: false, isLetGo: false }
    prompts.set(prompt_id, watched)
    const [oldest] = prompts.keys()
    if (prompts.size > mostPrompts && oldest !== undefined) prompts.delete(oldest)
    return watched
  }

  return {
    begin(prompt_id, nodes) {
      follow(prompt_id, nodes)
      socket.open()
    },
    progressOf: (prompt_id) => prompts.get(prompt_id)?.progress.value() ?? null,
    isHung(prompt_id) {
      const watched = prompts.get(prompt_id) ?? follow(prompt_id, {})
      if (!watched.isRunning) {
        // Time spent in the server's queue does not count.
        watched.isRunning = true
        watched.progress.restart(performance.now())
      }
      return !watched.isLetGo && watched.progress.quiet_ms(performance.now()) > hung_after_ms
    },
    letGo(prompt_id) {
      const watched = prompts.get(prompt_id) ?? follow(prompt_id, {})
      watched.isLetGo = true
    },
    end: (prompt_id) => void prompts.delete(prompt_id),
    close: () => socket.close(),
  }
}
