import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { cleanUp } from '../clean-up.ts'

/** A line to another server, on which what goes wrong between machines goes wrong on purpose. */
export interface Line {
  endpoint: string
  /** Connections that were opened. */
  opened(): number
  /** Connections that broke on the way. */
  broke(): number
  /**
   * From now on connections are cut, or fall silent and stay open, after so many bytes in either direction; so often, or
   * always. Those that are open now are cut. Returns what mends it.
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
  let [opened, broke] = [0, 0]
  let broken: { how: 'cut' | 'silent'; sent_bytes: number; received_bytes: number; left: number } | undefined
  const server = createServer((caller) => {
    opened++
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
    const carry = (from: Socket, into: Socket, limit: 'sent_bytes' | 'received_bytes') => {
      let carried_bytes = 0
      from.on('data', (chunk: Buffer) => {
        if (isSilent) return
        const fault = broken && broken.left > 0 ? broken : undefined
        const limit_bytes = fault?.[limit] ?? Infinity
        const rest = chunk.subarray(0, Math.max(0, limit_bytes - carried_bytes))
        carried_bytes += chunk.length
        if (rest.length > 0 && !into.write(rest)) {
          from.pause()
          into.once('drain', () => from.resume())
        }
        if (!fault || carried_bytes <= limit_bytes) return
        broke++
        fault.left--
        isSilent = fault.how === 'silent'
        if (!isSilent) into.end(() => from.destroy())
      })
    }
    carry(caller, far, 'sent_bytes')
    carry(far, caller, 'received_bytes')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  cleanUp(t, () => {
    cutAll()
    server.close()
  })
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    opened: () => opened,
    broke: () => broke,
    break: (how, { sent_bytes = Infinity, received_bytes = Infinity }, times = Infinity) => {
      broken = { how, sent_bytes, received_bytes, left: times }
      cutAll()
      return () => void (broken = undefined)
    },
  }
}
