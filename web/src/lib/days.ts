/** The value if it is a day of the calendar, `YYYY-MM-DD`. */
export function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined
}

/** The beginning of a day of the person's own calendar, or of one `later`. */
export function midnight(day: string, later = 0): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(year, month - 1, date + later).toISOString()
}

/** Days, both counting, as the API asks for them: from the beginning of the first to the end of the last. */
export function spanOf({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  from?: string
  to?: string
} {
  return {
    ...(from !== undefined && { from: midnight(from) }),
    ...(to !== undefined && { to: midnight(to, 1) }),
  }
}
