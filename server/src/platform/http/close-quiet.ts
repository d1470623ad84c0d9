import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Lets a server stop at once when nothing is under way. Browsers open connections ahead of need, and Node, which closes
 * those that are idle between two requests, waits for ever for one that has not said anything yet.
 */
export function closeQuietConnections(app: FastifyInstance): void {
  /** Of each connection: requests that are not answered yet. */
  const underWay = new Map<Socket, number>()
  let closing = false
  const count = (socket: Socket, change: 1 | -1): void => {
    const known = underWay.get(socket) // none for requests that came by no connection
    if (known !== undefined) underWay.set(socket, known + change)
  }
  app.server.on('connection', (socket: Socket) => {
    if (closing) return void socket.destroy()
    underWay.set(socket, 0)
    socket.once('close', () => underWay.delete(socket))
  })
  app.addHook('onRequest', (request, _reply, done) => {
    count(request.raw.socket, 1)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    count(request.raw.socket, -1)
    done()
  })
  app.addHook('preClose', (done) => {
    closing = true
    for (const [socket, requests] of underWay) if (requests === 0) socket.destroy()
    done()
  })
}
