// Written from server/openapi.json by client/generate.mjs (npm run fix). Do not edit.

/** The version of this package. */
export const version = '0.1.0'

/** The API that the types describe: its version, and the SHA-256 of the OpenAPI document that they were made from. */
export const madeFrom = {
  api_version: '0.1.0',
  openapi_sha256: 'e3d636463e622e56aceadacc40a466ea066c47bbde2c45c8c9fa2f7480139f05',
} as const
