import { ApiError, type Schema } from '@clipwright/client'
import type { Run } from './run.ts'

/** What the same video would cost now; undefined where it can't be made any more, which submitting will say. */
export async function quoteOf(
  { client, signal }: Run,
  { model, prompt, params }: Schema<'TaskOut'>,
): Promise<Schema<'QuoteOut'> | undefined> {
  const { duration_seconds, resolution, aspect_ratio } = params
  const body = { model, prompt: prompt || 'a video', duration_seconds, resolution, aspect_ratio }
  try {
    return await client.POST('/api/v1/video/quote', { body, signal })
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined
    throw error
  }
}
