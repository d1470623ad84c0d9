import { createHash } from 'node:crypto'
import type { Operation } from '../engines.ts'

/** How a job is found again: by our name of it, or by the server's, with what estimates when its GPU is free. */
export type Handle =
  | { tag: string }
  | {
      id: string
      /** Videos of one shape take the same time. */
      shape: string
      /** Milliseconds since 1970. */
      started_at: number
    }

const prefix = 'clipwright/'

/** Our name of a job: the attempt's key, where that is plain. */
export function tagOf(key: string): string {
  return prefix + (/^[\w-]{1,100}$/.test(key) ? key : createHash('sha256').update(key).digest('hex'))
}

export function toOperation(handle: Handle): Operation {
  return { ...handle }
}

/** Nothing for an operation that is not of these servers. */
export function handleOf({ tag, id, shape, started_at }: Operation): Handle | undefined {
  if (typeof tag === 'string' && tag.startsWith(prefix)) return { tag }
  if (typeof id !== 'string' || id === '') return undefined
  return {
    id,
    shape: typeof shape === 'string' ? shape : '',
    started_at: typeof started_at === 'number' ? started_at : 0,
  }
}
