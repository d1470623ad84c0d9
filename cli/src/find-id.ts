import { Failure } from './failure.ts'
import type { Run } from './run.ts'

/** The beginning of a UUID. */
const short = /^[0-9a-f]{4,8}(-[0-9a-f-]{0,26})?$/i
const newest = 500
const page_size = 100

/** The task that is meant: its whole id, or so much of its beginning that it is one among the newest. @throws Failure */
export async function findTask({ client, signal }: Run, given: string): Promise<string> {
  if (!isShort(given)) return given
  const found: string[] = []
  for (let page = 1; page <= newest / page_size; page++) {
    const query = { page, page_size }
    const { items, total } = await client.GET('/api/v1/tasks', { params: { query }, signal })
    found.push(...items.map(({ task_id }) => task_id).filter(beginsWith(given)))
    if (page * page_size >= total) break
  }
  return theOnly(found, given, 'task', 'clipwright tasks')
}

/** The same for what a command has just listed. */
export function findAmong(ids: readonly string[], given: string, what: string, see: string): string {
  return isShort(given) ? theOnly(ids.filter(beginsWith(given)), given, what, see) : given
}

function isShort(given: string): boolean {
  return given.length < 36 && short.test(given)
}

const beginsWith = (given: string) => (id: string) => id.startsWith(given.toLowerCase())

function theOnly(found: readonly string[], given: string, what: string, see: string): string {
  const [id, ...more] = found
  const hint = `See: ${see}`
  if (id === undefined) {
    throw new Failure(1, `${what.replace(' ', '_')}_not_found`, `No ${what} of yours begins with ${given}.`, {
      hint,
    })
  }
  if (more.length === 0) return id
  const message = `${given} is the beginning of several: ${found.slice(0, 5).join(', ')}`
  throw new Failure(2, 'ambiguous_id', message, { hint: 'Give more of it.' })
}
