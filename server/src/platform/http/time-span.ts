import { Type } from 'typebox'
import { invalid } from '../errors.ts'
import { parseInstant } from '../instant.ts'
import { Text } from './schemas.ts'

const Instant = Text('plain', { maxLength: 40, description: 'RFC 3339.' })

/** Query parameters that cut a span out of time. */
export const TimeSpan = { from: Type.Optional(Instant), to: Type.Optional(Instant) }

/** A span of time; both ends may be open. */
export interface Span {
  /** Inclusive. */
  from?: Date | undefined
  /** Exclusive. */
  to?: Date | undefined
}

/** @throws ValidationError at the parameter that names no instant. */
export function spanOf(query: { from?: string; to?: string }): Span {
  return { from: instantOf('from', query.from), to: instantOf('to', query.to) }
}

function instantOf(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const instant = parseInstant(text)
  if (!instant) throw invalid(['query', field], 'Input must be an RFC 3339 time')
  return instant
}
