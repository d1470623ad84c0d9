import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A line between two processes that goes down and comes back when told. */
export interface Line extends AsyncDisposable {
  /** The port or the socket file that it answers on. */
  address: NetConnectOpts
  /** As when a program dies: connections break, and new ones are refused. */
  cut(): void
  /** As when a cable is pulled: connections stay open, and no byte or end comes through, of old ones or new ones. */
  silence(): void
  mend(): void
}

/** `to` is asked for at each connection: what listens there may move. */
export async function openLine(to: () => Promise<NetConnectOpts>, socket_file?: string): Promise<Line> {
  let state: 'whole' | 'cut' | 'silent' = 'whole'
  const pairs = new Set<{ ends: Socket[]; isSilent: boolean }>()
  const server = createServer({ allowHalfOpen: true }, (caller) => void join(caller))

  async function join(caller: Socket): Promise<void> {
    const pair = { ends: [caller], isSilent: state === 'silent' }
    pairs.add(pair)
    const end = () => {
      if (pair.isSilent) return
      pairs.delete(pair)
      for (const socket of pair.ends) socket.destroy()
    }
    caller.on('error', end).on('close', end)
    if (state === 'cut') return end()
    if (pair.isSilent) return void caller.resume()
    const target = await to().catch(() => undefined) // what listens there may be away
    if (!target || !pairs.has(pair)) return end()
    const far = connect({ ...target, allowHalfOpen: true })
    pair.ends.push(far)
    far.on('error', end).on('close', end)
    carry(caller, far, pair)
    carry(far, caller, pair)
  }

  function carry(from: Socket, into: Socket, pair: { isSilent: boolean }): void {
    from.on('data', (chunk: Buffer) => {
      if (pair.isSilent || into.write(chunk)) return
      from.pause()
      into.once('drain', () => from.resume())
    })
    from.on('end', () => pair.isSilent || into.end())
  }

  const breakAll = () => {
    for (const pair of pairs) {
      pair.isSilent = false
      for (const socket of pair.ends) socket.destroy()
    }
    pairs.clear()
  }
  server.listen(socket_file ? { path: socket_file } : { port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const address = server.address()
  if (address === null) throw new Error('The line has no address')
  return {
    address: typeof address === 'string' ? { path: address } : { port: address.port, host: '127.0.0.1' },
    cut: () => {
      state = 'cut'
      breakAll()
    },
    silence: () => {
      state = 'silent'
      for (const pair of pairs) pair.isSilent = true
    },
    mend: () => {
      state = 'whole'
      // What fell silent stays so, as after a firewall forgot it; whoever tries anew gets through.
    },
    [Symbol.asyncDispose]: async () => {
      breakAll()
      server.close()
    },
  }
}
