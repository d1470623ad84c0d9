import { createHash } from 'node:crypto'
import type { Operation } from '../engines.ts'

/** Finds a job again: by its tag, or by the server's id, with what `cancel` needs to estimate when the GPU is free. */
export type Handle =
  | { tag: string }
  | {
      id: string
      /** Model, size, frames and steps: videos of one shape take about the same time. */
      shape: string
      /** Milliseconds since 1970. */
      started_at: number
    }

const prefix = 'clipwright/'

/** The adapter's own name for a job, made of the attempt's key; a key with other characters than `\w-` is hashed. */
export function tagOf(key: string): string {
  return prefix + (/^[\w-]{1,100}$/.test(key) ? key : createHash('sha256').update(key).digest('hex'))
}

export function toOperation(handle: Handle): Operation {
  return { ...handle }
}

/** Undefined for an operation that another kind of engine made. */
export function handleOf({ tag, id, shape, started_at }: Operation): Handle | undefined {
  if (typeof tag === 'string' && tag.startsWith(prefix)) return { tag }
  if (typeof id !== 'string' || id === '') return undefined
  return {
    id,
    shape: typeof shape === 'string' ? shape : '',
    started_at: typeof started_at === 'number' ? started_at : 0,
  }
}
