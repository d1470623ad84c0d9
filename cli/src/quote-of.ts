import { ApiError, type Schema } from '@clipwright/client'
import type { Run } from './run.ts'

/** Quotes a task's recipe at the current price. Undefined if the service refuses it; a submission then gives the reason. */
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
