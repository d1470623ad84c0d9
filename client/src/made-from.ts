// Written from server/openapi.json by client/generate.mjs (npm run fix). Do not edit.

/** The version of this package. */
export const version = '0.1.0'

/** The API that the types describe: its version, and the SHA-256 of the OpenAPI document that they were made from. */
export const madeFrom = {
  api_version: '0.1.0',
  openapi_sha256: 'f3a82983d649a068caa19628e558e0756ba44cb2d707aeb7a7e4341a0525dc75',
} as const
