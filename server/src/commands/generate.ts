import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createApp } from '../app.ts'
import { readConfig, settings } from '../config/config.ts'
import type { Deps } from '../deps.ts'
import { createLog } from '../platform/log.ts'
import { limitTable } from '../platform/limit-table.ts'
import { createMetrics } from '../platform/metrics.ts'

// Generates server/openapi.json and docs/config.md from the code. With --check it only reports whether they are up to date.

const root = join(import.meta.dirname, '../../..')

async function openApiDocument(): Promise<string> {
  const config = readConfig({ NODE_ENV: 'test', HOST: '127.0.0.1', PORT: '8080' })
  // Routes do not use their dependencies before the first request, so this needs no database.
  const log = createLog({ level: 'silent' })
  const app = await createApp({ config, log, metrics: createMetrics({ log, process: false }) } as Deps)
  await app.ready()
  const document = `${JSON.stringify(app.swagger(), null, 2)}\n`
  await app.close()
  return document
}

function configPage(): string {
  const rows = Object.values(settings).map(
    ({ name, about, default: value }) => `| \`${name}\` | ${value} | ${about} |`,
  )
  return `# Settings

Settings are environment variables, which each process reads once at its start. Every setting has a default. A wrong value stops
the start with an error that names the setting. \`npm run fix\` generates this page from \`server/src/config/config.ts\`.

A secret need not stand in the environment: with \`NAME_FILE\` set, the setting \`NAME\` is what that file holds, without the end of its
last line. \`DATABASE_URL_FILE=/run/secrets/database-url\` is an example; it holds for every setting of this page, and for the variables
that the engines file names. Setting both stops the start.

| Setting | Default | What it does |
| --- | --- | --- |
${rows.join('\n')}
`
}

const counted = {
  network: 'network',
  user: 'user',
  mail_address: 'address of a mail',
  session: 'session',
  api_key: 'API key',
}

function limitsPage(): string {
  const rows = Object.values(limitTable).map(
    ({ name, by, what, points, per_s }) =>
      `| \`${name}\` | ${what} | ${counted[by]} | ${points} | ${per_s} |`,
  )
  return `# Limits

How often something may be done is in one table, which an administrator changes while the service runs: in the studio under
**Administration**, **Limits**, or through the API. A change holds within two seconds, in every process. Beyond a limit the answer is 429
\`rate_limited\` with \`Retry-After\`, \`RateLimit\` and \`RateLimit-Policy\`, where it may be told at all: who asks for a mail to
somebody else's address learns nothing. \`npm run fix\` generates this page from \`server/src/platform/limit-table.ts\`.

A network is an IP address, or an IPv6 network of 64 bits. Behind a proxy, set \`TRUSTED_PROXIES\`: otherwise its address is that of
all callers. What is counted in each process holds as many times as there are processes behind the proxy; all else is counted in the
database.

| Limit | What is counted | For each | At most | In seconds |
| --- | --- | --- | ---: | ---: |
${rows.join('\n')}

\`\`\`sh
curl "$URL/api/v1/admin/limits" --header "Authorization: Bearer $ADMIN"
curl "$URL/api/v1/admin/settings" --header "Authorization: Bearer $ADMIN" --json '{"rate_limits": {"register": {"points": 20, "per_s": 3600}}}'
\`\`\`

The value of \`rate_limits\` is the whole of what differs from the table; null goes back to the table. Each change is in the audit log.

## What else is bounded

| What | By | Beyond it |
| --- | --- | --- |
| tasks of a user that wait or run, that run at once, and submissions a minute | \`MAX_ACTIVE_TASKS\`, \`MAX_RUNNING_TASKS\`, \`GENERATE_PER_MINUTE\` | 429 \`too_many_active_tasks\`; what may not run yet waits |
| what a user’s videos take | the setting \`storage_quota_bytes\`; 0 for no bound | 409 \`storage_quota_reached\` for what would make more; deleting makes room |
| event streams | \`EVENT_STREAMS_PER_USER\`, \`EVENT_STREAMS_PER_PROCESS\` | 429 \`too_many_streams\`, 503 \`busy\` |
| connections of a process | \`MAX_CONNECTIONS\` | closed at once; the proxy tries another server |
| a body | 64 KiB; 256 KiB of a submission; what each kind of upload says | 413 \`payload_too_large\` |
| how slowly a request may come | 10 s for the headers, then 32 KiB a second | 408, and the connection is closed |
| failures of one account to sign in | \`LOCK_THRESHOLD\` and the settings beside it | 423 \`account_locked\` |
| what a key may spend | its own cap | 402 \`api_key_spend_cap_reached\` |
`
}

const files = {
  'server/openapi.json': await openApiDocument(),
  'docs/config.md': configPage(),
  'docs/operating/limits.md': limitsPage(),
}

for (const [name, text] of Object.entries(files)) {
  const file = join(root, name)
  if (!process.argv.includes('--check')) await writeFile(file, text)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`${name} is not what the code says: npm run fix writes it`)
    process.exitCode = 1
  }
}
