import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createApp } from '../app.ts'
import { readConfig, settings } from '../config/config.ts'
import type { Deps } from '../deps.ts'
import { limits } from '../accounts/accounts.ts'
import { createLog } from '../platform/log.ts'
import type { RateLimit } from '../platform/rate-limit.ts'

// Writes what is made from the code: server/openapi.json and docs/config.md. With --check only says whether they are up to date.

const root = join(import.meta.dirname, '../../..')

async function openApiDocument(): Promise<string> {
  const config = readConfig({ NODE_ENV: 'test', HOST: '127.0.0.1', PORT: '8080' })
  // Routes close over their dependencies and touch none of them before a request comes: no database is needed.
  const app = await createApp({ config, log: createLog({ level: 'silent' }) } as Deps)
  await app.ready()
  const document = `${JSON.stringify(app.swagger(), null, 2)}\n`
  await app.close()
  return document
}

/** What a network may do, counted by IP address, of which an IPv6 network of 64 bits counts as one. */
const networkLimits: [string, RateLimit][] = [
  ['registrations', limits.register],
  ['failed sign-ins, for any account', limits.failed_logins],
  ['wrong invite codes', limits.invite_codes],
  ['mailed links asked for: lost passwords and verifications', limits.mail_links],
]

function configPage(): string {
  const limitRows = networkLimits.map(
    ([what, { points, per_s }]) => `| ${what} | ${points} in ${per_s / 60} minutes |`,
  )
  const rows = Object.values(settings).map(
    ({ name, about, default: value }) => `| \`${name}\` | ${value} | ${about} |`,
  )
  return `# Settings

Environment variables, read once at start; a wrong one stops the start and is named. With none of them set everything runs.
This page is made from \`server/src/config/config.ts\` by \`npm run fix\`.

| Setting | Default | What it does |
| --- | --- | --- |
${rows.join('\n')}

## Limits of a network

One IP address, or one IPv6 network of 64 bits, may do this much before it is answered 429 with \`Retry-After\`. They are no
settings: behind a proxy, set \`TRUSTED_PROXIES\`, or all callers count as one.

| What | At most |
| --- | --- |
${limitRows.join('\n')}
`
}

const files = { 'server/openapi.json': await openApiDocument(), 'docs/config.md': configPage() }

for (const [name, text] of Object.entries(files)) {
  const file = join(root, name)
  if (!process.argv.includes('--check')) await writeFile(file, text)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`${name} is not what the code says: npm run fix writes it`)
    process.exitCode = 1
  }
}
