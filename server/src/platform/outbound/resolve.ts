import { Resolver } from 'node:dns/promises'

/** All A and AAAA records of a name, possibly none. @throws Error when no server answers, or the signal aborts. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>

/**
 * Asks the system's name servers, but not `/etc/hosts` or search domains, which describe the inside. `dns.lookup` would
 * block one of the few file-system threads for as long as a foreign name server likes.
 */
export const resolveByDns: Resolve = async (name, signal) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const cancel = (): void => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const unknown = answers.find((answer) => answer.status === 'rejected' && !isNo(answer.reason))
    // A failed AAAA query does not matter where there is an A record.
    if (addresses.length === 0 && unknown?.status === 'rejected') throw unknown.reason
    return addresses
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function isNo(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENODATA' || code === 'ENOTFOUND'
}
