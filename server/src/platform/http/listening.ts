import { ConfigError } from '../setting.ts'

const reasons: Record<string, (address: { host: string; port: number }) => ['host' | 'port', string]> = {
  EADDRINUSE: ({ host, port }) => [
    'port',
    `${port} on ${host} is in use. Choose another, or stop what listens there.`,
  ],
  EACCES: ({ port }) => ['port', `${port} may not be opened by this user. Choose one above 1023.`],
  EADDRNOTAVAIL: ({ host }) => ['host', `${host} is no address of this machine.`],
  ENOTFOUND: ({ host }) => ['host', `the name ${host} is not known.`],
  EAI_AGAIN: ({ host }) => ['host', `the name ${host} is not known.`],
}

/** Opens a port. @throws ConfigError that names the setting at fault, as `names` calls it. */
export async function explainListening<T>(
  names: { host: string; port: string },
  address: { host: string; port: number },
  listen: () => Promise<T>,
): Promise<T> {
  try {
    return await listen()
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
    if (!reason) throw error
    const [which, said] = reason(address)
    throw new ConfigError(`${names[which]}: ${said}`)
  }
}
