import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from './app.ts'

/**
 * Lets no connection hold up a stop that has nothing to be answered: Node ends those that wait for a next request at that
 * moment, but neither those that browsers open ahead and never use, nor those that fall quiet a moment later.
 */
export function endQuietConnections(app: Pick<App, 'server' | 'addHook'>): void {
  /** Every connection, with its requests under way. */
  const connections = new Map<Socket, number>()
  let stopping = false
  app.server.on('connection', (socket: Socket) => {
    if (stopping) socket.destroy()
    else connections.set(socket, 0)
    socket.once('close', () => connections.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    connections.set(socket, (connections.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (connections.get(socket) ?? 1) - 1
      if (socket.destroyed) return
      connections.set(socket, left)
      if (stopping && left === 0) socket.destroySoon()
    })
  })
  app.addHook('preClose', async () => {
    stopping = true
    for (const [socket, underWay] of connections) if (underWay === 0) socket.destroy()
  })
}
