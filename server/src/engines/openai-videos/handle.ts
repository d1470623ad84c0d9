import { createHash } from 'node:crypto'
import type { Operation } from '../engines.ts'

/** Finds a job again: by its tag, or by the server's id. */
export type Handle = { tag: string } | { id: string }

const prefix = 'clipwright/'

/** The adapter's own name for a job, made of the attempt's key; a key with other characters than `\w-` is hashed. */
export function tagOf(key: string): string {
  return prefix + (/^[\w-]{1,100}$/.test(key) ? key : createHash('sha256').update(key).digest('hex'))
}

export function toOperation(handle: Handle): Operation {
  return { ...handle }
}

/** Undefined for an operation that another kind of engine made. */
export function handleOf({ tag, id }: Operation): Handle | undefined {
  if (typeof tag === 'string' && tag.startsWith(prefix)) return { tag }
  return typeof id === 'string' && id !== '' ? { id } : undefined
}
