/** Of a server that can't be asked. */
export const lookAround = 'Look whether it runs, and whether its address and port can be reached from here.'

/**
 * Why a server can't be asked, in our own words. What it answered is left out: an administrator names any address, also of services
 * of the private network that are none of their business, and must not read those through us.
 */
export function whyNotReached(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException
    const known = Object.hasOwn(reasons, code) ? reasons[code] : undefined
    if (known !== undefined) return known
    if (cause.name === 'TimeoutError' || message === 'no answer in time') return noAnswer
    if (/^UND_ERR_.*TIMEOUT$/.test(code)) return noAnswer
    if (message === 'bad port') return 'This port is reserved for something else than web servers.'
    if (/CERT|SSL|TLS/.test(code)) return 'Its certificate is not trusted here, or it speaks no https.'
  }
  return 'It answers, but not as such a server does.'
}

const noAnswer = 'It did not answer in time.'
const reasons: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens at this address and port.',
  ECONNRESET: 'The connection was closed before an answer.',
  UND_ERR_SOCKET: 'The connection was closed before an answer.',
  ENOTFOUND: 'There is no machine of this name.',
  EAI_AGAIN: 'The name could not be looked up.',
  EHOSTUNREACH: 'There is no way to this address from here.',
  ENETUNREACH: 'There is no way to this address from here.',
  ETIMEDOUT: noAnswer,
}
