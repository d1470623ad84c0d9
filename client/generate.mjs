// node client/generate.mjs [--check]: writes the client's types from the server's OpenAPI document, or says that they are
// stale. Run by `npm run fix` and `npm run check`.
import { readFile, writeFile } from 'node:fs/promises'
import openapiTypescript, { astToString } from 'openapi-typescript'

const document = new URL('../server/openapi.json', import.meta.url)
const types = new URL('src/openapi.ts', import.meta.url)
const header = '// Written from server/openapi.json by client/generate.mjs (npm run fix). Do not edit.\n\n'

const generated =
  header +
  astToString(await openapiTypescript(JSON.parse(await readFile(document, 'utf8')), { alphabetize: true }))

if (!process.argv.includes('--check')) {
  await writeFile(types, generated)
} else if ((await readFile(types, 'utf8').catch(() => '')) !== generated) {
  console.error('client/src/openapi.ts is stale. Run: npm run fix')
  process.exitCode = 1
}
