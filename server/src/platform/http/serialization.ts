import { createRequire } from 'node:module'
import type { FastifySerializerCompiler } from 'fastify'

type Serialize = (data: unknown) => string
type Compile = (definition: { schema: object }) => Serialize

/** The compiler that Fastify would use, from where Fastify takes it. */
const fastifys = createRequire(import.meta.resolve('fastify'))('@fastify/fast-json-stringify-compiler') as {
  SerializerSelector(): (externalSchemas: object, options: object) => Compile
}
const compile = fastifys.SerializerSelector()({}, {})
const compiled = new WeakMap<object, Serialize>()

/**
 * Compiles each schema once in a process. Fastify would do it for every status of every route, and most of those are one
 * and the same error body: it took 90 ms of each start.
 */
export function createSerializerCompiler(): FastifySerializerCompiler<object> {
  return ({ schema }) => {
    const known = compiled.get(schema)
    if (known) return known
    const serialize = compile({ schema })
    compiled.set(schema, serialize)
    return serialize
  }
}
