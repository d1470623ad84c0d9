import { engineProblem, type EngineProblem, type ProblemCode } from '../engines/engines.ts'

/**
 * Why a server can't be asked, in our own words. What it answered is left out: an administrator names any address, also of services
 * of the private network that are none of their business, and must not read those through us.
 */
export function whyNotReached(error: unknown): EngineProblem {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException
    if (Object.hasOwn(reasons, code)) return engineProblem(reasons[code as keyof typeof reasons], {})
    if (cause.name === 'TimeoutError' || message === 'no answer in time' || /^UND_ERR_.*TIMEOUT$/.test(code))
      return engineProblem('no_answer_in_time', {})
    if (message === 'bad port') return engineProblem('port_reserved', {})
    if (/CERT|SSL|TLS/.test(code)) return engineProblem('certificate_not_trusted', {})
  }
  return engineProblem('answers_otherwise', {})
}

const reasons = {
  ECONNREFUSED: 'nothing_listens',
  ECONNRESET: 'connection_closed',
  UND_ERR_SOCKET: 'connection_closed',
  ENOTFOUND: 'no_such_machine',
  EAI_AGAIN: 'name_not_looked_up',
  EHOSTUNREACH: 'no_way_there',
  ENETUNREACH: 'no_way_there',
  ETIMEDOUT: 'no_answer_in_time',
} as const satisfies Record<string, ProblemCode>
