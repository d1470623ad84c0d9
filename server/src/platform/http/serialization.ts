import { createRequire } from 'node:module'
import type { FastifySerializerCompiler } from 'fastify'

type Serialize = (data: unknown) => string
type Compile = (definition: { schema: object }) => Serialize

/** Fastify's own compiler. */
const fastifys = createRequire(import.meta.resolve('fastify'))('@fastify/fast-json-stringify-compiler') as {
  SerializerSelector(): (externalSchemas: object, options: object) => Compile
}
const compile = fastifys.SerializerSelector()({}, {})
const compiled = new WeakMap<object, Serialize>()

/**
 * Compiles each schema once per process, when it is first needed. Fastify would do so at the start for every status of every
 * route, and most of those are the same error body: that took 90 ms of each start, and each of them once 70 ms.
 */
export function createSerializerCompiler(): FastifySerializerCompiler<object> {
  return ({ schema }) => {
    let serialize = compiled.get(schema)
    return (data) => {
      if (!serialize) {
        serialize = compiled.get(schema) ?? compile({ schema })
        compiled.set(schema, serialize)
      }
      return serialize(data)
    }
  }
}
