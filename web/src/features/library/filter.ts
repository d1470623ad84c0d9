/** What one looks for in the library; it stands in the address. */
export interface Filter {
  status?: (typeof statuses)[number]
  model?: string
  aspect_ratio?: string
  resolution?: string
  enhanced?: boolean
  /** Local days, as `2026-11-23`; both are included. */
  from?: string
  to?: string
  q?: string
}

export const statuses = ['queued', 'running', 'completed', 'failed'] as const

/** Reads an address; what it can't be is left out. */
export function readFilter(search: Record<string, unknown>): Filter {
  const text = (name: string): string | undefined => {
    const value = search[name]
    const given = typeof value === 'number' ? String(value) : value
    return typeof given === 'string' && given !== '' && given.length <= 200 ? given : undefined
  }
  const day = (name: string): string | undefined => {
    const value = text(name)
    return value !== undefined && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
      ? value
      : undefined
  }
  const status = statuses.find((known) => known === search['status'])
  const { enhanced } = search
  return clean({
    status,
    model: text('model'),
    aspect_ratio: text('aspect_ratio'),
    resolution: text('resolution'),
    enhanced: typeof enhanced === 'boolean' ? enhanced : undefined,
    from: day('from'),
    to: day('to'),
    q: text('q'),
  })
}

/** Without what does not matter, so that equal filters look equal. */
export function clean(filter: { [Name in keyof Filter]?: Filter[Name] | undefined }): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''))
}

/** In the words of the API. */
export function toQuery({ from, to, enhanced, ...rest }: Filter) {
  return {
    ...rest,
    ...(enhanced !== undefined && { enhanced: enhanced ? ('true' as const) : ('false' as const) }),
    ...(from !== undefined && { created_from: new Date(`${from}T00:00`).toISOString() }),
    ...(to !== undefined && { created_to: dayAfter(to).toISOString() }),
  }
}

function dayAfter(day: string): Date {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + 1)
  return date
}
