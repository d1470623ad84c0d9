import type { Client } from '@clipwright/client'
import {
  type CallToolResult,
  fromJsonSchema,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from '@modelcontextprotocol/server'
import type { Static, TSchema } from 'typebox'

export interface ToolContext {
  client: Client
  /** Aborts when the caller no longer waits. */
  signal: AbortSignal
  /** Tells a caller who asked for it how far the work is. */
  report: (fraction: number, message: string) => Promise<void>
}

/** One tool, as it is registered. */
export interface Tool {
  name: string
  title: string
  description: string
  input: StandardSchemaWithJSON
  output: StandardSchemaWithJSON
  annotations: ToolAnnotations
  run: (input: unknown, context: ToolContext) => Promise<CallToolResult>
}

interface Definition<Input extends TSchema> {
  name: string
  title: string
  description: string
  input: Input
  output: TSchema
  annotations: ToolAnnotations
  run: (input: Static<Input>, context: ToolContext) => Promise<CallToolResult>
}

/** A tool whose input is checked against its schema before it runs. */
export function defineTool<Input extends TSchema>(tool: Definition<Input>): Tool {
  const { input, output, run, ...rest } = tool
  return {
    ...rest,
    input: fromJsonSchema(input),
    output: fromJsonSchema(output),
    run: (given, context) => run(given as Static<Input>, context), // checked by the caller, against `input`
  }
}

/** Only looks. */
export const looking: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** Spends credits: each call makes something new, and undoes nothing. */
export const spending: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
}
