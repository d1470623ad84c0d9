// Written from server/openapi.json by client/generate.mjs (npm run fix). Do not edit.

/** The version of this package. */
export const version = '0.1.0'

/** The API that the types describe: its version, and the SHA-256 of the OpenAPI document that they were made from. */
export const madeFrom = {
  api_version: '0.1.0',
  openapi_sha256: '7a39ca20736bcc278983326813d465884941e2d9f9a8c67c735cfd9cb16e4769',
} as const
