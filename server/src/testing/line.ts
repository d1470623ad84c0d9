import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** A line to another server, on which what goes wrong between machines goes wrong on purpose. */
export interface Line {
  endpoint: string
  /** Connections that were opened. */
  opened(): number
  /**
   * Bytes in either direction after which each further connection is cut, or falls silent and stays open. Those that are
   * open now are cut. Returns what mends it.
   */
  break(
    how: 'cut' | 'silent',
    after: { sent_bytes?: number; received_bytes?: number },
    times?: number,
  ): () => void
}

export async function openLine(t: TestContext, to: string): Promise<Line> {
  const { hostname, port } = new URL(to)
  const sockets = new Set<Socket>()
  let opened = 0
  let broken: { how: 'cut' | 'silent'; sent_bytes: number; received_bytes: number; left: number } | undefined
  const server = createServer((caller) => {
    opened++
    const fault = broken && broken.left-- > 0 ? broken : undefined
    const far = connect(Number(port), hostname)
    for (const socket of [caller, far]) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          if (!isSilent) for (const end of [caller, far]) end.destroy()
        })
    }
    let isSilent = false
    const carry = (from: Socket, into: Socket, limit_bytes: number) => {
      let carried_bytes = 0
      from.on('data', (chunk: Buffer) => {
        if (isSilent) return
        const rest = chunk.subarray(0, Math.max(0, limit_bytes - carried_bytes))
        carried_bytes += chunk.length
        if (rest.length > 0 && !into.write(rest)) {
          from.pause()
          into.once('drain', () => from.resume())
        }
        if (carried_bytes <= limit_bytes) return
        isSilent = fault?.how === 'silent'
        if (!isSilent) into.end(() => from.destroy())
      })
    }
    carry(caller, far, fault?.sent_bytes ?? Infinity)
    carry(far, caller, fault?.received_bytes ?? Infinity)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  t.after(() => {
    cutAll()
    server.close()
  })
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    opened: () => opened,
    break: (how, { sent_bytes = Infinity, received_bytes = Infinity }, times = Infinity) => {
      broken = { how, sent_bytes, received_bytes, left: times }
      cutAll()
      return () => void (broken = undefined)
    },
  }
}
