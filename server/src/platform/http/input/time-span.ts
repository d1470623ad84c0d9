import { Type } from 'typebox'
import { invalid, type Problem } from '../../errors.ts'
import { parseInstant } from '../../instant.ts'
import { Text } from './schemas.ts'

/** An instant of a caller, which `checkedInstant` reads. */
export const Instant = ({ description = 'RFC 3339.' } = {}) =>
  Text('plain', { maxLength: 40, format: 'date-time', description })

/** Query parameters of a time span. */
export const TimeSpan = { from: Type.Optional(Instant()), to: Type.Optional(Instant()) }

/** A time span; both ends may be open. */
export interface Span {
  /** Inclusive. */
  from?: Date | undefined
  /** Exclusive. */
  to?: Date | undefined
}

/** @throws ValidationError at the parameter that is no instant. */
export function spanOf(query: { from?: string; to?: string }): Span {
  const read = (field: 'from' | 'to'): Date | undefined => {
    const text = query[field]
    return text === undefined ? undefined : checkedInstant(text, ['query', field])
  }
  return { from: read('from'), to: read('to') }
}

/** @throws ValidationError at `loc` unless the text is an instant. */
export function checkedInstant(text: string, loc: Problem['loc']): Date {
  const instant = parseInstant(text)
  if (!instant) throw invalid(loc, 'Input must be an RFC 3339 time')
  return instant
}
