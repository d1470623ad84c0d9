import { appendFileSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

// Which errors of which routes the tests have seen: every row of docs/errors-by-route.md must be among them.
// Run as a program after the tests, it names the rows that no test reached.

const root = join(import.meta.dirname, '../../..')
const folder = join(root, '.cache/error-coverage')

export function forgetSeenErrors(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

/** Notes every error that this app answers with. */
export function recordErrors(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode >= 400 && typeof payload === 'string' && payload.startsWith('{')) {
      const { code } = JSON.parse(payload) as { code?: string }
      const route = `${request.method} ${request.routeOptions.url ?? '*'}`
      mkdirSync(folder, { recursive: true })
      appendFileSync(join(folder, `${process.pid}.txt`), `${route} ${reply.statusCode} ${code ?? ''}\n`)
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

if (import.meta.main) {
  const files = globSync('*.txt', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'))
  const seen = new Set(files.join('').split('\n'))
  const rows = listedRows()
  const missing = rows.filter((row) => !seen.has(row))
  for (const row of missing) console.error(`no test has seen: ${row}`)
  console.log(`${rows.length - missing.length} of ${rows.length} rows of docs/errors-by-route.md seen`)
  if (missing.length > 0 || rows.length === 0) process.exitCode = 1
}
