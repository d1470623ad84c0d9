import { Failure } from './failure.ts'
import type { Run } from './run.ts'

/** The first 4 to 35 characters of a UUID. */
const short = /^[0-9a-f]{4,8}(-[0-9a-f-]{0,26})?$/i
const newest = 500
const page_size = 100

/**
 * Resolves a task id, or the beginning of one, which must be unique among the newest 500 tasks. A whole id is not looked up.
 * @throws Failure if no task or several tasks match.
 */
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

/** Resolves an id, or the beginning of one, among `ids`. @throws Failure as `findTask`. */
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
