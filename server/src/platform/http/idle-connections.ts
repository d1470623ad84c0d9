import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Closes idle connections when the server stops, so that they do not delay it. Node closes keep-alive connections that are
 * idle at that moment; this also closes those that browsers opened ahead and never used, and those that become idle later.
 */
export function closeIdleConnections(app: Pick<FastifyInstance, 'server' | 'addHook'>): void {
  /** Every connection, with the number of its running requests. */
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
    for (const [socket, running] of connections) if (running === 0) socket.destroy()
  })
}
