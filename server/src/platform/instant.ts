const rfc3339 =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

/** Parses an RFC 3339 instant; undefined for 30 February or a time without an offset. */
export function parseInstant(text: string): Date | undefined {
  const match = rfc3339.exec(text)
  if (!match) return undefined
  const [year, month, day] = match.slice(1, 4).map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || year < 1) return undefined
  return new Date(text.toUpperCase())
}
