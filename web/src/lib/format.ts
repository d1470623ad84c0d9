import i18next from 'i18next'

const locale = (): string => i18next.language

const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

/** Making a formatter takes a hundred times as long as using one, and a page of videos has hundreds of dates and lengths. */
function numbers(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return once(`n ${locale()} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale(), options))
}

function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return once(`d ${locale()} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale(), options))
}

function once<T extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => T): T {
  const known = made.get(key) as T | undefined
  if (known) return known
  const formatter = make()
  made.set(key, formatter)
  return formatter
}

/** An amount of minor units (hundredths of a credit) as people read it: `0.50`. */
export function credits(minor: number): string {
  return numbers({ minimumFractionDigits: 2 }).format(minor / 100)
}

/** Seconds as a length of time: `12 s`, `3 min`. */
export function duration(seconds: number): string {
  const [value, unit]: [number, string] =
    seconds < 90
      ? [Math.max(1, Math.round(seconds)), 'second']
      : seconds < 5400
        ? [Math.round(seconds / 60), 'minute']
        : [Math.round(seconds / 3600), 'hour']
  return numbers({ style: 'unit', unit, unitDisplay: 'short' }).format(value)
}

export function number(value: number): string {
  return numbers().format(value)
}

export function percent(share: number): string {
  return numbers({ style: 'percent' }).format(share)
}

export function dateTime(instant: string): string {
  return dates({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant))
}

export function day(instant: string): string {
  return dates({ dateStyle: 'full' }).format(new Date(instant))
}

export function bytes(size: number): string {
  const [value, unit] = size < 1e6 ? [size / 1e3, 'kilobyte'] : [size / 1e6, 'megabyte']
  return numbers({
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value)
}
