// Written from server/openapi.json by client/generate.mjs (npm run fix). Do not edit.

/** The version of this package. */
export const version = '0.1.0'

/** The API that the types describe: its version, and the SHA-256 of the OpenAPI document that they were made from. */
export const madeFrom = {
  api_version: '0.1.0',
  openapi_sha256: '27a0910163caddf29783c5e87eeeb7aca3133925c562a2c1d14f4e63744a71dd',
} as const
