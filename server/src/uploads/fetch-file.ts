import { invalid, type Problem } from '../platform/errors.ts'
import { type Outbound, OutboundError, type OutboundFault } from '../platform/outbound/outbound.ts'

const fetchWithin_ms = 10_000

const reasons: Record<OutboundFault, string> = {
  not_allowed: 'This address may not be fetched; it must be a public https address, or the key of an upload',
  name_not_found: 'The name of this host is not known',
  connection_failed: 'This address could not be fetched',
  timeout: 'This address did not answer within 10 seconds',
  too_many_redirects: 'This address leads through too many redirects',
  body_refused: 'This file has more than 20 MiB, or came compressed',
}

/** Downloads a user's URL to a file. @throws ValidationError at `loc` with the reason. */
export async function fetchFile(
  outbound: Outbound,
  url: string,
  path: string,
  { types, max_bytes, loc }: { types: readonly string[]; max_bytes: number; loc: Problem['loc'] },
): Promise<void> {
  try {
    const { status } = await outbound.fetch(url, {
      method: 'GET',
      headers: { accept: types.join(', ') },
      timeout_ms: fetchWithin_ms,
      max_body_bytes: max_bytes,
      longer_body: 'fail',
      max_redirects: 3,
      save_as: path,
    })
    if (status !== 200) throw invalid(loc, `This address answered ${status}`)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw invalid(loc, reasons[error.fault])
  }
}
