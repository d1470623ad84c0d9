// node client/generate.mjs [--check]: writes the client's types, and what they were made from, from the server's OpenAPI
// document, or says that they are stale. Run by `npm run fix` and `npm run check`.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import openapiTypescript, { astToString } from 'openapi-typescript'

const read = (path) => readFile(new URL(path, import.meta.url), 'utf8')
const header = '// Written from server/openapi.json by client/generate.mjs (npm run fix). Do not edit.\n\n'

const text = await read('../server/openapi.json')
const document = JSON.parse(text)
const { version } = JSON.parse(await read('package.json'))
const sha256 = createHash('sha256').update(text).digest('hex')

const files = {
  'src/openapi.ts': header + astToString(await openapiTypescript(document, { alphabetize: true })),
  'src/made-from.ts': `${header}/** The version of this package. */
export const version = '${version}'

/** The API that the types describe: its version, and the SHA-256 of the OpenAPI document that they were made from. */
export const madeFrom = {
  api_version: '${document.info.version}',
  openapi_sha256: '${sha256}',
} as const
`,
}

for (const [path, generated] of Object.entries(files)) {
  if (!process.argv.includes('--check')) {
    await writeFile(new URL(path, import.meta.url), generated)
  } else if ((await read(path).catch(() => '')) !== generated) {
    console.error(`client/${path} is stale. Run: npm run fix`)
    process.exitCode = 1
  }
}
