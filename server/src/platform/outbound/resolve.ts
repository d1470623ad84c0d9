import { Resolver } from 'node:dns/promises'

/** All A and AAAA records of a name; none where there are none. @throws Error when nobody knows, or the signal aborts. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>

/**
 * Asks the system's name servers, and neither `/etc/hosts` nor search domains, which are about the inside. Not
 * `dns.lookup`: it keeps one of the few threads for files busy for as long as somebody else's name server likes.
 */
export const resolveByDns: Resolve = async (name, signal) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const cancel = (): void => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const unknown = answers.find((answer) => answer.status === 'rejected' && !isNo(answer.reason))
    // Name servers that know nothing of AAAA are no reason not to reach what has an A.
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
