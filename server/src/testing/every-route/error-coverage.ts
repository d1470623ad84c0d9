import { appendFileSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

// Which errors of which routes the tests have seen: every row of docs/errors-by-route.md must be among them, and each of
// them among the rows. Run as a program after the tests, it names the rows that no test reached, and what has no row.

const root = join(import.meta.dirname, '../../../..')
const folder = join(root, '.cache/error-coverage')

export function forgetSeenErrors(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

/** Notes every error that this app answers with. */
export function recordErrors(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode >= 400 && typeof payload === 'string' && payload.startsWith('{')) {
      const { code, error } = JSON.parse(payload) as { code?: string; error?: { code?: string } }
      const route = `${request.method} ${request.routeOptions.url ?? '*'}`
      mkdirSync(folder, { recursive: true })
      appendFileSync(
        join(folder, `${process.pid}.txt`),
        `${route} ${reply.statusCode} ${code ?? error?.code ?? ''}\n`,
      )
    }
    done()
  })
}

/** The rows of the table as `METHOD /path status code`; a path stands for its alias too. */
function listedRows(): string[] {
  const page = readFileSync(join(root, 'docs/errors-by-route.md'), 'utf8')
  const rows: string[] = []
  for (const [, route, codes] of page.matchAll(/^\| `([A-Z]+ [^`]+)` \| (.+) \|$/gm)) {
    for (const [, status, code] of codes!.matchAll(/(\d{3}) `(\w+)`/g))
      rows.push(`${route} ${status} ${code}`)
  }
  return rows
}

/** What the page says of all routes, and so of none in particular. */
const shared = new Set([
  '400 bad_request',
  '403 csrf_failed',
  '403 forbidden',
  '403 insufficient_scope',
  '403 mfa_required',
  '403 session_required',
  '405 method_not_allowed',
  '413 payload_too_large',
  '415 unsupported_media_type',
  '422 validation_failed',
  '429 rate_limited',
  '500 internal_error',
  '503 busy',
  '503 out_of_space',
])

/** Errors that tests have seen and the page does not name. */
function unlisted(seen: ReadonlySet<string>, rows: readonly string[]): string[] {
  const named = new Set(rows)
  const ofCaller = rows.filter((row) => row.startsWith('GET /api/v1/me 401 '))
  const callers = new Set(ofCaller.map((row) => row.replace('GET /api/v1/me ', '')))
  return [...seen].filter((row) => {
    const [method, path, ...error] = row.replace('/api/v1/task/', '/api/v1/tasks/').split(' ')
    const isDialect = path?.startsWith('/openai/v1/') ?? false
    if (!isDialect && !path?.startsWith('/api/v1/')) return false
    const told = error.join(' ')
    if (isDialect && told.startsWith('400 ')) return false // of invalid input it tells the kind of the first fault
    return !shared.has(told) && !callers.has(told) && !named.has(`${method} ${path} ${told}`)
  })
}

if (import.meta.main) {
  const files = globSync('*.txt', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'))
  const seen = new Set(files.join('').split('\n').filter(Boolean))
  const rows = listedRows()
  const missing = rows.filter((row) => !seen.has(row))
  for (const row of missing) console.error(`no test has seen: ${row}`)
  const extra = unlisted(seen, rows)
  for (const row of extra) console.error(`docs/errors-by-route.md does not name: ${row}`)
  console.log(`${rows.length - missing.length} of ${rows.length} rows of docs/errors-by-route.md seen`)
  if (missing.length > 0 || extra.length > 0 || rows.length === 0) process.exitCode = 1
}
