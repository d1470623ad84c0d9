import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import type { Deps } from './deps.ts'
import { createLog } from './platform/log.ts'

// Writes server/openapi.json from the schemas of the routes; with --check only says whether it is up to date.

const file = join(import.meta.dirname, '../openapi.json')

const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })
// Routes close over their dependencies and touch none of them before a request comes: no database is needed.
const app = await createApp({ config, log: createLog({ level: 'silent' }) } as Deps)
await app.ready()
const document = `${JSON.stringify(app.swagger(), null, 2)}\n`
await app.close()

if (!process.argv.includes('--check')) await writeFile(file, document)
else if ((await readFile(file, 'utf8').catch(() => '')) !== document) {
  console.error('server/openapi.json is not what the routes say: npm run fix writes it')
  process.exitCode = 1
}
