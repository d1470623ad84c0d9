import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { NetworkFacts } from './network.ts'
import type { FromThread, Layout, ThreadOrder, ToThread } from './thread.ts'
import { UpscaleError } from './upscale-error.ts'

interface Member {
  thread: Worker
  busy: boolean
}

interface Ticket {
  slot: number
  tile: number
  resolve: () => void
  reject: (error: Error) => void
}

/** A pool of threads with a network each, and a queue of tiles. */
export class NetworkPool {
  readonly #order: ThreadOrder
  readonly #members: Member[] = []
  readonly #waiting: number[] = []
  readonly #tickets = new Map<number, Ticket>()
  readonly #onPiece: () => void
  #next = 0
  #failed: UpscaleError | undefined

  constructor(order: ThreadOrder, onPiece: () => void) {
    this.#order = order
    this.#onPiece = onPiece
  }

  #start(): Worker {
    return new Worker(new URL('./thread.ts', import.meta.url), { workerData: this.#order })
  }

  /** @throws {UpscaleError} */
  async examine(): Promise<NetworkFacts> {
    const thread = this.#start()
    const member = { thread, busy: true }
    this.#members.push(member)
    this.#tell(member, { do: 'examine' })
    // `once` rejects on an 'error' event.
    const [answer] = (await once(thread, 'message')) as [FromThread]
    if ('failed' in answer) throw new UpscaleError(answer.code, answer.failed)
    if (!('facts' in answer)) throw new UpscaleError('failed', 'The network answered before it was asked.')
    return answer.facts
  }

  begin(layout: Layout, threads: number): void {
    while (this.#members.length < threads) this.#members.push({ thread: this.#start(), busy: false })
    for (const member of this.#members) {
      member.thread.on('message', (message: FromThread) => this.#hear(member, message))
      member.thread.on('error', (cause) => this.#fail(new UpscaleError('failed', String(cause))))
      member.busy = false
      this.#tell(member, { do: 'begin', layout })
    }
  }

  /** Resolves when the tile is in the slot's output. */
  run(slot: number, tile: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    if (this.#failed) reject(this.#failed)
    const ticket = this.#next++
    this.#tickets.set(ticket, { slot, tile, resolve, reject })
    this.#waiting.push(ticket)
    this.#feed()
    return promise
  }

  /** Releases all networks and ends all threads. */
  async end(): Promise<void> {
    const gone = this.#members.map(({ thread }) => once(thread, 'exit'))
    for (const member of this.#members) this.#tell(member, { do: 'end' })
    await Promise.all(gone)
  }

  #feed(): void {
    for (const member of this.#members) {
      if (member.busy) continue
      const ticket = this.#waiting.shift()
      if (ticket === undefined) return
      const { slot, tile } = this.#tickets.get(ticket)!
      member.busy = true
      this.#tell(member, { do: 'tile', slot, tile, ticket })
    }
  }

  #tell(member: Member, message: ToThread): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    member.thread.postMessage(message)
  }

  #hear(member: Member, message: FromThread): void {
    if ('failed' in message) return this.#fail(new UpscaleError(message.code, message.failed))
    if (!('ticket' in message)) return
    member.busy = false
    this.#tickets.get(message.ticket)?.resolve()
    this.#tickets.delete(message.ticket)
    this.#onPiece()
    this.#feed()
  }

  #fail(error: UpscaleError): void {
    this.#failed ??= error
    for (const { reject } of this.#tickets.values()) reject(error)
    this.#tickets.clear()
  }
}
