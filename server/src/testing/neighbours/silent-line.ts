import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestConnection } from '../database.ts'

/** A database behind a line that can fall silent: what is open then stays open, no byte gets through, and new calls do. */
export async function openLine(
  resources: AsyncDisposableStack,
  connection: TestConnection,
): Promise<{ connection: TestConnection; silence: () => void }> {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-line-'))
  resources.defer(() => rm(folder, { recursive: true }))
  const sockets = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  const server = createServer((caller) => {
    const far = connect(join(connection.host, `.s.PGSQL.${connection.port}`))
    for (const [from, into] of [
      [caller, far],
      [far, caller],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {}).on('close', () => into.destroy())
      from.on('data', (chunk: Buffer) => silent.has(from) || into.write(chunk))
    }
  })
  await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve))
  resources.defer(() => void server.close())
  resources.defer(() => sockets.forEach((socket) => socket.destroy()))
  return {
    connection: { ...connection, host: folder, port: 5432 },
    silence: () => sockets.forEach((socket) => silent.add(socket)),
  }
}
