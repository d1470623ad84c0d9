import type { Log } from '../../platform/log.ts'
import type { ServerAddress } from '../server.ts'
import { readPreviewFrame } from './frames.ts'
import type { Nodes } from './graph.ts'
import { createProgress, type Progress } from './progress.ts'
import { createEventSocket } from './socket.ts'

/**
 * Progress and previews of running prompts, as this process has seen it. They serve for display and to detect hangs, never to decide how a
 * prompt ended.
 */
export interface Watch {
  /** Follows a prompt that is about to be submitted. Connects to the server's events unless connected. */
  begin(prompt_id: string, nodes: Nodes): void
  /** Null before the first event. */
  progressOf(prompt_id: string): number | null
  /** The newest preview, as the server sent it; undefined before the first one. */
  pictureOf(prompt_id: string): Uint8Array | undefined
  /** Whether the prompt, which runs, has not changed for too long. The time starts with the first call for it. */
  isHung(prompt_id: string): boolean
  /** A cancelled prompt never counts as hung, however long it takes to stop. */
  markCancelled(prompt_id: string): void
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
  picture: Uint8Array | undefined
  isRunning: boolean
  isCancelled: boolean
}

/** Events of a prompt that runs. The previews of old servers, which name no prompt, follow one of them. */
const running = ['execution_start', 'executing', 'progress', 'progress_state']

/** More prompts than any engine has slots. The oldest is forgotten: its attempt ended without calling `end`. */
const maxPrompts = 256

export function createWatch({ hung_after_ms, ...address }: WatchOptions): Watch {
  const prompts = new Map<string, Watched>()
  /** The prompt that the server runs, by its last event; it runs one at a time. May be another client's. */
  let runs: string | undefined
  const socket = createEventSocket({
    ...address,
    isWanted: () => prompts.size > 0,
    onEvent: (type, data) => {
      const { prompt_id } = data
      if (typeof prompt_id !== 'string') return
      if (running.includes(type)) runs = data['node'] === null ? undefined : prompt_id
      // Events of other clients' prompts arrive as well.
      prompts.get(prompt_id)?.progress.onEvent(type, data)
    },
    onBinary: (message) => {
      const frame = readPreviewFrame(message)
      const watched = prompts.get(frame?.prompt_id ?? runs ?? '')
      if (frame && watched) watched.picture = frame.picture
    },
  })

  const follow = (prompt_id: string, nodes: Nodes): Watched => {
    const watched: Watched = {
      progress: createProgress(nodes, performance.now()),
      picture: undefined,
      isRunning: false,
      isCancelled: false,
    }
    prompts.set(prompt_id, watched)
    const [oldest] = prompts.keys()
    if (prompts.size > maxPrompts && oldest !== undefined) prompts.delete(oldest)
    return watched
  }

  return {
    begin(prompt_id, nodes) {
      follow(prompt_id, nodes)
      socket.open()
    },
    progressOf: (prompt_id) => prompts.get(prompt_id)?.progress.value() ?? null,
    pictureOf: (prompt_id) => prompts.get(prompt_id)?.picture,
    isHung(prompt_id) {
      const watched = prompts.get(prompt_id) ?? follow(prompt_id, {})
      if (!watched.isRunning) {
        // Time in the server's queue does not count.
        watched.isRunning = true
        watched.progress.restart(performance.now())
      }
      return !watched.isCancelled && watched.progress.unchanged_ms(performance.now()) > hung_after_ms
    },
    markCancelled(prompt_id) {
      const watched = prompts.get(prompt_id) ?? follow(prompt_id, {})
      watched.isCancelled = true
    },
    end: (prompt_id) => void prompts.delete(prompt_id),
    close: () => socket.close(),
  }
}
