import { NetworkError } from '@clipwright/client'

const tries = 3

/** Sends what costs money, again where its answer was lost: with one Idempotency-Key, so that it is made and paid once. */
export async function submit<Answer>(
  send: (headers: { 'idempotency-key': string }) => Promise<Answer>,
): Promise<Answer> {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  for (let tried = 1; ; tried++) {
    try {
      return await send(headers)
    } catch (error) {
      if (!(error instanceof NetworkError) || tried === tries) throw error
    }
  }
}
