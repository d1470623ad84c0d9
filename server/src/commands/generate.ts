import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createApp } from '../app.ts'
import { readConfig, settings } from '../config/config.ts'
import type { Deps } from '../deps.ts'
import { limits } from '../accounts/accounts.ts'
import { createLog } from '../platform/log.ts'
import type { RateLimit } from '../platform/rate-limit.ts'

// Generates server/openapi.json and docs/config.md from the code. With --check it only reports whether they are up to date.

const root = join(import.meta.dirname, '../../..')

async function openApiDocument(): Promise<string> {
  const config = readConfig({ NODE_ENV: 'test', HOST: '127.0.0.1', PORT: '8080' })
  // Routes do not use their dependencies before the first request, so this needs no database.
  const app = await createApp({ config, log: createLog({ level: 'silent' }) } as Deps)
  await app.ready()
  const document = `${JSON.stringify(app.swagger(), null, 2)}\n`
  await app.close()
  return document
}

/** Limits per IP address; an IPv6 network of 64 bits counts as one address. */
const networkLimits: [string, RateLimit][] = [
  ['registrations', limits.register],
  ['failed sign-ins, for any account', limits.failed_logins],
  ['wrong tokens of the link that makes the first administrator', limits.failed_setups],
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

Settings are environment variables, which each process reads once at its start. Every setting has a default. A wrong value stops
the start with an error that names the setting. \`npm run fix\` generates this page from \`server/src/config/config.ts\`.

| Setting | Default | What it does |
| --- | --- | --- |
${rows.join('\n')}

## Limits per network

These limits are fixed. They count per IP address, or per IPv6 network of 64 bits; beyond them the service answers 429 with
\`Retry-After\`. Behind a proxy, set \`TRUSTED_PROXIES\`: otherwise all callers count as one.

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
