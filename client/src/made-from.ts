// Written from server/openapi.json by client/generate.mjs (npm run fix). Do not edit.

/** The version of this package. */
export const version = '0.1.0'

/** The API that the types describe: its version, and the SHA-256 of the OpenAPI document that they were made from. */
export const madeFrom = {
  api_version: '0.1.0',
  openapi_sha256: '20dd8471dcda611b36aa14a9cb7a2cd20429e1d5fa14240c235ae469b908c947',
} as const
